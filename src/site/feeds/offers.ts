import { hash } from 'node:crypto';
import { currentPrice, type ProductRecord } from '#domain/products/product-record.ts';

/** Whether Google and Meta accept the item: they refuse one without a picture or a price. */
export const isFit = (record: ProductRecord): boolean =>
  record.pictures.length > 0 && currentPrice(record) > 0;

const HASH = 16;

/** Returns an id of at most `most` characters: the product's own, or if too long, its start and a stable hash. */
export function shortId(id: string, most: number): string {
  if (id.length <= most) return id;
  return `${id.slice(0, most - HASH - 1)}-${hash('sha256', id).slice(0, HASH)}`;
}
