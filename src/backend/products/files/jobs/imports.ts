import { desc, eq, sql } from 'drizzle-orm';
import { done, type Refused, type Result, refuse, type StaffCode } from '#backend/base/result.ts';
import type { Database } from '#backend/db/connect.ts';
import { type Transaction, transact } from '#backend/db/transact.ts';
import { type Actor, ownersOnly } from '#backend/staff/actor.ts';
import { type SavedAnswers, type SavedColumns, savedAnswers, savedColumns } from './answers.ts';
import { type ImportRow, importMappings, imports } from './tables.ts';

/** The number of imports in the list. */
const LISTED = 100;

/** Returns the imports, newest first. Refusal: forbidden. */
export async function listImports(
  db: Database,
  actor: Actor,
): Promise<Result<ImportRow[], StaffCode>> {
  const no = ownersOnly(actor, 'import products');
  if (no) return no;
  return done(await db.select().from(imports).orderBy(desc(imports.createdAt)).limit(LISTED));
}

/**
 * Saves the meaning of columns, answers to questions, or the sheet of a workbook, and has the file read again.
 * @param request.version - of the form; a later one refuses it. Refusals: forbidden, not_found, stale, conflict (nothing
 *   is asked), invalid.
 */
export async function answerImport(
  db: Database,
  id: string,
  request: {
    actor: Actor;
    version: number;
    columns?: SavedColumns;
    answers?: SavedAnswers;
    sheet?: string;
  },
): Promise<Result<null, StaffCode>> {
  const answers = savedAnswers.safeParse(request.answers ?? {});
  const columns = savedColumns.safeParse(request.columns ?? {});
  if (!answers.success || !columns.success) {
    return refuse('invalid', 'One of the answers cannot be read: choose it again.');
  }
  return onImport(db, id, request, async (transaction, row) => {
    if (row.state !== 'asking') return notNow(row, 'It does not ask anything just now.');
    await transaction
      .update(imports)
      .set({
        state: 'reading',
        trouble: null,
        ...(request.columns && { columns: columns.data }),
        ...(request.answers && { answers: answers.data }),
        ...(request.sheet !== undefined && { sheet: request.sheet.trim() || null }),
        ...NEXT,
      })
      .where(eq(imports.id, id));
    return done(null);
  });
}

/**
 * Starts the writing of an import that has no open questions. Remembers the mapping for the next file with these headings.
 * With 'fetch', the merchant agrees to exactly the hosts that the page has shown. Refusals: forbidden, not_found, stale,
 * conflict.
 */
export async function startImport(
  db: Database,
  id: string,
  request: { actor: Actor; version: number },
): Promise<Result<null, StaffCode>> {
  return onImport(db, id, request, async (transaction, row) => {
    const { state, view, columns, answers } = row;
    if (state !== 'asking' || !view) return notNow(row, 'It cannot be started just now.');
    if (row.trouble !== null) return refuse('conflict', row.trouble);
    if (view.asks.length > 0) return refuse('conflict', 'Answer what is asked first.');
    if (view.products === 0) return refuse('conflict', 'The file has no products to import.');
    if ((columns || answers.currency) && view.format !== null) {
      const mapping = { columns: columns ?? {}, currency: answers.currency ?? null };
      await transaction
        .insert(importMappings)
        .values({ key: view.headingsKey, ...mapping })
        .onConflictDoUpdate({
          target: importMappings.key,
          set: { ...mapping, updatedAt: sql`now()` },
        });
    }
    await transaction
      .update(imports)
      .set({
        state: 'waiting',
        startedBy: request.actor.name,
        hosts: answers.pictures === 'fetch' ? view.hosts.map(({ host }) => host) : [],
        ...NEXT,
      })
      .where(eq(imports.id, id));
    return done(null);
  });
}

/** Removes an import that has not been started, with its file. Refusals: forbidden, not_found, conflict. */
export async function dropImport(
  db: Database,
  id: string,
  request: { actor: Actor },
): Promise<Result<null, StaffCode>> {
  return onImport(db, id, request, async (transaction, row) => {
    if (!['receiving', 'reading', 'asking', 'failed'].includes(row.state)) {
      return notNow(row, 'It has been started, so it can only be undone.');
    }
    await transaction.delete(imports).where(eq(imports.id, id));
    return done(null);
  });
}

/** Starts the undoing of an import (undo.ts). Refusals: forbidden, not_found, conflict. */
export async function undoImport(
  db: Database,
  id: string,
  request: { actor: Actor },
): Promise<Result<null, StaffCode>> {
  return onImport(db, id, request, async (transaction, row) => {
    if (row.state !== 'done') return notNow(row, 'Only what was imported can be undone.');
    const { rows } = await transaction.execute<{ kept: boolean }>(sql`
      select exists (select from import_products where import_id = ${id}) as kept`);
    const changes = (row.totals?.new ?? 0) + (row.totals?.changed ?? 0);
    if (!rows[0]?.kept && changes > 0) {
      return refuse('conflict', 'It is too long ago: what the products were before is not kept.');
    }
    await transaction
      .update(imports)
      .set({ state: 'undoing', startedBy: request.actor.name, ...NEXT })
      .where(eq(imports.id, id));
    return done(null);
  });
}

/** The values for the next step: earlier forms are out of date, and progress and faults are cleared. */
const NEXT = {
  version: sql`${imports.version} + 1`,
  tries: 0,
  doing: null,
  done: 0,
  total: null,
  touchedAt: sql`now()`,
};

/** Changes an import while it is locked. */
function onImport(
  db: Database,
  id: string,
  { actor, version }: { actor: Actor; version?: number },
  work: (transaction: Transaction, row: ImportRow) => Promise<Result<null, StaffCode>>,
): Promise<Result<null, StaffCode>> {
  return transact(db, async (transaction) => {
    const no = ownersOnly(actor, 'import products');
    if (no) return no;
    const [row] = await transaction.select().from(imports).where(eq(imports.id, id)).for('update');
    if (!row) return unknownImport(id);
    if (version !== undefined && version !== row.version) {
      return refuse('stale', 'Somebody has gone on with this import meanwhile: look at it again.');
    }
    return work(transaction, row);
  });
}

export const unknownImport = (id: string): Refused<StaffCode> =>
  refuse('not_found', `There is no import '${id}'.`);

const STATES: Readonly<Record<ImportRow['state'], string>> = {
  receiving: 'The file is still coming.',
  reading: 'The file is being read.',
  asking: 'It waits for an answer.',
  waiting: 'It is about to begin.',
  importing: 'It is under way.',
  done: 'It was imported.',
  failed: 'It has failed.',
  undoing: 'It is being undone.',
  undone: 'It was undone.',
};

const notNow = ({ state }: ImportRow, what: string): Refused<StaffCode> =>
  refuse('conflict', `${STATES[state]} ${what}`);
