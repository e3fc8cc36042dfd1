import type { ProductStatus } from '#backend/products/fields/product-cells.ts';

/** The verbs, each with the status that follows. */
export const STATUS_AFTER = {
  hide: 'hidden',
  show: 'shown',
  retire: 'retired',
} as const satisfies Record<string, ProductStatus>;
export type StatusVerb = keyof typeof STATUS_AFTER;
