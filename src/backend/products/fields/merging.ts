import { isDeepStrictEqual } from 'node:util';
import type { Fault } from '#backend/base/faults.ts';
import type { Notes } from '#backend/products/tables.ts';
import { setFault } from '#domain/products/sets.ts';
import { MOST_UNITS, NEW_FIELDS, type OwnedFields, type OwnedProduct } from './columns.ts';
import { type ProductEdit, periodFault } from './rows.ts';

/** A product after an edit. A new one may lack required fields. */
export type Merged = Partial<OwnedFields> & Omit<OwnedFields, 'name' | 'price_kobo'>;

/**
 * Returns the product after an edit.
 * @param before - null for a new product.
 * @param hashes - the pictures that the edit names; null if it names none.
 */
export function mergeProduct(
  before: OwnedFields | null,
  given: ProductEdit['given'],
  hashes: readonly string[] | null,
): Merged {
  const { stock_add: units, notes, picture_alts: texts, ...fields } = given;
  const old: Merged = before ?? NEW_FIELDS;
  const adds = units !== undefined && (before !== null || fields.stock === undefined);
  // A picture that is named twice keeps its first position.
  const pictures = hashes ? [...new Set(hashes)] : old.pictures;
  return {
    ...old,
    ...fields,
    ...(adds ? { stock: old.stock + units } : {}),
    ...(notes ? { notes: mergeNotes(old.notes, notes) } : {}),
    pictures,
    picture_alts: texts ? inPlaces(texts, pictures.length) : keptAlts(old, pictures),
  };
}

/** Returns a product with what a row gives, and nothing else. */
export const productOf = (id: string, given: ProductEdit['given']): OwnedProduct => ({
  name: '',
  price_kobo: 0,
  ...mergeProduct(null, given, null),
  id,
});

/** Returns one text for each picture. It returns more if the file has more, which is a fault. */
const inPlaces = (texts: readonly string[], pictures: number): string[] =>
  Array.from({ length: Math.max(pictures, texts.length) }, (_, at) => texts[at] ?? '');

/** Keeps the text of each picture, wherever the picture moves. */
const keptAlts = (old: Merged, pictures: readonly string[]): string[] =>
  pictures === old.pictures
    ? old.picture_alts
    : pictures.map((hash) => old.picture_alts[old.pictures.indexOf(hash)] ?? '');

const NO_NOTES: Notes = { top: [], heart: [], base: [] };

function mergeNotes(old: Notes | null, given: Partial<Notes>): Notes | null {
  const notes = { ...NO_NOTES, ...old, ...given };
  if (isDeepStrictEqual(notes, old ?? NO_NOTES)) return old;
  return isDeepStrictEqual(notes, NO_NOTES) ? null : notes;
}

export const changedFields = (before: Merged, after: Merged) =>
  (Object.keys(after) as (keyof OwnedFields)[]).filter(
    (name) => !isDeepStrictEqual(before[name], after[name]),
  );

/** Returns what is wrong with the product after an edit, with its column; undefined if nothing is. */
export function productFault(id: string, after: Merged): Omit<Fault, 'row'> | undefined {
  const { stock, discount_type: type, discount_amount: amount, price_kobo: price } = after;
  const { discount_starts_at: start, discount_expires_at: end } = after;
  const missing = `is missing, and '${id}' is a new product: fill it in`;
  const alone = 'is set, but there is no discount: fill in discount, or empty this cell';
  if (after.name === undefined) return { column: 'name', message: missing };
  if (price === undefined) return { column: 'price', message: missing };
  if (stock < 0 || stock > MOST_UNITS) {
    const message = `is changed by more than there is, or to more than ${MOST_UNITS}: write the number that is on hand`;
    return { column: 'stock', message };
  }
  if (after.picture_alts.length > after.pictures.length) {
    const message = 'has more texts than there are pictures: remove some';
    return { column: 'picture_alts', message };
  }
  if (type === null && start) return { column: 'discount_starts', message: alone };
  if (type === null && end) return { column: 'discount_until', message: alone };
  if (type === 'fixed' && (amount ?? 0) * 100 > price) {
    const message = 'is more than the price: write less, or per cent such as 15%';
    return { column: 'discount', message };
  }
  const parts = setFault(id, { parts: after.set_parts, choose: after.set_choose });
  if (parts) return { column: 'set_parts', message: parts };
  return periodFault(start, end);
}
