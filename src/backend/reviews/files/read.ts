import { createHash } from 'node:crypto';
import type { TableLine } from '#backend/merchant-files/tables/table-line.ts';
import { htmlToText } from '#backend/products/files/understanding/cells/html-text.ts';
import { isHeading } from '#backend/products/files/understanding/headings.ts';
import { HEAD_LINES } from '#backend/products/files/understanding/recognise.ts';
import { saleReader } from '#backend/products/files/understanding/sale-columns.ts';
import { reviewBody } from '#contract/review.ts';
import { seen } from '#domain/text.ts';
import { REVIEW_FORMATS, type ReviewField, type ReviewFormat } from './formats.ts';

/** A review of another program, before its product is found. */
export interface OldReview {
  row: number;
  /** Its key among the reviews of the same program. */
  key: string;
  /** The last part of its product's address there; '' if unknown. */
  handle: string;
  /** Its product's name there; '' if unknown. */
  product: string;
  rating: number;
  comment: string;
  author: string;
  createdAt: Date;
}

/** A row that becomes no review, with the reason: the rest of a sentence that begins with the row. */
export interface LeftOutReview {
  row: number;
  what: string;
}

export interface OldReviews {
  format: string;
  /** The number of rows below the headings. */
  rows: number;
  reviews: readonly OldReview[];
  leftOut: readonly LeftOutReview[];
}

/**
 * Reads the reviews that another program exported. Does not read email addresses and other columns.
 * @throws Error with a sentence for the merchant if no program is recognised.
 */
export async function readReviews(
  lines: AsyncIterable<TableLine>,
  now = new Date(),
): Promise<OldReviews> {
  const reviews: OldReview[] = [];
  const leftOut: LeftOutReview[] = [];
  let rows = 0;
  let head: Head | undefined;
  let before = 0;
  for await (const line of lines) {
    if (!head) {
      const format = REVIEW_FORMATS.find(({ marks }) =>
        marks.every((mark) => line.cells.some((cell) => isHeading(mark, cell))),
      );
      if (format) {
        head = { format, headings: line.cells, sale: saleReader(line.cells, new Set()) };
      } else if (++before === HEAD_LINES) break;
      continue;
    }
    rows++;
    const read = readRow(line, head, now);
    if (typeof read === 'string') leftOut.push({ row: line.row, what: read });
    else reviews.push(read);
  }
  if (head) return { format: head.format.name, rows, reviews, leftOut };
  const names = REVIEW_FORMATS.map(({ name }) => name).join(', ');
  throw new Error(`The headings are those of no export of reviews that is known: ${names}.`);
}

interface Head {
  format: ReviewFormat;
  headings: readonly string[];
  sale: ReturnType<typeof saleReader>;
}

/** Returns a review, or why the row is not one. */
function readRow(
  { row, cells }: TableLine,
  { format, headings, sale }: Head,
  now: Date,
): OldReview | string {
  const at = (heading: Parameters<typeof isHeading>[0]) =>
    cells[headings.findIndex((cell) => isHeading(heading, cell))]
      ?.replaceAll('\0', '')
      .toWellFormed()
      .trim() ?? '';
  const cell = (field: ReviewField) =>
    [format.columns[field] ?? []].flat().map(at).find(Boolean) ?? '';
  const { status, why } = sale((column) => cells[column]?.trim() ?? '');
  if (status !== 'shown') return `is not published there: ${why}`;
  const stars = cell('rating');
  const comment = commentOf(cell('title'), cell('text'));
  const read = reviewBody.safeParse({ rating: starsOf(stars), comment });
  if (!read.success) {
    if (read.error.issues.some(({ path }) => path[0] === 'rating')) {
      return stars ? `has the rating '${stars}', which is not 1, 2, 3, 4 or 5` : 'has no rating';
    }
    return comment
      ? `has a text that cannot be shown: ${read.error.issues[0]?.message}`
      : 'has no text';
  }
  const createdAt = timeOf(cell('date'));
  if (!createdAt || createdAt > now) {
    return `has the date '${cell('date')}': write it as 2026-03-31 or 2026-03-31 18:00, not in the future`;
  }
  const [handle, product] = [cell('handle'), htmlToText(cell('product')).text];
  if (!handle && !product) return 'names no product';
  const id = cell('id');
  const said = [handle || product, cell('author'), cell('date'), stars, comment];
  return {
    row,
    key: id
      ? `id ${id.slice(0, LONGEST_KEY)}`
      : createHash('sha256').update(JSON.stringify(said)).digest('hex'),
    handle,
    product,
    ...read.data,
    author: shortName(cell('author')),
    createdAt,
  };
}

/** The most characters of an id. */
const LONGEST_KEY = 100;

const starsOf = (cell: string): number | undefined =>
  /^[1-5](?:[.,]0+)?$/.test(cell) ? Number(cell[0]) : undefined;

/** Puts a title above the text, unless the text begins with it. */
function commentOf(titleCell: string, textCell: string): string {
  const [title, text] = [htmlToText(titleCell).text, htmlToText(textCell).text];
  return text.startsWith(title) ? text : `${title}\n\n${text}`.trim();
}

const NO_NAME = 'A customer';
/** The most characters of a first name. */
const LONGEST_FIRST = 40;

/** Returns first name and initial: 'Amina Okafor' is 'Amina O.'. Does not show an email address in place of a name. */
export function shortName(cell: string): string {
  const name = seen(htmlToText(cell).text);
  if (name.includes('@')) return NO_NAME;
  const words = name.split(/[\s\p{Cc}]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const [first] = words;
  const last = words.at(-1);
  if (first === undefined || last === undefined) return NO_NAME;
  const shown = Array.from(first.toWellFormed()).slice(0, LONGEST_FIRST).join('');
  const initial = /[\p{L}\p{N}]/u.exec(last)?.[0].toUpperCase();
  return words.length > 1 ? `${shown} ${initial}.` : shown;
}

const TIME =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:\.\d+)? ?(Z|UTC|[+-]\d\d:?\d\d)?)?$/;

/** Returns a day or time, in UTC unless it has a zone; undefined for any other text, such as the ambiguous 04/05/2026. */
function timeOf(cell: string): Date | undefined {
  const [, year, month, day, time = '00:00', zone = 'Z'] = TIME.exec(cell) ?? [];
  if (year === undefined) return undefined;
  const offset = zone === 'UTC' ? 'Z' : zone.replace(/^([+-]\d\d):?(\d\d)$/, '$1:$2');
  const date = new Date(`${year}-${month}-${day}T${time}${offset}`);
  // JavaScript reads February 30 as March 2.
  const isDay = new Date(`${year}-${month}-${day}T00:00Z`).toJSON()?.slice(8, 10) === day;
  return isDay && !Number.isNaN(date.getTime()) ? date : undefined;
}
