import { and, asc, eq, inArray, or, sql } from 'drizzle-orm';
import type { Task } from '#backend/base/background.ts';
import { describeError, type Log } from '#backend/base/log.ts';
import type { Signal } from '#backend/base/signal.ts';
import type { Database } from '#backend/db/connect.ts';
import { alone } from '#backend/db/locks.ts';
import { type PictureHosts, withAgreedHosts } from '#backend/media/allowed-hosts.ts';
import type { LookUp } from '#backend/media/download.ts';
import { createPictureIntake, type PicturePlace } from '#backend/media/intake.ts';
import { importCatalogue } from '#backend/products/files/import/import.ts';
import { withPacked } from './deferred.ts';
import { LISTED, writePreview } from './preview.ts';
import { readSheet } from './reading.ts';
import { recordOf } from './recording.ts';
import { type Steps, startSteps } from './steps.ts';
import { type ImportRow, imports } from './tables.ts';
import { undo } from './undo.ts';
import { unpack } from './unpack.ts';
import { Unreadable } from './unreadable.ts';
import { LEFT_BEHIND } from './upload.ts';
import type { ImportView } from './view.ts';

/** The dependencies of the imports' background work. */
export interface ImportParts {
  /** Connections without time limits: an import takes minutes. */
  db: Database;
  /** The pool for calls. The task uses it to look for work, and so needs no connection of its own for that. */
  calls: Database;
  place: PicturePlace;
  hosts: PictureHosts;
  /** Where the shop serves its own pictures. */
  origins: readonly string[];
  log: Log;
  /** Finds the addresses of a host; by default the system does. */
  lookUp?: LookUp | undefined;
}

const DUE = ['reading', 'waiting', 'importing', 'undoing'] as const;
/** The number of unexpected faults after which an import has failed. */
const TRIES = 3;

/**
 * Reads, imports and undoes what is due, one after the other, in one process at a time.
 * @param onStep - called after each step, because an import may now have pictures to download.
 */
export const importTask = (parts: ImportParts, wake: Signal, onStep: () => void): Task => ({
  failure: 'import_failed',
  pauseMs: 3000,
  // A sheet of 100,000 rows takes minutes.
  deadlineMs: 30 * 60_000,
  wake,
  round: async (signal) => {
    if (!(await nextOf(parts.calls))) return;
    await alone(parts.db, 'imports', async () => {
      for (;;) {
        const next = await nextOf(parts.db);
        if (!next || signal.aborted) return;
        await workOn(parts, next, signal);
        onStep();
      }
    });
  },
});

/** Returns the import that has waited longest. */
async function nextOf(db: Database): Promise<ImportRow | undefined> {
  const [next] = await db
    .select()
    .from(imports)
    .where(or(inArray(imports.state, [...DUE]), LEFT_BEHIND))
    .orderBy(asc(imports.touchedAt))
    .limit(1);
  return next;
}

/** Takes the next step of an import. A problem with the file is shown on its page. An unexpected fault is retried. */
async function workOn(parts: ImportParts, row: ImportRow, signal: AbortSignal): Promise<void> {
  const { db } = parts;
  if (row.state === 'receiving') {
    return void (await db.delete(imports).where(and(eq(imports.id, row.id), LEFT_BEHIND)));
  }
  const steps = startSteps(db, row.id, signal);
  try {
    if (row.state === 'undoing') await undo(db, row);
    else if (row.state === 'reading') await read(parts, row, steps);
    else await write(parts, row, steps);
  } catch (error) {
    if (signal.aborted) return;
    await steps.end();
    if (error instanceof Unreadable) return await tell(db, row, error.message);
    if (row.tries + 1 < TRIES) {
      await change(db, row, { tries: row.tries + 1 });
      throw error;
    }
    parts.log({ event: 'import_given_up', import: row.id, error: describeError(error) });
    // If undoing fails, the import stays as it was.
    const state = row.state === 'undoing' ? 'done' : 'failed';
    const trouble = 'Something went wrong that the shop did not expect: its log says what.';
    await change(db, row, { state, trouble, tries: 0, doing: null });
  } finally {
    await steps.end();
  }
}

/** Changes an import if nobody else has changed it since it was read. */
const change = (
  db: Database,
  { id, version }: ImportRow,
  set: Partial<typeof imports.$inferInsert>,
) =>
  db
    .update(imports)
    .set({ ...set, touchedAt: sql`now()` })
    .where(sql`${imports.id} = ${id} and ${imports.version} = ${version}`);

const tell = async (db: Database, row: ImportRow, trouble: string) => {
  await change(db, row, { state: 'asking', trouble, doing: null, version: row.version + 1 });
};

async function read(parts: ImportParts, row: ImportRow, steps: Steps): Promise<void> {
  const { db, place, hosts, origins } = parts;
  if (row.kind === 'zip') {
    await unpack({ db, media: place.media }, row.id, steps);
  }
  const reading = await readSheet(db, row, { hosts, origins, steps });
  if ('unmapped' in reading) {
    const { mapping: _, answers: __, ...shown } = reading.unmapped;
    const trouble =
      'The shop does not know these headings: say which of them is above the names of products, and what the others mean.';
    return void (await asked(
      db,
      row,
      { ...EMPTY, ...shown, columns: [...shown.columns] },
      trouble,
    ));
  }
  const intake = withPacked(createPictureIntake({ folder: null, hosts, place }), reading.files);
  const view = await writePreview(db, row, reading, { intake, steps });
  await steps.end();
  await asked(db, { ...row, columns: reading.mapping, answers: reading.answers }, view, null);
}

const asked = (db: Database, row: ImportRow, view: ImportView, trouble: string | null) =>
  change(db, row, {
    state: 'asking',
    view,
    trouble,
    columns: row.columns,
    answers: row.answers,
    tries: 0,
    doing: null,
    version: row.version + 1,
  });

const EMPTY = {
  format: 'your own list',
  asks: [],
  hosts: [],
  rows: 0,
  products: 0,
  new: 0,
  changed: 0,
  unchanged: 0,
  leftOut: 0,
  faults: 0,
  warnings: 0,
  notes: 0,
  addresses: { count: 0, examples: [] },
  sentences: [],
};

/**
 * Writes the catalogue and the record of the import in one transaction. If the process is killed first, nothing is written
 * and the step begins again.
 */
async function write(parts: ImportParts, row: ImportRow, steps: Steps): Promise<void> {
  const { db, place, origins } = parts;
  const begun = Date.now();
  await change(db, row, { state: 'importing' });
  const hosts = withAgreedHosts(parts.hosts, row.hosts);
  const reading = await readSheet(db, row, { hosts, origins, steps });
  if ('unmapped' in reading || reading.asks.length > 0) {
    // The shop has changed since the preview, and the file raises a new question. The merchant is asked again.
    return void (await change(db, row, { state: 'reading', version: row.version + 1 }));
  }
  const { moved, deferred } = reading;
  await importCatalogue(db, reading.rows, {
    intake: withPacked(createPictureIntake({ folder: null, hosts, place }), reading.files),
    partial: true,
    withoutBrokenPictures: true,
    listed: LISTED,
    twins: row.answers.twins,
    codes: row.answers.codes,
    onProgress: (count) => steps.say('rows', count, row.view?.products ?? null),
    onWriting: () => steps.say('writing', row.view?.products ?? 0, row.view?.products ?? null),
    record: recordOf({
      import: row,
      deferred,
      addresses: moved?.addresses ?? [],
      leftOut: reading.leftOut.length,
      deletesMissing: false,
      begun,
    }),
  });
}
