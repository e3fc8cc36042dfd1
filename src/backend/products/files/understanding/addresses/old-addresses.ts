import type { Format } from '#backend/products/files/formats/format.ts';
import type { SourceProduct } from '#backend/products/files/understanding/assemble.ts';
import { htmlToText } from '#backend/products/files/understanding/cells/html-text.ts';
import { oldSlug } from '#backend/products/files/understanding/cells/old-slug.ts';
import type { SourceRow } from '#backend/products/files/understanding/records.ts';

/** The address of a page in the other program, and what the page showed. */
export interface OldAddress {
  /** The row that has it. */
  row: number;
  /** Encoded, with a slash at its end if the program wrote one. */
  from: string;
  /** The rows of a product's sizes, or the name of a category, a tag or a brand. */
  shows: { rows: readonly number[] } | { name: string };
}

/** Returns the addresses of a product and of the lists that had it. @param rows - the product's sizes that are imported. */
export function oldAddresses(
  { shared, sizes }: SourceProduct,
  rows: readonly number[],
  format: Format,
): OldAddress[] {
  if (!format.addresses) return [];
  const { product, lists = {} } = format.addresses;
  const { row } = shared;
  const whole = wholePath(shared.texts.address);
  const own = whole ? [whole] : product.flatMap((pattern) => fill(pattern, shared, format) ?? []);
  const ofSizes = sizes.flatMap(({ row: size }) => {
    const path = wholePath(size.texts.address);
    const isOwn = path !== undefined && path !== whole && rows.includes(size.row);
    return isOwn ? { row: size.row, from: path, shows: { rows: [size.row] } } : [];
  });
  return [
    ...own.map((from) => ({ row, from, shows: { rows } })),
    ...ofSizes,
    ...Object.entries(lists).flatMap(([field, pattern]) =>
      entriesOf(shared.texts[field as keyof typeof lists], format).flatMap((path) =>
        path.map((name, at) => ({
          row,
          from: filled(pattern, { path: path.slice(0, at + 1).map(oldSlug) }) ?? '',
          shows: { name },
        })),
      ),
    ),
  ].filter(({ from }) => from !== '');
}

/** Returns the path of a cell that holds a whole address; undefined for any other cell. */
function wholePath(cell = ''): string | undefined {
  if (!/^(?:https?:\/)?\/./.test(cell)) return undefined;
  const path = URL.parse(cell, 'https://old.example')?.pathname;
  return path === undefined || path === '/' ? undefined : filled(path, {});
}

const fill = (pattern: string, { texts }: SourceRow, format: Format): string | undefined =>
  filled(pattern, {
    id: [texts.id ?? ''],
    number: [texts.number ?? ''],
    ean: [texts.ean ?? ''],
    // An address without a path, such as '/?product=oud', is no use.
    slug: [(!texts.address?.includes('/') && texts.address) || oldSlug(texts.name ?? '')],
    folder: [oldSlug(entriesOf(texts.categories, format)[0]?.at(-1) ?? '')],
  });

/** Fills in the placeholders of a path and encodes it; undefined if one of them is empty. */
function filled(pattern: string, values: Record<string, readonly string[]>): string | undefined {
  let empty = false;
  const path = pattern.replace(/\{(\w+)\}/g, (_, name: string) => {
    const parts = values[name] ?? [];
    empty ||= parts.length === 0 || parts.includes('');
    return parts.map((part) => encode(part)).join('/');
  });
  const encoded = path.split('/').map(encode).join('/');
  return empty || NO_PATH.test(encoded) ? undefined : encoded;
}

/** Matches what cannot be a page's address: an empty part, one of dots, an encoded slash or backslash, control characters. */
const NO_PATH = /\/\/|\/\.{1,2}(?:\/|$)|%(?:[01].|7f|2f|5c)/i;

/** Encodes a part of an address as the contract does, whether it is encoded already or not. */
function encode(part: string): string {
  let plain = part;
  try {
    plain = decodeURIComponent(part);
  } catch {
    // A literal per cent sign.
  }
  return encodeURIComponent(plain.normalize('NFC').toWellFormed()).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
}

/** Returns the entries of a list, each with those above it. */
const entriesOf = (cell: string | undefined, { separator = ',' }: Format): string[][] =>
  (cell ?? '')
    .split(separator)
    .map((entry) =>
      htmlToText(entry)
        .text.split('>')
        .map((name) => name.trim()),
    )
    .filter((path) => path.every(Boolean));
