import { inArray, sql } from 'drizzle-orm';
import { done, type Result, refuse, type StaffCode } from '#backend/base/result.ts';
import type { Database } from '#backend/db/connect.ts';
import type { Transaction } from '#backend/db/transact.ts';
import { recordAction } from '#backend/staff/actions.ts';
import { type Actor, ownersOnly } from '#backend/staff/actor.ts';
import { ifStale, versionOf } from '#backend/staff/version.ts';
import { type ChangeableField, type ShopChanges, withChanges } from '#config/shop-changes.ts';
import { readShopFolder, shopFolder } from '#config/shop-folder.ts';
import type { ShopFile } from '#config/shop-schema.ts';
import { type Edit, editFields, faultsOf, fieldFaults, invalidEdit } from './edit.ts';
import { SHAPES, type Shape } from './fact-shapes.ts';
import { readChanges, writeChanges } from './facts.ts';
import { type FormValues, formOf, readForm } from './form.ts';
import { shopFacts } from './tables.ts';

/** The present facts. */
export interface FactsNow {
  /** The folder of shop.json. An edit is checked with its pictures. */
  folder: string;
  facts: ShopFile;
  /** The folder's facts. */
  own: ShopFile;
  /** The fields that staff have set. */
  set: string[];
}

/** Reads them from the folder and the database. */
export async function readFactsNow(db: Pick<Database, 'select'>): Promise<FactsNow> {
  const folder = shopFolder();
  const [own, changes] = [readShopFolder(folder), await readChanges(db)];
  return { folder, own, facts: withChanges(own, changes), set: Object.keys(changes) };
}

/** Returns a fact in its form's spelling, with the version. */
export function factForm(
  { facts }: Pick<FactsNow, 'facts'>,
  field: ChangeableField,
): { values: Record<string, string>; version: string } {
  const values = formOf(field, SHAPES[field], facts[field]);
  return { values, version: versionOf(values) };
}

/** The result of a change. */
export interface FactsChanged {
  before: ShopFile;
  changes: ShopChanges;
}

/**
 * Changes the facts by an edit of the present ones, and records the person.
 * @returns the refusal `invalid`, with a line for each fault that begins with its field, counted from 1; `forbidden`.
 */
export async function changeFacts(
  db: Database,
  actor: Actor,
  edit: (now: FactsNow) => Edit,
  { dryRun = false }: { dryRun?: boolean } = {},
): Promise<Result<FactsChanged, StaffCode>> {
  return (
    ownersOnly(actor, CHANGE) ??
    inTurn(db, async (transaction) => {
      const now = await readFactsNow(transaction);
      const edited = await ifWrappingIsSold(transaction, edit(now));
      if (!edited.ok) return edited;
      if (!dryRun) await write(transaction, actor, now, edited.value);
      return done({ before: now.facts, changes: edited.value });
    })
  );
}

/**
 * Changes one fact by its form.
 * @param form.version - of what the form showed; undefined changes the fact in any case.
 * @returns the refusal `invalid`, with the fault of each field; `stale`; `forbidden`.
 */
export async function saveFact(
  db: Database,
  actor: Actor,
  field: ChangeableField,
  { values, version }: { values: FormValues; version: string | undefined },
): Promise<Result<FactsChanged, StaffCode>> {
  return (
    ownersOnly(actor, CHANGE) ??
    inTurn(db, async (transaction) => {
      const now = await readFactsNow(transaction);
      const stale = ifStale(version, factForm(now, field).values);
      if (stale) return stale;
      const { value, fieldOf } = readForm(field, SHAPES[field], values);
      const edited = await ifWrappingIsSold(
        transaction,
        editFields(now.folder, now.facts, { [field]: value }),
      );
      if (!edited.ok) {
        return refuse('invalid', 'Nothing was saved. Correct the marked fields, and save again.', {
          fields: faultsByField(faultsOf(edited), field, fieldOf),
        });
      }
      await write(transaction, actor, now, edited.value);
      return done({ before: now.facts, changes: edited.value });
    })
  );
}

/**
 * Restores the folder's values, and records the person.
 * @param version - of the only field, as the form showed it.
 * @returns the fields that had other values; or the refusal `invalid`, `stale` or `forbidden`.
 */
