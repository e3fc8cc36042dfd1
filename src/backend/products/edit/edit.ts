import { Readable } from 'node:stream';
import { type Fault, Faults } from '#backend/base/faults.ts';
import { done, type Refused, type Result, refuse, type StaffCode } from '#backend/base/result.ts';
import type { Database } from '#backend/db/connect.ts';
import { isRefusedBy, type Transaction } from '#backend/db/transact.ts';
import type { PictureIntake } from '#backend/media/intake.ts';
import type { ColumnName, OwnedFields } from '#backend/products/import/columns.ts';
import { type ImportReport, importCatalogue } from '#backend/products/import/import.ts';
import { type ReadRow, readRow } from '#backend/products/import/rows.ts';
import { recordAction } from '#backend/staff/actions.ts';
import { type Actor, ownersOnly } from '#backend/staff/actor.ts';
import { type FieldChange, fieldChanges, inWords } from './changes.ts';
import { type Cells, changedSince, inOurSpelling, namedCells } from './field-versions.ts';
import { findOwned } from './owned.ts';

/** A change of one product, or a new one. */
export interface EditOrder {
  /** What to set, by column, written as in a file of `npm run catalogue`. Columns that are left out stay. */
  cells: Readonly<Record<string, string>>;
  actor: Actor;
  /** Finds the pictures of `cells`. */
  intake: PictureIntake;
  /**
   * What the form said that the product was (`fieldVersions`). Then only the fields that differ from it are written, and nothing
   * if somebody else has changed one that the form shows. Without it all cells are written, as a command does.
   */
  versions?: string | undefined;
  /** Says what would change, and writes nothing. */
  dryRun?: boolean;
}

/** What was changed of a product. */
export interface Edited {
  id: string;
  /** Null for a new product. */
  before: OwnedFields | null;
  /** Null if it had these values already. */
  after: OwnedFields | null;
  changes: FieldChange[];
  /** What is valid and hardly meant. */
  warnings: Faults;
}

/** The result of a change. A refusal for what was typed has the faults as `npm run catalogue` prints them. */
export type EditResult = Result<Edited, StaffCode>;

/**
 * Changes a product: the same cells, checks and words as `npm run catalogue -- set`. One transaction compares, writes, tells the
 * site and records who it was. Stock may be a change such as +12, which adds to what there is at that moment.
 * Refusals: forbidden, invalid (`fields` by column, or a message), stale (`current` has what others changed).
 */
export async function editProduct(db: Database, id: string, order: EditOrder): Promise<EditResult> {
  const { actor, versions } = order;
  const forbidden = refusalOf(order);
  if (forbidden) return forbidden;
  const row = readRow(0, { ...order.cells, id });
  const mine = row.ok ? onlyMine(row, order.cells, versions) : order.cells;
  if (row.ok && Object.keys(mine).length === 0 && versions !== undefined) {
    return done(unchanged(id));
  }
  const shown = Object.keys(order.cells) as ColumnName[];
  const outcome = await write(db, row.ok ? readRow(0, { ...mine, id }) : row, order, {
    onlyKnown: true,
    check: ({ before }) => {
      if (versions === undefined || before === null) return null;
      const theirs = theirChanges(id, before, shown, versions);
      return theirs && staleBy(theirs);
    },
    record: (transaction, changes) =>
      recordAction(transaction, {
        action: 'product.change',
        subject: id,
        recordedBy: actor.name,
        detail: inWords(changes),
      }),
  });
  if (outcome.ok || versions === undefined || outcome.refusal.code !== 'invalid') return outcome;
  // What was typed may only be wrong beside what somebody else has saved meanwhile.
  const now = await findOwned(db, id);
  const theirs = now && theirChanges(id, now, shown, versions);
  if (!theirs) return outcome;
  return staleBy(theirs, outcome.refusal.fields);
}

/**
 * Adds a product. Its id is made of brand and name, as an import makes it, unless `cells` have one.
 * Refusals: forbidden; invalid, also if there is such a product.
 */
export async function addProduct(db: Database, order: EditOrder): Promise<EditResult> {
  const forbidden = ownersOnly(order.actor, 'add products');
  if (forbidden) return forbidden;
  const row = readRow(0, { name: '', price: '', ...order.cells });
  const exists = (id: string) =>
    refuse('invalid', `There is a product '${id}' already.`, {
      fields: {
        name: `is that of the product '${id}', which there is already: change that one, or give this one another name`,
      },
    });
  const outcome = await write(db, row, order, {
    onlyKnown: false,
    check: ({ id, before }) => (before === null ? null : exists(id)),
    record: (transaction, _, id) =>
      recordAction(transaction, {
        action: 'product.add',
        subject: id,
        recordedBy: order.actor.name,
      }),
  });
  // Equal in every cell to one that there is.
  return outcome.ok && outcome.value.after === null ? exists(outcome.value.id) : outcome;
}

