import { readFile } from 'node:fs/promises';
import type { Database } from '#backend/db/connect.ts';
import {
  type Edit,
  editFields,
  editTexts,
  fieldFaults,
} from '#backend/services/shop-facts/edit.ts';
import { readChanges, removeChanges, writeChanges } from '#backend/services/shop-facts/facts.ts';
import { CHANGEABLE, withChanges } from '#config/shop-changes.ts';
import { readShopFolder, shopFolder } from '#config/shop-folder.ts';
import type { ShopFile } from '#config/shop-schema.ts';
import { print } from '#process/console.ts';
import { save } from '#scripts/csv/saving.ts';
import type { Task } from './arguments.ts';
import { changeLines, factLines } from './report.ts';

/** Does the task. @throws Error with a sentence to show. */
export async function perform(db: Database, task: Task): Promise<void> {
  const folder = shopFolder();
  const changes = await readChanges(db);
  const facts = withChanges(readShopFolder(folder), changes);
  switch (task.command) {
    case 'show':
      return print(factLines(facts, Object.keys(changes)));
    case 'export': {
      const text = `${JSON.stringify(ownFields(facts), null, 2)}\n`;
      return task.file === null ? print([text]) : save([text], task.file);
    }
    case 'set':
      return apply(db, facts, editTexts(folder, facts, task.values), false);
    case 'import':
      return apply(db, facts, editFields(folder, facts, await readObject(task.file)), task.dryRun);
    case 'reset':
      return reset(db, task.fields);
  }
}

/** The fields that this command sets. */
function ownFields(facts: ShopFile): object {
  return Object.fromEntries(CHANGEABLE.map((field) => [field, facts[field]]));
}

async function apply(db: Database, facts: ShopFile, edit: Edit, dryRun: boolean): Promise<void> {
  if (!edit.ok) throw new Error(edit.faults.join('\n'));
  const lines = changeLines(facts, edit.changes);
  if (!dryRun) await writeChanges(db, edit.changes);
  for (const line of lines) console.log(line);
  if (lines.length === 0) console.log('The shop has these values already.');
  else if (dryRun) console.log('Nothing was written.');
}

async function reset(db: Database, fields: readonly string[]): Promise<void> {
  const faults = fieldFaults(fields);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  const removed = await removeChanges(db, fields);
  const others = fields.filter((field) => !removed.includes(field));
  const list = new Intl.ListFormat('en');
  const said = (names: readonly string[], [one, many]: readonly [string, string]) =>
    names.length === 0 ? [] : [`${list.format(names)} ${names.length === 1 ? one : many}`];
  const lines = [
    ...said(
      fields.filter((field) => removed.includes(field)),
      ['is that of the folder again.', 'are those of the folder again.'],
    ),
    ...said(others, ['was that of the folder already.', 'were those of the folder already.']),
  ];
  for (const line of lines) console.log(line);
}

async function readObject(file: string): Promise<object> {
  const text = await readFile(file, 'utf8').catch((cause) => {
    throw new Error(`${file} cannot be read, or does not exist.`, { cause });
  });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(`${file} is not JSON: ${(error as Error).message}`);
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new Error(`${file} is not an object such as { "promo": "Half price" }.`);
}
