import { isNotNull, isNull, max, sql } from 'drizzle-orm';
import { accounts } from '#backend/accounts/tables.ts';
import { auditShop } from '#backend/audit/audit.ts';
import { eraseAccount } from '#backend/customers/personal-data.ts';
import type { Database } from '#backend/db/connect.ts';
import { transact } from '#backend/db/transact.ts';
import { missingOriginals } from '#backend/media/objects/missing.ts';
import type { ObjectStore } from '#backend/media/objects/object-store.ts';
import { media } from '#backend/media/tables.ts';
import { orders } from '#backend/orders/tables.ts';
import type { Settings } from '#backend/settings/settings.ts';
import { takeAway } from '#backend/staff/people.ts';
import { staff, staffSessions } from '#backend/staff/tables.ts';
import { lagosTime } from '#domain/lagos-date.ts';
import { counted, number } from '#domain/words.ts';

/** Broken rules that are shown. */
const RULES_SHOWN = 5;

/**
 * Looks at a restored shop before anybody buys there: reads every row, asks for every picture, and runs the audit.
 * @returns sentences.
 */
export async function lookAt(
  restored: Database,
  pictures: ObjectStore,
  settings: Settings,
): Promise<string[]> {
  const [rows, missing, { violations }, [{ last = null } = {}]] = await Promise.all([
    countRows(restored),
    countMissing(restored, pictures),
    auditShop(restored, settings),
    restored.select({ last: max(orders.createdAt) }).from(orders),
  ]);
  return [
    `It has ${number(rows)} rows, and each could be read.`,
    missing === 0
      ? 'All of its pictures are there.'
      : `${counted(missing, 'picture is', 'pictures are')} missing in ${pictures.name}.`,
    violations.length === 0
      ? 'The audit finds nothing wrong.'
      : `The audit finds ${counted(violations.length, 'fault')}:`,
    ...violations.slice(0, RULES_SHOWN).map(({ rule, line }) => `  ${rule}: ${line}`),
    last === null ? 'It has no order.' : `The last order is of ${lagosTime(last)}.`,
  ];
}

async function countRows(db: Database): Promise<number> {
  const { rows: tables } = await db.execute<{ name: string }>(
    sql`select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public'`,
  );
  let count = 0;
  for (const { name } of tables) {
    // The text of a row needs all of its columns.
    const { rows } = await db.execute<{ count: string }>(
      sql`select count(each::text) as count from ${sql.raw(name)} each`,
    );
    count += Number(rows[0]?.count ?? 0);
  }
  return count;
}

async function countMissing(db: Database, pictures: ObjectStore): Promise<number> {
  const hashes = await db.select({ hash: media.hash }).from(media).where(isNull(media.recipe));
  const missing = await missingOriginals(
    pictures,
    hashes.map(({ hash }) => hash),
  );
  return missing.size;
}

type Kind = 'orders' | 'paid' | 'accounts' | 'reviews' | 'prices' | 'changes' | 'steps';
/** The kinds that are counted in addition to orders, and their words. */
const OTHERS: readonly [kind: Kind, one: string, many?: string][] = [
  ['accounts', 'account'],
  ['reviews', 'review'],
  ['prices', 'price change'],
  ['changes', 'other change of staff', 'other changes of staff'],
  ['steps', 'step of packing', 'steps of packing'],
];

/**
 * Tells what the present shop has and the restored one has not.
 * @param at - the moment that the restored one is of.
 * @returns sentences.
 */
export async function whatGoes(present: Database, restored: Database, at: Date): Promise<string[]> {
  const moment = at.toISOString();
  const { rows } = await present.execute<Record<Kind, number>>(sql`select
    (select count(*) from orders where created_at > ${moment})::int as orders,
    (select count(*) from orders where created_at > ${moment} and paid_at is not null)::int as paid,
    (select count(*) from accounts where created_at > ${moment})::int as accounts,
    (select count(*) from reviews where created_at > ${moment})::int as reviews,
    (select count(*) from staff_actions where at > ${moment} and detail ~ '(^|, )price')::int as prices,
    (select count(*) from staff_actions where at > ${moment} and detail ~ '(^|, )price' is not true)::int as changes,
    (select count(*) from fulfilment_steps where at > ${moment})::int as steps`);
  const [since] = rows;
  if (!since) throw new Error('The database returned no counts');
  const others = OTHERS.flatMap(([kind, ...words]) =>
    since[kind] > 0 ? [counted(since[kind], ...words)] : [],
  );
  const { people, gone } = await whatComesBack(present, restored);
  return [
    since.orders === 0
      ? 'No order was made since.'
      : `${counted(since.orders, 'order')} since: ${number(since.paid)} paid are made again from their payments, ${number(since.orders - since.paid)} are not.`,
    ...(others.length > 0 ? [`This would be lost: ${others.join(', ')}.`] : []),
    ...people.map(
      ({ name, removedAt }) =>
        `${name} of the back office, removed on ${lagosTime(removedAt ?? at)}, could sign in again: she stays removed.`,
    ),
    ...(gone.length > 0
      ? [`${counted(gone.length, 'account was', 'accounts were')} erased since: they stay erased.`]
      : []),
  ];
}

/** People that were removed since, and accounts that were erased since. */
async function whatComesBack(present: Database, restored: Database) {
  const removed = await present.select().from(staff).where(isNotNull(staff.removedAt));
  const active = await restored.select().from(staff).where(isNull(staff.removedAt));
  const there = await present.select({ id: accounts.id }).from(accounts);
  const known = await restored.select({ id: accounts.id, email: accounts.email }).from(accounts);
  const isActive = new Set(active.map(({ id }) => id));
  const isThere = new Set(there.map(({ id }) => id));
  return {
    people: removed.filter(({ id }) => isActive.has(id)),
    gone: known.filter(({ id }) => !isThere.has(id)),
  };
}

/**
 * Does in the restored shop what must not be undone: who was removed from the back office or erased since stays
 * so. Everybody of the back office signs in again.
 */
export async function keepWhatEnded(present: Database, restored: Database): Promise<void> {
  const { people, gone } = await whatComesBack(present, restored);
  await transact(restored, async (transaction) => {
    for (const { id } of people) await takeAway(transaction, id);
    for (const account of gone) await eraseAccount(transaction, account);
    await transaction.delete(staffSessions);
  });
}
