import { createHash } from 'node:crypto';
import type { Fault } from '#backend/base/faults.ts';
import { inWords, isSame, meets, type Named } from '#backend/products/fields/made-ids.ts';
import type { ProductEdit, ReadRow } from '#backend/products/fields/rows.ts';
import { skuKey } from '#backend/products/fields/skus.ts';
import { slug } from '#domain/products/slug.ts';
import type { Asked, Choice } from './choices.ts';

/** A row after comparison with the rows before it. */
export type Judged =
  /** The row counts. `instead`: the id of an earlier row that it replaces. `of`: the product of which it is a size. */
  | { edit: ProductEdit; of?: string; instead?: string }
  | { faults: Fault[] }
  /** Another row counts. */
  | { leftOut: Fault }
  /** It has the id or SKU of another row, and nobody has said which row counts. */
  | { twin: Asked; id: string };

/** The data that later rows are compared with. `made`: the id is made of the name. `says`: the whole content of the row. */
type Seen = {
  row: number;
  id: string;
  /** In the form for comparison; '' for none. */
  sku: string;
  written?: string;
  made: boolean;
  named?: Named;
  says?: string;
  told?: true;
};

/**
 * Compares rows with others that have the same id or SKU. Rows with one name and different SKUs are different products. A
 * row that repeats an earlier one is left out. Keeps every id and name of the file in memory.
 */
export async function* judgeTwins(
  rows: AsyncIterable<ReadRow>,
  answer?: Choice<'twins'>,
): AsyncGenerator<Judged> {
  const seen = new Map<string, Seen>();
  const said = new Map<string, number>();
  for await (const row of rows) {
    const read = withOwnId(row, seen);
    const id = read.ok ? read.edit.id : read.id;
    const now = seenOf(read);
    const first = id ? (seen.get(id) ?? seen.get(codeOf(now))) : undefined;
    const says = `${id} ${now.says}`;
    const same = now.says === undefined ? undefined : said.get(says);
    if (now.says !== undefined && same === undefined) said.set(says, now.row);
    if (!id || !first || (answer && !(read.ok && first.says))) {
      if (id && (read.ok || !first)) keep(seen, now);
      yield read.ok ? { edit: read.edit } : { faults: read.faults };
    } else if (same !== undefined && (same === first.row ? !first.told : answer === 'each')) {
      yield { leftOut: { row: now.row, column: null, message: `says the same as row ${same}` } };
    } else if (!answer) {
      if (!read.ok) yield { faults: read.faults };
      if (!first.told) yield { id: first.id, twin: twinFault(now, first) };
      yield { id, twin: twinFault(first, now) };
      first.told = true;
    } else if (read.ok) yield* judgeTwin(id, { answer, first, now, edit: read.edit, seen });
  }
}

/** Returns the key under which a row is kept by its SKU. No id equals such a key. */
const codeOf = ({ sku }: Pick<Seen, 'sku'>): string => `sku ${sku}`;

function keep(seen: Map<string, Seen>, now: Seen): void {
  seen.set(now.id, now);
  if (now.sku !== '') seen.set(codeOf(now), now);
}

/** Gives a row a different id if its id is made of an earlier row's name and its SKU differs. */
function withOwnId(read: ReadRow, seen: ReadonlyMap<string, Seen>): ReadRow {
  if (!read.ok || read.edit.former === undefined) return read;
  const { id, given } = read.edit;
  const sku = skuKey(given.sku);
  const first = seen.get(id);
  if (!first?.sku || sku === '' || first.sku === sku || slug(sku) === '') return read;
  return { ok: true, edit: { ...read.edit, id: `${id}-${slug(sku)}`, former: '' } };
}

/** Applies the merchant's answer to a row with the id or SKU of an earlier one. */
function* judgeTwin(
  id: string,
  twins: {
    answer: Choice<'twins'>;
    first: Seen;
    now: Seen;
    edit: ProductEdit;
    seen: Map<string, Seen>;
  },
): Generator<Judged> {
  const { answer, first, now, edit, seen } = twins;
  if (answer === 'each') {
    const { sku, ...given } = edit.given;
    const own = seen.has(codeOf(now))
      ? { now: { ...now, sku: '' }, edit: { ...edit, given } }
      : twins;
    if (first.id === id) return yield apart(id, { ...twins, ...own });
    keep(seen, own.now);
    return yield { edit: own.edit };
  }
  const [counts, other] = answer === 'first' ? [first, now] : [now, first];
  const message = `is the same product as row ${counts.row}, which counts`;
  yield { leftOut: { row: other.row, column: null, message } };
  if (counts === now) for (const key of [first.id, codeOf(first)]) seen.delete(key);
  keep(seen, counts);
  if (answer === 'last') yield { edit, ...(first.id === id ? {} : { instead: first.id }) };
}

/** Returns a row as a different product. If it has the name of the other one, it is a size of that product. */
function apart(
  id: string,
  {
    first,
    now,
    edit,
    seen,
  }: { first: Seen; now: Seen; edit: ProductEdit; seen: Map<string, Seen> },
): Judged {
  const { name, size_group: group, size_ml: ml } = edit.given;
  const sized = ml ? `${id}-${ml}-ml` : id;
  let own = sized;
  let count = 1;
  while (seen.has(own)) own = `${sized}-${++count}`;
  keep(seen, { ...now, id: own });
  const { former: _, ...rest } = edit;
  if (name === undefined || (first.named && now.named && !isSame(now.named, first.named))) {
    return { edit: { ...rest, id: own } };
  }
  const written = count > 1 ? `${name}, ${count}` : name;
  const given = { ...edit.given, name: written, size_group: group ?? id };
  return { edit: { ...rest, id: own, given }, ...(group ? {} : { of: id }) };
}

function seenOf(read: ReadRow): Seen {
  if (!read.ok) return { row: read.row, id: read.id ?? '', sku: '', made: false };
  const { row, id, former, given, pictures } = read.edit;
  const { name, brand, sku } = given;
  const says = createHash('sha1')
    .update(JSON.stringify([given, pictures]))
    .digest('base64');
  const named = name === undefined ? {} : { named: { name, brand } };
  const code = { sku: skuKey(sku), ...(sku && { written: sku }) };
  return { row, id, ...code, made: former !== undefined, says, ...named };
}

const CHOOSE = 'remove one of them, give each its own, or say which one counts';

function twinFault(other: Seen, now: Seen): Asked {
  const name = now.named?.name ?? now.id;
  const about = now.written ? `${name} (${now.written})` : name;
  return { row: now.row, about, ...wordsOf(other, now) };
}

function wordsOf(
  other: Seen,
  { id, written, made, named }: Seen,
): Pick<Fault, 'column' | 'message'> {
  if (id !== other.id) {
    const message = `'${written}' is also the SKU of row ${other.row}: ${CHOOSE}`;
    return { column: 'sku', message };
  }
  if (named && other.named && (made || other.made) && !isSame(named, other.named)) {
    const [one, its] = made ? [named, other.named] : [other.named, named];
    const whose = made ? `row ${other.row}, ${inWords(its)}` : `this row, ${inWords(its)}`;
    return { column: 'name', message: meets(id, one, whose) };
  }
  const message = `'${id}' is also the id of row ${other.row}: ${CHOOSE}`;
  return { column: 'id', message };
}