/** The wait for another writer of the catalogue took longer than a call may. */
const LOCK_NOT_AVAILABLE = '55P03';

/** A packer may add to the stock and take off it, and nothing else. */
function refusalOf({ actor, cells }: EditOrder): Result<never, StaffCode> | null {
  const stockAlone = Object.keys(cells).every((name) => name === 'stock');
  const isChange = /^\s*[+-]/.test(cells.stock ?? '');
  if (stockAlone && isChange) return null;
  return ownersOnly(
    actor,
    stockAlone ? 'set the stock to a number; write +12 or -3' : 'change products',
  );
}

/** The cells that this person has changed, in the form of a row. */
function onlyMine(
  { edit }: Extract<ReadRow, { ok: true }>,
  typed: EditOrder['cells'],
  versions: string | undefined,
): EditOrder['cells'] {
  if (versions === undefined) return typed;
  const names = changedSince(versions, inOurSpelling(typed as Cells, edit));
  return Object.fromEntries(names.map((name) => [name, typed[name] ?? '']));
}

/** The cells of the form that others have changed since it was made; null if none. */
function theirChanges(
  id: string,
  now: OwnedFields,
  shown: readonly ColumnName[],
  versions: string,
): Cells | null {
  const cells = namedCells(
    id,
    now,
    shown.filter((name) => name !== 'stock'),
  );
  const names = changedSince(versions, cells);
  if (names.length === 0) return null;
  return Object.fromEntries(names.map((name) => [name, cells[name]])) as Cells;
}

const staleBy = (current: Cells, fields?: Record<string, string>) =>
  refuse(
    'stale',
    'Somebody changed this product while you were typing, so nothing was saved. Compare both, and save again what you want to keep.',
    { current, ...(fields && { fields }) },
  );

type Seen = { id: string; before: OwnedFields | null };

async function write(
  db: Database,
  row: ReadRow,
  { intake, dryRun = false }: EditOrder,
  rules: {
    onlyKnown: boolean;
    check: (seen: Seen) => Refused<StaffCode> | null;
    record: (transaction: Transaction, changes: FieldChange[], id: string) => Promise<void>;
  },
): Promise<EditResult> {
  const id = row.ok ? row.edit.id : (row.id ?? '');
  const edited = unchanged(id);
  let report: ImportReport;
  try {
    report = await importCatalogue(db, Readable.from([row]), {
      intake,
      dryRun,
      onlyKnown: rules.onlyKnown,
      onChange: async ({ before, after }, transaction) => {
        if (!after) return null;
        const no = rules.check({ id, before });
        if (no) return no;
        Object.assign(edited, { before, after, changes: fieldChanges(id, before, after) });
        if (!dryRun) await rules.record(transaction, edited.changes, id);
        return null;
      },
    });
  } catch (error) {
    if (!isRefusedBy(error, LOCK_NOT_AVAILABLE)) throw error;
    return refuse(
      'unavailable',
      'Somebody is importing or renaming products just now, so nothing was saved. Try again in a minute.',
    );
  }
  if (report.refused) return report.refused;
  if (report.faults.count > 0) return refusedBy(report.faults);
  return done({ ...edited, warnings: report.warnings });
}

const unchanged = (id: string): Edited => ({
  id,
  before: null,
  after: null,
  changes: [],
  warnings: new Faults(),
});

/** Faults as a refusal: those of columns at their fields. */
function refusedBy({ shown: faults }: Faults): EditResult {
  const ofColumn = ({ column, message }: Fault) => (column ? [[column, message]] : []);
  const fields = Object.fromEntries(faults.flatMap(ofColumn));
  const whole = faults.filter(({ column }) => column === null);
  const unknown = whole.some((fault) => fault.unknown);
  const words = [
    ...whole.map(({ message }) => message),
    ...Object.entries(fields).map(([column, message]) => `${column} ${message}.`),
  ];
  const message = [...words, 'Nothing was changed.'].join(' ');
  return refuse(unknown ? 'not_found' : 'invalid', message, { fields, faults });
}
