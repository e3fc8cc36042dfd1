import type { ProductStatus } from '#backend/products/fields/product-cells.ts';

/** The verbs, and what a product is afterwards. */
export const STATUS_AFTER = {
  hide: 'hidden',
  show: 'shown',
  retire: 'retired',
} as const satisfies Record<string, ProductStatus>;
export type StatusVerb = keyof typeof STATUS_AFTER;
