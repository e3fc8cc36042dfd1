import { readFile } from 'node:fs/promises';
import type { FactsNow } from '#backend/shop/change.ts';
import type { Edit } from '#backend/shop/edit.ts';
import type { Actor } from '#backend/staff/actor.ts';
import { CHANGEABLE } from '#config/shop-changes.ts';
import { print } from '#process/console.ts';
import { readAssignments } from '#scripts/assignments.ts';
import { BY, type CommandContext, defineCommand, expectDone, task } from '#scripts/command-line.ts';
import { changeLines, factLines } from './report.ts';

const services = () => import('#backend/shop/change.ts');
const editing = () => import('#backend/shop/edit.ts');

/** npm run shop */
export const command = defineCommand({
  name: 'shop',
  tasks: {
    show: task({
      help: "shows the shop's facts; * marks those that were set here and differ from the folder's",
      database: 'reads',
      does:
        () =>
        async ({ db }) => {
          const { facts, set } = await (await services()).readFactsNow(db);
          return print(factLines(facts, set));
        },
    }),
    set: task({
      words: '<field>=<value>…',
      takes: 'what to set, such as promo="Half price"',
      options: { by: BY },
      help: 'set promo="Free delivery in Lagos"; set phone.label=0800-123 phone.href=tel:+234800123; set brands="Amouage|Tom Ford"; set banners.2.title="Oud and smoke". An empty promo removes the promo banner',
      database: 'writes',
      does: ({ words, actor }) => {
        const values = readAssignments(words, 'field');
        return async (shop) => {
          const { editTexts } = await editing();
          return change(shop, actor, ({ folder, facts }) => editTexts(folder, facts, values));
        };
      },
    }),
    reset: task({
      words: '<field>…',
      takes: 'fields, such as promo',
      options: { by: BY },
      help: "restores the folder's value",
      database: 'writes',
      does:
        ({ words, actor }) =>
        (shop) =>
          reset(shop, actor, words),
    }),
    export: task({
      words: '[<file>]',
      takes: 'one file',
      help: 'all of these fields as JSON, into a file or to the screen',
      database: 'reads',
      does:
        ({ words: [file = '-'] }) =>
        async ({ db }) => {
          const { save } = await import('#scripts/csv/saving.ts');
          const { facts } = await (await services()).readFactsNow(db);
          const fields = Object.fromEntries(CHANGEABLE.map((field) => [field, facts[field]]));
          const text = `${JSON.stringify(fields, null, 2)}\n`;
          return file === '-' ? print([text]) : save([text], file);
        },
    }),
    import: task({
      words: '<file>',
      takes: 'one file',
      options: { 'dry-run': {}, by: BY },
      help: 'sets the fields of such a file. Importing an export changes nothing',
      database: 'writes',
      does:
        ({ words: [file = ''], options: { 'dry-run': dryRun }, actor }) =>
        async (shop) => {
          const { editFields } = await editing();
          const given = await readObject(file);
          const edit = ({ folder, facts }: FactsNow) => editFields(folder, facts, given);
          return change(shop, actor, edit, dryRun);
        },
    }),
  },
  about: `Fields: ${CHANGEABLE.join(', ').replace(/(.{60,90}?), /g, '$1,\n        ')}
They are fields of shop.json in the shop's folder (SHOP_DIR). Its other fields, pictures and pages are set only
there.

A change is published at once, on every page, without a restart.`,
});

async function change(
  { db }: CommandContext,
  actor: Actor,
  edit: (now: FactsNow) => Edit,
  dryRun = false,
): Promise<void> {
  const { changeFacts } = await services();
  const { before, changes } = expectDone(await changeFacts(db, actor, edit, { dryRun }));
  const lines = changeLines(before, changes);
  for (const line of lines) console.log(line);
  if (lines.length === 0) console.log('The shop has these values already.');
  else if (dryRun) console.log('Nothing was written.');
}

async function reset(
  { db }: CommandContext,
  actor: Actor,
  fields: readonly string[],
): Promise<void> {
  const removed = expectDone(await (await services()).resetFacts(db, actor, fields));
  const list = new Intl.ListFormat('en');
  const say = (names: readonly string[], one: string, many: string) => {
    if (names.length > 0) console.log(`${list.format(names)} ${names.length === 1 ? one : many}`);
  };
  say(
    fields.filter((field) => removed.includes(field)),
    'is that of the folder again.',
    'are those of the folder again.',
  );
  say(
    fields.filter((field) => !removed.includes(field)),
    'was that of the folder already.',
    'were those of the folder already.',
  );
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

if (import.meta.main) await command.run();