export async function resetFacts(
  db: Database,
  actor: Actor,
  fields: readonly string[],
  version?: string,
): Promise<Result<string[], StaffCode>> {
  const forbidden = ownersOnly(actor, CHANGE);
  if (forbidden) return forbidden;
  const faults = fieldFaults(fields);
  if (faults.length > 0) return invalidEdit(faults);
  return inTurn(db, async (transaction) => {
    const now = await readFactsNow(transaction);
    const [first] = fields as ChangeableField[];
    const stale = first && ifStale(version, factForm(now, first).values);
    if (stale) return stale;
    const rows = await transaction
      .delete(shopFacts)
      .where(inArray(shopFacts.field, [...fields]))
      .returning({ field: shopFacts.field });
    for (const { field } of rows) {
      await record(transaction, actor, 'fact.reset', field as ChangeableField, now.facts, now.own);
    }
    return done(rows.map(({ field }) => field));
  });
}

/** Returns the edit, or refuses a gift wrapping that is not a product. */
async function ifWrappingIsSold(transaction: Transaction, edit: Edit): Promise<Edit> {
  const id = edit.ok && edit.value.giftWrapping;
  if (!id) return edit;
  const { rows } = await transaction.execute(sql`select from products where id = ${id}`);
  return rows.length > 0
    ? edit
    : invalidEdit([`giftWrapping is '${id}', and no product has this id`]);
}

const CHANGE = 'change the words of the shop';

/** Runs `work` while nobody else changes the facts. They can be read in the meantime. */
const inTurn = <T>(db: Database, work: (transaction: Transaction) => Promise<T>): Promise<T> =>
  db.transaction(async (transaction) => {
    await transaction.execute(sql`lock table ${shopFacts} in share row exclusive mode`);
    return work(transaction);
  });

async function write(
  transaction: Transaction,
  actor: Actor,
  { facts }: FactsNow,
  changes: ShopChanges,
): Promise<void> {
  await writeChanges(transaction, changes);
  for (const field of Object.keys(changes) as ChangeableField[]) {
    await record(transaction, actor, 'fact.set', field, facts, changes);
  }
}

/** Records the old and new value of a field. */
function record(
  transaction: Transaction,
  actor: Actor,
  action: 'fact.set' | 'fact.reset',
  field: ChangeableField,
  before: ShopFile,
  after: ShopChanges,
): Promise<number> {
  const detail = differences(field, before[field], after[field]);
  return recordAction(transaction, { action, subject: field, recordedBy: actor.name, detail });
}

/** The longest text of a change in the log. */
const DETAIL = 500;

/** Describes the differences in a field: "from 'a' to 'b'", or for its parts "banners.2.title from 'a' to 'b'; …". */
function differences(field: ChangeableField, before: unknown, after: unknown): string {
  const [old, now] = [formOf(field, SHAPES[field], before), formOf(field, SHAPES[field], after)];
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  const parts = names.flatMap((name) => {
    if (old[name] === now[name] || name.endsWith('.position')) return [];
    const which = name === field ? '' : `${name} `;
    return [`${which}from ${quoted(old[name])} to ${quoted(now[name])}`];
  });
  const text = parts.join('; ');
  return text.length > DETAIL ? `${text.slice(0, DETAIL - 1)}…` : text;
}

const quoted = (text = '') => (text === '' ? 'nothing' : `'${text.replaceAll('\n', ' | ')}'`);

/** Returns each fault by the form's field that caused it, as a sentence that begins with the field's label. */
function faultsByField(
  faults: readonly string[],
  field: ChangeableField,
  fieldOf: ReadonlyMap<string, string>,
): Record<string, string> {
  const sentences = faults.map((fault): [string, string] => {
    const [path = '', ...words] = fault.split(' ');
    const at = fieldOf.get(path);
    // Another field is at fault, such as one whose picture has disappeared from the folder.
    if (at === undefined) return [field, `${fault}.`];
    return [at, `${labelAt(SHAPES[field], at.split('.').slice(1))} ${words.join(' ')}.`];
  });
  // A field shows the first of its faults.
  const first = sentences.filter(
    ([at], place) => sentences.findIndex(([each]) => each === at) === place,
  );
  return Object.fromEntries(first);
}

/** Returns the label of a field by the parts of its name, without the numbers of entries. */
function labelAt(shape: Shape, [part, ...rest]: readonly string[]): string {
  if (part === undefined) return shape.label;
  if (shape.kind === 'list') return labelAt(shape.entry, rest);
  const next = shape.kind === 'parts' ? shape.parts[part] : undefined;
  return next ? labelAt(next, rest) : shape.label;
}
