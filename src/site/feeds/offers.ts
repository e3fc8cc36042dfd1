import { hash } from 'node:crypto';
import { currentPrice, type ProductRecord } from '#domain/products/product-record.ts';

/** Google and Meta refuse an item without a picture or a price. */
export const isFit = (record: ProductRecord): boolean =>
  record.pictures.length > 0 && currentPrice(record) > 0;

const HASH = 16;

/**
 * An id of at most so many characters: the product's own if it is short enough, otherwise its start and a hash of it,
 * which stays the same.
 */
export function shortId(id: string, most: number): string {
  if (id.length <= most) return id;
  return `${id.slice(0, most - HASH - 1)}-${hash('sha256', id).slice(0, HASH)}`;
}
