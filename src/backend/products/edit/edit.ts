import { isDeepStrictEqual } from 'node:util';
import { sql } from 'drizzle-orm';
import { type Fault, Faults } from '#backend/base/faults.ts';
import { done, type Refused, type Result, refuse, type StaffCode } from '#backend/base/result.ts';
import { type Database, inSession } from '#backend/db/connect.ts';
import { isRefusedBy, type Transaction, transact } from '#backend/db/transact.ts';
import { whileTakingPictures } from '#backend/media/import-lock.ts';
import type { PictureIntake } from '#backend/media/intake.ts';
import { changeOf, changeRows, writeChanged, writeNew } from '#backend/products/fields/changes.ts';
import type { ColumnName, OwnedFields } from '#backend/products/fields/columns.ts';
import { findOwned } from '#backend/products/fields/fields.ts';
import { judgeMadeIds } from '#backend/products/fields/made-ids.ts';
import { mergeProduct, productFault } from '#backend/products/fields/merging.ts';
import { partFaults } from '#backend/products/fields/part-faults.ts';
import { type ProductEdit, readRow } from '#backend/products/fields/rows.ts';
import { skuFaults } from '#backend/products/fields/skus.ts';
import { formerIds, warningsOf } from '#backend/products/fields/warnings.ts';
import { lockCatalogue } from '#backend/products/fields/writer.ts';
import { lockProducts } from '#backend/products/files/import/comparing.ts';
import {
  hashesOf,
  pictureFaults,
  stagedRows,
  takePictures,
} from '#backend/products/files/import/staging.ts';
import { refuseUnknown } from '#backend/products/lifecycle/unknown.ts';
import { recordAction } from '#backend/staff/actions.ts';
import { type Actor, ownersOnly } from '#backend/staff/actor.ts';
import { type FieldChange, fieldChanges, inWords } from './changes.ts';
import { type Cells, changedSince, namedCells, normalizeCells } from './field-versions.ts';

/** A change of one product, or a new one. */
export interface EditOrder {
  /** The new values by column, written as in a file of `npm run catalogue`. Columns that are left out stay. */
  cells: Readonly<Record<string, string>>;
  actor: Actor;
  /** Finds the pictures of `cells`. */
  intake: PictureIntake;
  /**
   * The product as the form showed it (`fieldVersions`). With it, only the fields that differ are written, and none if
   * somebody else changed a field that the form shows. Without it, all cells are written, as a command does.
   */
  versions?: string | undefined;
  /** Reports the changes and writes nothing. */
  dryRun?: boolean;
}

export interface Edited {
  id: string;
  /** Null for a new product, and if nothing changes. */
  before: OwnedFields | null;
  /** Null if nothing changes. */
  after: OwnedFields | null;
  changes: FieldChange[];
  /** Values that are valid but probably not meant. */
  warnings: Faults;
}

/** The result of a change. A refusal has the faults of what was typed, as `npm run catalogue` prints them. */
export type EditResult = Result<Edited, StaffCode>;

/**
 * Changes a product with the same cells, checks and messages as a row of an import. One transaction locks the product,
 * compares, writes, notifies the site and records the actor. Stock may be a change such as +12, which adds to the stock of
 * that moment. Refusals: forbidden, not_found, invalid (`fields` by column, or a message), stale (`current` has what
 * others changed).
 */
export async function editProduct(db: Database, id: string, order: EditOrder): Promise<EditResult> {
  const forbidden = forbiddenOf(order);
  if (forbidden) return forbidden;
  const all = readRow(0, { ...order.cells, id });
  const mine = all.ok ? onlyMine(all.edit, order) : order.cells;
  if (order.versions !== undefined && Object.keys(mine).length === 0) return done(unchanged(id));
  const row = readRow(0, { ...mine, id });
  if (!row.ok) {
    return refuseStale(order, id, await findOwned(db, id), row.faults) ?? refusedBy(row.faults);
  }
  return save(db, row.edit, order, async (transaction) => {
    await lockProducts(transaction, sql`p.id = ${id}`);
    const before = await findOwned(transaction, id);
    return (before ? null : await refuseUnknown(transaction, [id], new Set())) ?? done(before);
  });
}

/**
 * Adds a product. Its id is made of brand and name, as in an import, unless `cells` have one. Refusals: forbidden;
 * invalid, also if the product exists.
 */
export async function addProduct(db: Database, order: EditOrder): Promise<EditResult> {
  const forbidden = ownersOnly(order.actor, 'add products');
  if (forbidden) return forbidden;
  const row = readRow(0, { name: '', price: '', ...order.cells });
  if (!row.ok) return refusedBy(row.faults);
  const { edit } = row;
  return save(db, edit, order, async (transaction) => {
    const [met] = await judgeMadeIds(transaction, stagedRows([edit]));
    if (met?.fault) return refusedBy([met.fault]);
    const id = met?.found ?? edit.id;
    if (!(await findOwned(transaction, id))) return done(null);
    const name = 'You already have a product with this name. For another size, add it to the name.';
    return refuse('invalid', name, { fields: { name } });
  });
}

/** Refuses a packer everything but adding to the stock and taking off it. */
function forbiddenOf({ actor, cells }: EditOrder): Result<never, StaffCode> | null {
  const stockAlone = Object.keys(cells).every((name) => name === 'stock');
  const isChange = /^\s*[+-]/.test(cells.stock ?? '');
  if (stockAlone && isChange) return null;
  return ownersOnly(
    actor,
    stockAlone ? 'set the stock to a number; write +12 or -3' : 'change products',
  );
}

