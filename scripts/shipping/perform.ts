import type { Database } from '#backend/db/connect.ts';
import { findColumn } from '#backend/services/merchant-files/heading.ts';
import { BYTE_ORDER_MARK, csvLine } from '#backend/services/merchant-files/writing.ts';
import { importPlaces } from '#backend/services/shipping/import.ts';
import { removePlace, setPlace } from '#backend/services/shipping/one-place.ts';
import { ownPlaces } from '#backend/services/shipping/places.ts';
import {
  PLACE_COLUMNS,
  type PlaceColumn,
  placeCells,
  type ReadPlace,
  readPlace,
} from '#backend/services/shipping/rows.ts';
import { print } from '#process/console.ts';
import { faultLines } from '#scripts/csv/fault-lines.ts';
import { openFile } from '#scripts/csv/opening.ts';
import { save } from '#scripts/csv/saving.ts';
import { tableRows } from '#scripts/csv/table.ts';
import { decodeText } from '#scripts/csv/text.ts';
import { expectDone } from '#scripts/who.ts';
import type { Task } from './arguments.ts';
import { changeLines, totalLine } from './report.ts';
import { placeTable } from './table.ts';

/** Does the task. Returns the exit code. */
export async function perform(db: Database, task: Task): Promise<number> {
  switch (task.command) {
    case 'list':
      await print(placeTable(await ownPlaces(db)));
      return 0;
    case 'export': {
      const pieces = exported(db);
      await (task.file === null ? print(pieces) : save(pieces, task.file));
      return 0;
    }
    case 'import':
      return importFile(db, task);
    case 'set':
      return set(db, task);
    case 'remove':
      return remove(db, task);
  }
}

async function* exported(db: Database): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(PLACE_COLUMNS);
  for (const place of await ownPlaces(db)) yield csvLine(placeCells(place));
}

async function* placesOf(file: string | null): AsyncGenerator<ReadPlace> {
  for await (const read of tableRows(decodeText(openFile(file)), PLACE_COLUMNS)) {
    const { row } = read;
    if ('named' in read) yield readPlace(row, read.named);
    else yield { ok: false, faults: [{ row, column: null, message: read.fault }] };
  }
}

async function importFile(
  db: Database,
  { file, dryRun, deleteMissing, by }: Extract<Task, { command: 'import' }>,
): Promise<number> {
  const rows = placesOf(file);
  const report = expectDone(await importPlaces(db, by, rows, { dryRun, deleteMissing }));
  for (const line of faultLines(report.faults)) console.error(line);
  if (report.faults.count === 0) {
    for (const change of report.changes) console.log(changeLines(change).join('\n'));
  }
  if (report.rows > 0) console.log(totalLine(report));
  return report.faults.count > 0 ? 1 : 0;
}

async function set(
  db: Database,
  { place, cells: typed, by }: Extract<Task, { command: 'set' }>,
): Promise<number> {
  const cells: Partial<Record<PlaceColumn, string>> = {};
  for (const [column, value] of Object.entries(typed)) {
    const found = findColumn(column, PLACE_COLUMNS);
    if (!found.ok) throw new Error(found.sentence);
    cells[found.name] = value;
  }
  const change = expectDone(await setPlace(db, by, { place, cells, mode: 'either' }));
  console.log(change ? changeLines(change).join('\n') : `${place} has these values already.`);
  return 0;
}

async function remove(
  db: Database,
  { place, by }: Extract<Task, { command: 'remove' }>,
): Promise<number> {
  expectDone(await removePlace(db, by, place));
  console.log(`removed  ${place}`);
  return 0;
}
