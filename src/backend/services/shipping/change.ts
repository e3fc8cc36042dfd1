import { eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { shippingPlaces } from '#backend/db/tables/catalogue-tables.ts';
import type { Transaction } from '#backend/db/transact.ts';
import { Faults } from '#backend/services/merchant-files/faults.ts';
import { nearest } from '#backend/services/search/likeness.ts';
import { areasOf } from '#domain/areas.ts';
import { stateOfPlace } from '#domain/geography.ts';
import { type OwnPlace, ownPlaces } from './places.ts';
import type { PlaceEdit, ReadPlace } from './rows.ts';

/** A change of a place. `before` is null for a new place, `after` for a removed one. */
export interface PlaceChange {
  before: OwnPlace | null;
  after: OwnPlace | null;
}

/** What an import did, or would do. */
export interface PlacesReport {
  rows: number;
  /** In the order of the file, then the removed places. */
  changes: PlaceChange[];
  unchanged: number;
  /** Whether places that stay are in another order. */
  reordered: boolean;
  faults: Faults;
  /** False after a dry run, and if a fault prevented the import. */
  written: boolean;
}

/**
 * Makes the places match the rows of a file, in one transaction: a checkout sees the old places or the new ones. A fault
 * in any row prevents all of it. The file also gives the order. Places that it does not have follow in their old order,
 * unless `deleteMissing` removes them. Orders keep the name and the fee of their place.
 */
export async function importPlaces(
  db: Database,
  rows: AsyncIterable<ReadPlace> | Iterable<ReadPlace>,
  { dryRun = false, deleteMissing = false }: { dryRun?: boolean; deleteMissing?: boolean } = {},
): Promise<PlacesReport> {
  const faults = new Faults();
  const edits: PlaceEdit[] = [];
  let read = 0;
  for await (const row of rows) {
    read++;
    if (!row.ok) {
      faults.add(...row.faults);
      continue;
    }
    const twin = edits.find(({ place }) => place === row.edit.place);
    if (twin) {
      const message = `'${twin.place}' is also in row ${twin.row}: remove one of them`;
      faults.add({ row: row.edit.row, column: 'place', message });
    }
    edits.push(row.edit);
  }
  if (read === 0) faults.add({ row: 0, column: null, message: 'The file has no places.' });
  return inLock(db, async (transaction) => {
    const before = new Map((await ownPlaces(transaction)).map((own) => [own.place, own]));
    const compared = edits.map((edit) => compare(edit, before.get(edit.place), faults));
    const named = new Set(edits.map(({ place }) => place));
    const missing = [...before.values()].filter(({ place }) => !named.has(place));
    const removed = deleteMissing ? missing.map((own) => ({ before: own, after: null })) : [];
    const changes = [...compared.filter(differs), ...removed];
    const order = [...named, ...(deleteMissing ? [] : missing.map(({ place }) => place))];
    const staying = order.filter((place) => before.has(place));
    const inOldOrder = [...before.keys()].filter((place) => staying.includes(place));
    const written = faults.count === 0 && !dryRun;
    if (written) {
      await write(transaction, changes);
      await reorder(transaction, order);
    }
    const unchanged = compared.filter((change) => !differs(change)).length;
    const reordered = staying.join('\n') !== inOldOrder.join('\n');
    return { rows: read, changes, unchanged, reordered, faults, written };
  });
}

/** Sets fields of one place, or adds it at the end of the list. */
export async function setPlace(
  db: Database,
  edit: PlaceEdit,
): Promise<{ faults: Faults; change: PlaceChange | null }> {
  const faults = new Faults();
  return inLock(db, async (transaction) => {
    const before = (await ownPlaces(transaction)).find(({ place }) => place === edit.place);
    const change = compare(edit, before, faults);
    if (faults.count > 0 || !differs(change)) return { faults, change: null };
    await write(transaction, [change]);
    return { faults, change };
  });
}

/** Removes a place. Returns the names of all places if there is none of this name. */
export async function removePlace(
  db: Database,
  name: string,
): Promise<{ removed: true } | { removed: false; names: string[] }> {
  const removed = await db
    .delete(shippingPlaces)
    .where(eq(shippingPlaces.place, name))
    .returning({ place: shippingPlaces.place });
  if (removed.length > 0) return { removed: true };
  return { removed: false, names: (await ownPlaces(db)).map(({ place }) => place) };
}

/** Runs `work` while nobody else changes the places. Shoppers can read them and order meanwhile. */
async function inLock<T>(db: Database, work: (transaction: Transaction) => Promise<T>): Promise<T> {
  return db.transaction(async (transaction) => {
    await transaction.execute(sql`lock table ${shippingPlaces} in share row exclusive mode`);
    return work(transaction);
  });
}

function compare(
  { row, place, given }: PlaceEdit,
  before: OwnPlace | undefined,
  faults: Faults,
): PlaceChange {
  if (before) return { before, after: withAreas(row, { ...before, ...given }, faults) };
  const { amountKobo, state = stateOfPlace(place) ?? null, areas = null } = given;
  if (amountKobo === undefined) {
    faults.add({ row, column: 'amount', message: 'is needed for a new place: add the column' });
  }
  const after = { place, state, areas, amountKobo: amountKobo ?? 0 };
  return { before: null, after: withAreas(row, after, faults) };
}

/** A place with its areas as our table writes them. An area that its state does not have is a fault. */
function withAreas(row: number, place: OwnPlace, faults: Faults): OwnPlace {
  const { state, areas } = place;
  if (!areas) return place;
  const known = areasOf(state ?? '');
  const found = areas.map((name) => {
    const area = known.find((each) => each.toLowerCase() === name.toLowerCase());
    if (area !== undefined) return area;
    const near = nearest(name, known);
    const message = state
      ? `has '${name}', which is no local government area of ${state}.${near ? ` Did you mean '${near}'?` : ''}`
      : `has '${name}', and the place has no state: fill in the state, too`;
    faults.add({ row, column: 'areas', message });
    return name;
  });
  return { ...place, areas: found };
}

const differs = ({ before, after }: PlaceChange): boolean =>
  before?.state !== after?.state ||
  before?.amountKobo !== after?.amountKobo ||
  before?.areas?.join('|') !== after?.areas?.join('|') ||
  !before;

async function write(transaction: Transaction, changes: readonly PlaceChange[]): Promise<void> {
  const gone = changes.flatMap(({ before, after }) => (before && !after ? [before.place] : []));
  if (gone.length > 0) {
    await transaction.delete(shippingPlaces).where(inArray(shippingPlaces.place, gone));
  }
  for (const { after } of changes) {
    if (!after) continue;
    const { place, ...fields } = after;
    await transaction
      .insert(shippingPlaces)
      .values({
        ...after,
        position: sql`(select coalesce(max(position) + 1, 0) from shipping_places)`,
      })
      .onConflictDoUpdate({ target: shippingPlaces.place, set: fields });
  }
}

/** Writes the order if it is another one. Otherwise the site would be notified of nothing. */
async function reorder(transaction: Transaction, order: readonly string[]): Promise<void> {
  const now = (await ownPlaces(transaction)).map(({ place }) => place);
  if (now.every((place, at) => place === order[at])) return;
  await transaction.execute(sql`
    update shipping_places set position = wanted.position
    from unnest(${sql.param(order)}::text[]) with ordinality as wanted(place, position)
    where shipping_places.place = wanted.place and shipping_places.position <> wanted.position`);
}