/** Returns the cells that this person has changed, in the form of a row. */
function onlyMine(edit: ProductEdit, { cells: typed, versions }: EditOrder): EditOrder['cells'] {
  if (versions === undefined) return typed;
  const names = changedSince(versions, normalizeCells(typed as Cells, edit));
  return Object.fromEntries(names.map((name) => [name, typed[name] ?? '']));
}

/** Refuses an edit if others have changed fields that the form shows. Faults are checked against what they saved. */
function refuseStale(
  { cells, versions }: EditOrder,
  id: string,
  now: OwnedFields | null,
  faults: readonly Fault[],
): Refused<StaffCode> | null {
  if (!now || versions === undefined) return null;
  const shown = (Object.keys(cells) as ColumnName[]).filter((name) => name !== 'stock');
  const theirs = namedCells(id, now, shown);
  const current = changedSince(versions, theirs).map((name) => [name, theirs[name] ?? '']);
  if (current.length === 0) return null;
  return refuse(
    'stale',
    'Somebody changed this product while you were typing, so nothing was saved. Compare both, and save again what you want to keep.',
    {
      current: Object.fromEntries(current),
      ...(faults.length > 0 && { fields: fieldsOf(faults) }),
    },
  );
}

/** Waiting for another writer of the catalogue took longer than a call may. */
const LOCK_NOT_AVAILABLE = '55P03';

/** Compares an edit with the product that `find` returns, checks it and writes it. */
async function save(
  db: Database,
  edit: ProductEdit,
  order: EditOrder,
  find: (transaction: Transaction) => Promise<Result<OwnedFields | null, StaffCode>>,
): Promise<EditResult> {
  const { row, id, given } = edit;
  const work = (session: Database, hashes: readonly string[] | null) =>
    transact(session, async (transaction): Promise<EditResult> => {
      await lockCatalogue(transaction);
      const found = await find(transaction);
      if (!found.ok) return found;
      const before = found.value;
      const merged = mergeProduct(before, given, hashes);
      if (isDeepStrictEqual(before, merged)) return done(unchanged(id));
      const fault = productFault(id, merged);
      const faults = fault ? [{ row, ...fault }] : [];
      const refused = refuseStale(order, id, before, faults) ?? (fault && refusedBy(faults));
      if (refused) return refused;
      // Without a fault it has a name and a price.
      const after = merged as OwnedFields;
      const change = changeRows([changeOf({ row, id, before, after })]);
      const wrong = [
        ...(await partFaults(transaction, change)),
        ...(await skuFaults(transaction, change)),
      ];
      if (wrong.length > 0) return refusedBy(wrong);
      const warnings = new Faults();
      warnings.add(...warningsOf(edit, { isNew: !before, after }));
      if (!before) warnings.add(...(await formerIds(transaction, [edit])));
      const edited = { id, before, after, changes: fieldChanges(id, before, after), warnings };
      if (!order.dryRun) await write(transaction, edited, order.actor);
      return done(edited);
    });
  try {
    return await withPictures(db, edit, order, work);
  } catch (error) {
    if (!isRefusedBy(error, LOCK_NOT_AVAILABLE)) throw error;
    return refuse(
      'unavailable',
      'Somebody is importing or renaming products just now, so nothing was saved. Try again in a minute.',
    );
  }
}

async function write(
  transaction: Transaction,
  { id, before, after, changes }: Edited & { after: OwnedFields },
  actor: Actor,
): Promise<void> {
  const change = changeOf({ row: 0, id, before, after });
  const rows = changeRows([change]);
  if (before) await writeChanged(transaction, rows, new Set(change.changed));
  else await writeNew(transaction, rows);
  const which = before
    ? ({ action: 'product.change', detail: inWords(changes) } as const)
    : ({ action: 'product.add' } as const);
  await recordAction(transaction, { ...which, subject: id, recordedBy: actor.name });
}

/** Runs work with the pictures that an edit names; null if it names none. Nobody can remove them in the meantime. */
async function withPictures(
  db: Database,
  { id, row, pictures }: ProductEdit,
  order: EditOrder,
  work: (session: Database, hashes: readonly string[] | null) => Promise<EditResult>,
): Promise<EditResult> {
  if (!pictures) return work(db, null);
  const { intake, dryRun } = order;
  return inSession(db, (session) =>
    whileTakingPictures(session, async () => {
      const how = dryRun ? 'look' : 'keep';
      const taken = await takePictures(session, new Set(pictures), { intake, how });
      const faults = pictureFaults(row, pictures, taken);
      return faults.length > 0
        ? (refuseStale(order, id, await findOwned(session, id), faults) ?? refusedBy(faults))
        : work(session, hashesOf(pictures, taken));
    }),
  );
}

const unchanged = (id: string): Edited => ({
  id,
  before: null,
  after: null,
  changes: [],
  warnings: new Faults(),
});

/** Returns the messages of faults by column. */
const fieldsOf = (faults: readonly Fault[]): Record<string, string> =>
  Object.fromEntries(faults.flatMap(({ column, message }) => (column ? [[column, message]] : [])));

function refusedBy(faults: readonly Fault[]): Refused<StaffCode> {
  const fields = fieldsOf(faults);
  const words = [
    ...faults.flatMap(({ column, message }) => (column ? [] : message)),
    ...Object.entries(fields).map(([column, message]) => `${column} ${message}.`),
  ];
  const message = [...words, 'Nothing was changed.'].join(' ');
  return refuse('invalid', message, { fields, faults });
}
