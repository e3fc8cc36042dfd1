import { readFile } from 'node:fs/promises';
import type { Database } from '#backend/db/connect.ts';
import {
  changeFacts,
  type FactsNow,
  readFactsNow,
  resetFacts,
} from '#backend/services/shop-facts/change.ts';
import { type Edit, editFields, editTexts } from '#backend/services/shop-facts/edit.ts';
import type { Actor } from '#backend/services/staff/actor.ts';
import { CHANGEABLE } from '#config/shop-changes.ts';
import type { ShopFile } from '#config/shop-schema.ts';
import { print } from '#process/console.ts';
import { save } from '#scripts/csv/saving.ts';
import { expectDone } from '#scripts/who.ts';
import type { Task } from './arguments.ts';
import { changeLines, factLines } from './report.ts';

/** Does the task. @throws Error with a sentence to show. */
export async function perform(db: Database, task: Task): Promise<void> {
  switch (task.command) {
    case 'show': {
      const { facts, set } = await readFactsNow(db);
      return print(factLines(facts, set));
    }
    case 'export': {
      const { facts } = await readFactsNow(db);
      const text = `${JSON.stringify(ownFields(facts), null, 2)}\n`;
      return task.file === null ? print([text]) : save([text], task.file);
    }
    case 'set': {
      const { values, by } = task;
      return apply(db, by, ({ folder, facts }) => editTexts(folder, facts, values), false);
    }
    case 'import': {
      const given = await readObject(task.file);
      const { by, dryRun } = task;
      return apply(db, by, ({ folder, facts }) => editFields(folder, facts, given), dryRun);
    }
    case 'reset':
      return reset(db, task.by, task.fields);
  }
}

/** The fields that this command sets. */
function ownFields(facts: ShopFile): object {
  return Object.fromEntries(CHANGEABLE.map((field) => [field, facts[field]]));
}

async function apply(
  db: Database,
  by: Actor,
  edit: (now: FactsNow) => Edit,
  dryRun: boolean,
): Promise<void> {
  const { before, changes } = expectDone(await changeFacts(db, by, edit, { dryRun }));
  const lines = changeLines(before, changes);
  for (const line of lines) console.log(line);
  if (lines.length === 0) console.log('The shop has these values already.');
  else if (dryRun) console.log('Nothing was written.');
}

async function reset(db: Database, by: Actor, fields: readonly string[]): Promise<void> {
  const removed = expectDone(await resetFacts(db, by, fields));
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
