import { Faults } from '#backend/base/faults.ts';
import { done, type Result, type StaffCode } from '#backend/base/result.ts';
import type { Database } from '#backend/db/connect.ts';
import { type Actor, ownersOnly } from '#backend/staff/actor.ts';
import { compare, differs, type PlaceChange } from './comparing.ts';
import { ownPlaces } from './places.ts';
import type { PlaceEdit, ReadPlace } from './rows.ts';
import { CHANGE, inLock, recordPlace, reorder, write } from './writing.ts';

/** The result of an import or a dry run. */
export interface PlacesReport {
  rows: number;
  /** In the order of the file, then the removed places. */
  changes: PlaceChange[];
  unchanged: number;
  /** Whether the remaining places are in another order. */
  reordered: boolean;
  faults: Faults;
  /** False after a dry run, and if a fault prevented the import. */
  written: boolean;
}

/**
 * Makes the places match the rows of a file in one transaction: a checkout sees the old or the new places. A fault in any
 * row prevents all of it. The file also sets the order. Places that are not in it follow in their old order, unless
 * `deleteMissing` removes them. Orders keep the name and the fee of their place.
 * @returns the refusal `forbidden` for a packer.
 */
export async function importPlaces(
  db: Database,
  actor: Actor,
  rows: AsyncIterable<ReadPlace> | Iterable<ReadPlace>,
  { dryRun = false, deleteMissing = false }: { dryRun?: boolean; deleteMissing?: boolean } = {},
): Promise<Result<PlacesReport, StaffCode>> {
  const forbidden = ownersOnly(actor, CHANGE);
  if (forbidden) return forbidden;
  const faults = new Faults();
  const edits: PlaceEdit[] = [];
  let read = 0;
  for await (const row of rows) {
    read++;
    if (!row.ok) {
      faults.add(...(row.refusal.faults ?? []));
      continue;
    }
    const twin = edits.find(({ place }) => place === row.value.place);
    if (twin) {
      const message = `'${twin.place}' is also in row ${twin.row}: remove one of them`;
      faults.add({ row: row.value.row, column: 'place', message });
    }
    edits.push(row.value);
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
      for (const change of changes) await recordPlace(transaction, actor, change);
    }
    const unchanged = compared.filter((change) => !differs(change)).length;
    const reordered = staying.join('\n') !== inOldOrder.join('\n');
    const report = { rows: read, changes, unchanged, reordered, faults, written };
    return done(report);
  });
}
