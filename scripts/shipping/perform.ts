import type { Database } from '#backend/db/connect.ts';
import { findColumn } from '#backend/services/merchant-files/heading.ts';
import { BYTE_ORDER_MARK, csvLine } from '#backend/services/merchant-files/writing.ts';
import { nearest } from '#backend/services/search/likeness.ts';
import { importPlaces, removePlace, setPlace } from '#backend/services/shipping/change.ts';
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
      return remove(db, task.place);
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
  { file, dryRun, deleteMissing }: Extract<Task, { command: 'import' }>,
): Promise<number> {
  const report = await importPlaces(db, placesOf(file), { dryRun, deleteMissing });
  for (const line of faultLines(report.faults)) console.error(line);
  if (report.faults.count === 0) {
    for (const change of report.changes) console.log(changeLines(change).join('\n'));
  }
  if (report.rows > 0) console.log(totalLine(report));
  return report.faults.count > 0 ? 1 : 0;
}

async function set(
  db: Database,
  { place, cells }: Extract<Task, { command: 'set' }>,
): Promise<number> {
  const named: Partial<Record<PlaceColumn, string>> = { place };
  for (const [typed, value] of Object.entries(cells)) {
    const found = findColumn(typed, PLACE_COLUMNS);
    if (!found.ok) throw new Error(found.sentence);
    named[found.name] = value;
  }
  const read = readPlace(0, named);
  if (!read.ok) {
    throw new Error(read.faults.map(({ column, message }) => `${column} ${message}`).join('\n'));
  }
  const { faults, change } = await setPlace(db, read.edit);
  if (faults.shown.some(({ column }) => column === 'amount')) {
    throw new Error(`${place} is a new place: set its fee, such as amount=5000`);
  }
  if (faults.count > 0) {
    throw new Error(faults.shown.map(({ column, message }) => `${column} ${message}`).join('\n'));
  }
  console.log(change ? changeLines(change).join('\n') : `${place} has these values already.`);
  return 0;
}

async function remove(db: Database, place: string): Promise<number> {
  const result = await removePlace(db, place);
  if (!result.removed) {
    const near = nearest(place, result.names);
    throw new Error(`There is no place '${place}'.${near ? ` Did you mean '${near}'?` : ''}`);
  }
  console.log(`removed  ${place}`);
  return 0;
}
