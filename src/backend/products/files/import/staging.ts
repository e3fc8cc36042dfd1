import { type SQL, sql } from 'drizzle-orm';
import PQueue from 'p-queue';
import type { Fault, Faults } from '#backend/base/faults.ts';
import { done } from '#backend/base/result.ts';
import type { Database } from '#backend/db/connect.ts';
import type { PictureIntake, Taken } from '#backend/media/intake.ts';
import type { ProductEdit, ReadRow } from '#backend/products/fields/rows.ts';
import type { Asked, Choice } from './choices.ts';
import { judgeTwins } from './twins.ts';

/** The number of rows in memory at once. */
export const BATCH = 500;
/** The number of pictures fetched at once. Most of the time is spent waiting for other servers. */
const PICTURES_AT_ONCE = 6;

/** A connection whose temporary tables hold the file. */
type Session = Pick<Database, 'execute'>;

/** Creates the temporary tables of an import, for the rows of the file and the changes that they make. */
export async function createStage(session: Session): Promise<void> {
  await session.execute(sql`
    create temporary table staged (row int not null, id text primary key, former text, given jsonb not null, pictures text[])`);
  await session.execute(sql`
    create temporary table changes (row int not null, id text primary key, known boolean not null,
      after jsonb not null, changed text[] not null)`);
}

/** Returns rows as a table of a query. */
export const stagedRows = (edits: readonly ProductEdit[]): SQL =>
  sql`jsonb_to_recordset(${JSON.stringify(edits)}::jsonb)
    as staged(row int, id text, former text, given jsonb, pictures text[])`;

/** The rows read, the valid ones, and the pictures that these name. */
interface Staged {
  read: number;
  good: number;
  pictures: ReadonlySet<string>;
  /** Rows that another row replaces. */
  leftOut: readonly Fault[];
  /** Rows with the same id, before anybody has said which one counts. */
  twins: readonly Asked[];
}

/** Stages the rows of a file while they are read. */
export async function stageRows(
  session: Session,
  rows: AsyncIterable<ReadRow>,
  faults: Faults,
  {
    twins: answer,
    onProgress,
  }: { twins: Choice<'twins'> | undefined; onProgress: (rows: number) => void },
): Promise<Staged> {
  let read = 0;
  let good = 0;
  let batch = new Map<string, ProductEdit>();
  const pictures = new Set<string>();
  const leftOut: Fault[] = [];
  const twins: Asked[] = [];
  const twice = new Set<string>();
  const sized = new Set<string>();
  const send = async () => {
    await session.execute(sql`
      insert into staged select row, id, former, given, pictures from ${stagedRows([...batch.values()])}
      on conflict (id) do update set (row, former, given, pictures)
        = (excluded.row, excluded.former, excluded.given, excluded.pictures)`);
    batch = new Map();
  };
  async function* counted() {
    for await (const row of rows) {
      onProgress(++read);
      yield row;
    }
  }
  for await (const judged of judgeTwins(counted(), answer)) {
    if ('edit' in judged) {
      good++;
      if (judged.instead !== undefined) {
        batch.delete(judged.instead);
        await session.execute(sql`delete from staged where id = ${judged.instead}`);
      }
      for (const name of judged.edit.pictures ?? []) pictures.add(name);
      if (judged.of !== undefined) sized.add(judged.of);
      if (batch.set(judged.edit.id, judged.edit).size === BATCH) await send();
    } else if ('faults' in judged) faults.add(...judged.faults);
    else if ('leftOut' in judged) leftOut.push(judged.leftOut);
    else {
      twins.push(judged.twin);
      twice.add(judged.id);
    }
  }
  if (batch.size > 0) await send();
  await session.execute(sql`delete from staged where id = any(${sql.param([...twice])}::text[])`);
  await session.execute(sql`
    update staged set given = jsonb_build_object('size_group', id) || given where id = any(${sql.param([...sized])}::text[])`);
  await session.execute(sql`analyze staged`);
  return { read, good, pictures, leftOut, twins };
}

/** The pictures that a file names, by their names. */
export type TakenPictures = ReadonlyMap<string, Taken>;

