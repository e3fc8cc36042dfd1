import { createHash } from 'node:crypto';
import type { Fault } from '#backend/base/faults.ts';
import { inWords, isSame, meets, type Named } from './made-ids.ts';
import type { ProductEdit, ReadRow } from './rows.ts';
import type { TwinAnswer } from './twin-answers.ts';

/** A row, once it is compared with those before it. */
export type Judged =
  /** It counts, in the place of an earlier row with its id. `of`: it is a size of that product. */
  | { edit: ProductEdit; of?: string }
  | { faults: Fault[] }
  /** Another row counts. */
  | { leftOut: Fault }
  /** It has the id of another row, and nobody has said which one counts. */
  | { twin: Fault; id: string };

/** What later rows are compared with. `made`: the id is made of the name. `says`: all that the row says. */
type Seen = { row: number; made: boolean; named?: Named; says?: string; told?: true };

/**
 * Compares rows with those that have the same id. A row that says the same as an earlier one is left out. Keeps every
 * id and name of the file in memory.
 */
export async function* judgeTwins(
  rows: AsyncIterable<ReadRow>,
  answer?: TwinAnswer,
): AsyncGenerator<Judged> {
  const seen = new Map<string, Seen>();
  const said = new Map<string, number>();
  for await (const read of rows) {
    const id = read.ok ? read.edit.id : read.id;
    const first = id ? seen.get(id) : undefined;
    const now = seenOf(read);
    const says = `${id} ${now.says}`;
    const same = now.says === undefined ? undefined : said.get(says);
    if (now.says !== undefined && same === undefined) said.set(says, now.row);
    if (!id || !first || (answer && !(read.ok && first.says))) {
      if (id && (read.ok || !first)) seen.set(id, now);
      yield read.ok ? { edit: read.edit } : { faults: read.faults };
    } else if (same !== undefined && (same === first.row ? !first.told : answer === 'each')) {
      yield { leftOut: { row: now.row, column: null, message: `says the same as row ${same}` } };
    } else if (!answer) {
      if (!read.ok) yield { faults: read.faults };
      if (!first.told) yield { id, twin: { row: first.row, ...twinFault(id, now, first) } };
      yield { id, twin: { row: now.row, ...twinFault(id, first, now) } };
      first.told = true;
    } else if (read.ok) yield* settle(id, { answer, first, now, edit: read.edit, seen });
  }
}

/** Yields what an answer makes of a row with the id of an earlier one. */
function* settle(
  id: string,
  twins: { answer: TwinAnswer; first: Seen; now: Seen; edit: ProductEdit; seen: Map<string, Seen> },
): Generator<Judged> {
  const { answer, first, now, edit, seen } = twins;
  if (answer === 'each') return yield apart(id, twins);
  const [counts, other] = answer === 'first' ? [first, now] : [now, first];
  const message = `is the same product as row ${counts.row}, which counts`;
  yield { leftOut: { row: other.row, column: null, message } };
  seen.set(id, counts);
  if (answer === 'last') yield { edit };
}

/** A row as a product of its own. If it has the name of the other one, it is a size of it. */
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
  seen.set(own, now);
  const { former: _, ...rest } = edit;
  if (name === undefined || (first.named && now.named && !isSame(now.named, first.named))) {
    return { edit: { ...rest, id: own } };
  }
  const written = count > 1 ? `${name}, ${count}` : name;
  const given = { ...edit.given, name: written, size_group: group ?? id };
  return { edit: { ...rest, id: own, given }, ...(group ? {} : { of: id }) };
}

function seenOf(read: ReadRow): Seen {
  if (!read.ok) return { row: read.row, made: false };
  const { row, former, given, pictures } = read.edit;
  const { name, brand } = given;
  const says = createHash('sha1')
    .update(JSON.stringify([given, pictures]))
    .digest('base64');
  const named = name === undefined ? {} : { named: { name, brand } };
  return { row, made: former !== undefined, says, ...named };
}

function twinFault(id: string, other: Seen, { made, named }: Seen): Omit<Fault, 'row'> {
  if (named && other.named && (made || other.made) && !isSame(named, other.named)) {
    const [one, its] = made ? [named, other.named] : [other.named, named];
    const whose = made ? `row ${other.row}, ${inWords(its)}` : `this row, ${inWords(its)}`;
    return { column: 'name', message: meets(id, one, whose) };
  }
  const message = `'${id}' is also the id of row ${other.row}: remove one of them, give each its own id, or say which one counts`;
  return { column: 'id', message };
}
