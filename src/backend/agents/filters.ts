import type { Product } from '#contract/product.ts';
import type { UcpFilters } from '#contract/ucp.ts';
import { salePriceKobo } from '#domain/money/price.ts';

/** A message to an agent about an answer. */
export interface Message {
  type: 'error' | 'warning' | 'info';
  code: string;
  content: string;
  path?: string;
  severity?: 'recoverable' | 'requires_buyer_review' | 'unrecoverable';
}

/** The filters that are applied, and a message for each that is not. */
export interface AppliedFilters {
  matches: (product: Product) => boolean;
  messages: Message[];
}

/** Reads filters. A price in another currency is not compared, because the shop has only naira, and no rate. */
export function applyFilters(
  { categories = [], price, ...others }: UcpFilters = {},
  currency = 'NGN',
): AppliedFilters {
  const foreign = price !== undefined && currency !== 'NGN';
  const { min = 0, max = Number.POSITIVE_INFINITY } = foreign ? {} : (price ?? {});
  const named = new Set(categories.map((name) => name.toLowerCase()));
  return {
    matches(product) {
      const kobo = salePriceKobo(product, Date.now());
      const own = [...(product.categories ?? []), product.brand ?? ''];
      return (
        kobo >= min &&
        kobo <= max &&
        (named.size === 0 || own.some((name) => named.has(name.toLowerCase())))
      );
    },
    messages: [
      ...Object.keys(others).map((name) => ({
        type: 'warning' as const,
        code: 'filter_ignored',
        content: 'The shop does not know this filter and has not applied it.',
        path: `$.filters.${name}`,
      })),
      ...(foreign
        ? [
            {
              type: 'warning' as const,
              code: 'filter_ignored',
              content: 'The shop has prices in NGN alone, so the price filter was not applied.',
              path: '$.filters.price',
            },
          ]
        : []),
    ],
  };
}