/**
 * Finds or fetches pictures by their names, each once. Pictures that the shop has need no intake.
 * @param how - as for `PictureIntake.take`.
 */
export async function takePictures(
  session: Session,
  names: ReadonlySet<string>,
  options: {
    intake: PictureIntake;
    how: Parameters<PictureIntake['take']>[1];
    onProgress?: (done: number, of: number) => void;
  },
): Promise<TakenPictures> {
  const { intake, how, onProgress } = options;
  const taken = new Map<string, Taken>();
  const queue = new PQueue({ concurrency: PICTURES_AT_ONCE });
  const all = [...names];
  for (let at = 0; at < all.length; at += BATCH) {
    const batch = all.slice(at, at + BATCH);
    const own = batch.flatMap((name): [string, string][] => {
      const hash = intake.ownHash(name);
      return hash === undefined ? [] : [[name, hash]];
    });
    const hashes = own.map(([, hash]) => hash);
    const { rows } = await session.execute<{ hash: string }>(
      sql`select hash from media where hash = any(${sql.param(hashes)}::text[])`,
    );
    const had = new Set(rows.map(({ hash }) => hash));
    for (const [name, hash] of own) if (had.has(hash)) taken.set(name, done(hash));
    const waiting = batch.filter((name) => !taken.has(name));
    const takeOne = async (name: string) => {
      taken.set(name, await intake.take(name, how));
      onProgress?.(taken.size, names.size);
    };
    // All must end before an error is thrown, so that nothing runs on after the import.
    const ended = await Promise.allSettled(waiting.map((name) => queue.add(() => takeOne(name))));
    for (const one of ended) if (one.status === 'rejected') throw one.reason;
  }
  return taken;
}

/** Returns the hashes of pictures, in order; null if none are named. */
export const hashesOf = (names: readonly string[] | undefined | null, taken: TakenPictures) =>
  names?.flatMap((name) => {
    const one = taken.get(name);
    return one?.ok && one.value !== null ? one.value : [];
  }) ?? null;

/** Returns what is wrong with the pictures that a row names. */
export const pictureFaults = (
  row: number,
  names: readonly string[],
  taken: TakenPictures,
): Fault[] =>
  names.flatMap((name) => {
    const one = taken.get(name);
    if (!one || one.ok) return [];
    return [{ row, column: 'pictures', message: `names ${name}, which ${one.refusal.message}` }];
  });

/** Removes missing pictures from the staged rows. They are warnings, and their products go on sale without them. */
export async function dropPictures(session: Session, taken: TakenPictures, warnings: Faults) {
  const { rows } = await session.execute<{
    row: number;
    id: string;
    pictures: string[];
    alts: string[] | null;
  }>(sql`
    select row, id, pictures, given->'picture_alts' as alts from staged
    where pictures && ${sql.param(namesOfMissing(taken))}::text[] order by row`);
  for (const { row, id, pictures, alts } of rows) {
    warnings.add(...pictureFaults(row, pictures, taken));
    const kept = pictures.flatMap((name, at) => (taken.get(name)?.ok ? at : []));
    const given = alts && { picture_alts: kept.map((at) => alts[at] ?? '') };
    await session.execute(sql`
      update staged set pictures = ${sql.param(kept.map((at) => pictures[at]))}::text[],
        given = given || ${JSON.stringify(given ?? {})}::jsonb where id = ${id}`);
  }
}

/** Removes staged rows with a picture that cannot be used. They are faults. */
export async function refusePictures(session: Session, taken: TakenPictures, faults: Faults) {
  const { rows } = await session.execute<{ row: number; pictures: string[] }>(sql`
    delete from staged where pictures && ${sql.param(namesOfMissing(taken))}::text[] returning row, pictures`);
  for (const { row, pictures } of rows.toSorted((one, other) => one.row - other.row)) {
    faults.add(...pictureFaults(row, pictures.toSorted(), taken));
  }
}

const namesOfMissing = (taken: TakenPictures): string[] =>
  [...taken].flatMap(([name, one]) => (one.ok ? [] : name));
