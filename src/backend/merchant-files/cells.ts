import * as z from 'zod';
import { readNaira } from '#backend/base/amounts.ts';
import { naira } from '#contract/values.ts';
import { isKeepable } from '#domain/keepable.ts';
import { inLagos, LAGOS_OFFSET, readLagosTime } from '#domain/lagos-date.ts';
import { toNaira } from '#domain/money/money.ts';
import { textFault } from '#domain/text.ts';

/**
 * Readers for the cells of a merchant's file: text from CSV, or values from JSON lines. They drop spaces around a text.
 * Each message completes a sentence that begins with the column. It says what is wrong and how to write it.
 */

/** Returns a text in quotation marks, for a sentence. Cuts a long one. */
export const quoted = (text: string) => `'${text.length > 60 ? `${text.slice(0, 59)}…` : text}'`;

/** Matches a spreadsheet's output for a formula that fails. */
export const SHEET_ERROR =
  /(?:^|[\s,])#(?:REF!|N\/A|NAME\?|NOM\?|VALUE!|VALEUR!|DIV\/0!|NULL!|NUM!|NOMBRE!)(?:$|[\s,])/;

const storable = z
  .string()
  .refine(isKeepable, { error: ({ input }) => textFault(String(input)) })
  .refine((text) => !SHEET_ERROR.test(text), {
    error: ({ input }) =>
      `has ${quoted(String(input))}, an error of the spreadsheet: write what is meant`,
  });

/** A cell as text; '' if it is empty. */
const cellText = z
  .union([z.string(), z.number(), z.null()], 'must be text or a number')
  .transform((cell) => (cell === null ? '' : String(cell).trim()))
  .pipe(storable);

/** Text of at most `max` characters; '' if the cell is empty. */
export const textCell = (max: number) => cellText.pipe(z.string().max(max, tooLong(max)));

const tooLong = (max: number) => `has more than ${max} characters: shorten it`;

/** Text of at most `max` characters that must not be empty. */
export const requiredCell = (max: number) =>
  textCell(max).refine((text) => text !== '', 'must not be empty: fill it in');

/** Text of at most `max` characters; null if the cell is empty. */
export const optionalCell = (max: number) => textCell(max).transform((text) => text || null);

/** Returns a reader of cells. If `read` returns undefined, `wanted` tells the merchant what to write. */
export function readCell<T>(read: (text: string) => T | undefined, wanted: string) {
  return cellText.transform((text, context): T => {
    const value = read(text);
    if (value !== undefined) return value;
    context.addIssue(`${text === '' ? 'must not be empty' : `is ${quoted(text)}`}: ${wanted}`);
    return z.NEVER;
  });
}

/** A price in naira, read as kobo. */
export const priceCell = readCell(
  readPrice,
  'write naira such as 12500 or 12500.50, at most 1000000000',
);

/** Returns the kobo of a price that the contract allows; undefined for anything else. */
export function readPrice(text: string): number | undefined {
  const kobo = readNaira(text);
  return kobo !== undefined && naira.safeParse(toNaira(kobo)).success ? kobo : undefined;
}

/** A whole number from `min` to `max`. */
export const wholeCell = (min: number, max: number) =>
  readCell((text) => readWhole(text, min, max), `write a whole number from ${min} to ${max}`);

/** A whole number from `min` to `max`, with its `unit` or without; null if the cell is empty. */
export const optionalWholeCell = (min: number, max: number, unit = '') =>
  readCell((text) => {
    const number = unit && text.toLowerCase().endsWith(unit) ? text.slice(0, -unit.length) : text;
    return text === '' ? null : readWhole(number.trim(), min, max);
  }, `write a whole number from ${min} to ${max}, or leave it empty`);

/** Reads a whole number from `min` to `max`: '12', '12.0'; undefined for anything else. */
export function readWhole(text: string, min: number, max: number): number | undefined {
  if (!/^\d{1,10}(\.0+)?$/.test(text)) return undefined;
  return Number(text) >= min && Number(text) <= max ? Number(text) : undefined;
}

/** The end of a discount, as ISO time in UTC; null if the cell is empty. */
export const endCell = readCell(
  (text) => (text === '' ? null : readLagosTime(text, '23:59:59')),
  'write a time in Lagos such as 2026-12-24 18:00, a day such as 2026-12-24 (until its end), or leave it empty',
);

/** The beginning of a discount, as ISO time in UTC; null if the cell is empty. */
export const beginningCell = readCell(
  (text) => (text === '' ? null : readLagosTime(text, '00:00:00')),
  'write a time in Lagos such as 2026-12-24 08:00, a day such as 2026-12-24 (from its beginning), or leave it empty',
);

/** Writes an ISO time for a file: in Lagos time with its offset, a form that spreadsheets do not change. */
export const writeTime = (iso: string): string =>
  inLagos(iso)
    .toISOString()
    .replace(/(?:\.000)?Z$/, LAGOS_OFFSET);

/** Writes naira for a file: with two decimals, or none if they are zero. */
export const writeNaira = (amount: number): string => amount.toFixed(2).replace(/\.00$/, '');

const listInput = z.union(
  [
    z.string().transform(splitList),
    z.number().transform((number) => [String(number)]),
    z.null().transform((): string[] => []),
    z.array(z.string().trim()),
  ],
  'must be text, or a list of texts',
);

/** Returns the message for a long entry. One with commas is probably a whole list of another program. */
const tooLongEntry = (entry: string, max: number) =>
  /[,;]/.test(entry)
    ? `has an entry of more than ${max} characters, ${quoted(entry)}: write | between entries`
    : tooLong(max);

const listOutput = (most: number, max: number) =>
  z
    .array(storable.max(max, { error: ({ input }) => tooLongEntry(String(input), max) }))
    .max(most, `has more than ${most} entries: remove some`);

/** A list of at most `most` different texts of at most `max` characters; [] if the cell is empty. */
export const listCell = (most: number, max: number) =>
  listInput
    .transform((items) => [...new Set(items.filter((item) => item !== ''))])
    .pipe(listOutput(most, max));

/** A list in which the position matters: an empty text keeps its position, except at the end. Each text is one line. */
export const placesCell = (most: number, max: number) =>
  listInput
    .transform((items) =>
      items
        .slice(0, items.findLastIndex((item) => item !== '') + 1)
        .map((item) => item.replace(/\s+/g, ' ')),
    )
    .pipe(listOutput(most, max));

/** Splits 'a | b'. Inside a part, `\|` is a vertical bar and `\\` a backslash; any other backslash stays as it is. */
export function splitList(text: string): string[] {
  const items: string[] = [''];
  for (const [sign, escaped] of text.matchAll(/\\([\\|])|./gsu)) {
    if (sign === '|') items.push('');
    else items[items.length - 1] += escaped ?? sign;
  }
  return items.map((item) => item.trim());
}

/** Joins texts to one cell, which `splitList` splits again. */
export const joinList = (items: readonly string[]): string =>
  items.map((item) => item.replace(/[\\|]/g, '\\$&')).join('|');
