import { and, asc, desc, eq, gt, ilike, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import { closeAllSessions } from '#backend/accounts/sessions.ts';
import { accounts, sessions } from '#backend/accounts/tables.ts';
import { done, type Result, refuse, type StaffCode } from '#backend/base/result.ts';
import type { Database } from '#backend/db/connect.ts';
import { transact } from '#backend/db/transact.ts';
import { ownedBy } from '#backend/order-book/customer-orders.ts';
import { findingCondition } from '#backend/order-book/finding.ts';
import { type OrderRow, orders } from '#backend/orders/tables.ts';
import { reviews } from '#backend/reviews/tables.ts';
import type { StaffAction } from '#backend/staff/action-tables.ts';
import { actionsOn, recordAction } from '#backend/staff/actions.ts';
import { type Actor, ownersOnly } from '#backend/staff/actor.ts';
import type { AccountAction } from './actions.ts';
import { eraseAccount } from './personal-data.ts';

/** An account as the merchant sees it. */
export interface AccountFacts {
  id: string;
  email: string;
  fullName: string;
  /** The number that she has given. Null without one. */
  phone: string | null;
  createdAt: Date;
  blockedAt: Date | null;
  orders: number;
  reviews: number;
  sessions: number;
  /** The actions of the merchant's people on it, newest first. */
  actions: StaffAction[];
}

/** The most accounts in one answer of a search. */
const FOUND_AT_MOST = 20;

/** An account in a list. */
export type FoundAccount = Pick<
  AccountFacts,
  'id' | 'email' | 'fullName' | 'createdAt' | 'blockedAt'
>;

/** A person without an account who has ordered. `order` is the id of her newest order. */
export type FoundGuest = Pick<OrderRow, 'email' | 'fullName' | 'phone'> & { order: string };

/**
 * Returns at most twenty accounts whose email address or name contains a text, in any case, by address, and at most twenty
 * guests whose orders do. A phone number in any spelling finds both by their orders (order-book/finding.ts).
 * @returns the refusal `forbidden` for a packer.
 */
export async function findShoppers(
  db: Database,
  actor: Actor,
  text: string,
): Promise<Result<{ accounts: FoundAccount[]; guests: FoundGuest[] }, StaffCode>> {
  const forbidden = ownersOnly(actor, SEE);
  if (forbidden) return forbidden;
  const { id, email, fullName, createdAt, blockedAt } = accounts;
  const pattern = `%${text.trim().replace(/[\\%_]/g, '\\$&')}%`;
  // Orders are also found by the names of products, which are nobody's.
  const isPerson = /^[+\d\s().-]+$/.test(text)
    ? undefined
    : or(ilike(orders.email, pattern), ilike(orders.fullName, pattern));
  const found = and(await findingCondition(db, text), isPerson);
  const ofOrders = db.select({ id: orders.accountId }).from(orders).where(found);
  const [known, guests] = await Promise.all([
    db
      .select({ id, email, fullName, createdAt, blockedAt })
      .from(accounts)
      .where(or(ilike(email, pattern), ilike(fullName, pattern), inArray(id, ofOrders)))
      .orderBy(asc(email))
      .limit(FOUND_AT_MOST),
    db
      .selectDistinctOn([orders.email], {
        order: orders.id,
        email: orders.email,
        fullName: orders.fullName,
        phone: orders.phone,
      })
      .from(orders)
      .leftJoin(accounts, eq(accounts.email, orders.email))
      .where(and(found, isNull(orders.accountId), isNull(accounts.id), ne(orders.email, '')))
      .orderBy(asc(orders.email), desc(orders.createdAt))
      .limit(FOUND_AT_MOST),
  ]);
  return done({ accounts: known, guests });
}

const SEE = 'see and change accounts of shoppers';

const normal = (email: string) => email.trim().toLowerCase();

/**
 * Returns the account with this email address or id.
 * @returns the refusal `not_found`, or `forbidden` for a packer.
 */
export async function showAccount(
  db: Database,
  actor: Actor,
  who: string,
): Promise<Result<AccountFacts, StaffCode>> {
  const forbidden = ownersOnly(actor, SEE);
  if (forbidden) return forbidden;
  const [row] = await db.select().from(accounts).where(ofPerson(who));
  if (!row) return unknown(who);
  const { id, fullName, phone, createdAt, blockedAt } = row;
  const open = and(eq(sessions.accountId, id), gt(sessions.expiresAt, sql`now()`));
  const value = {
    id,
    email: row.email,
    fullName,
    phone,
    createdAt,
    blockedAt,
    orders: await db.$count(orders, ownedBy(row)),
    reviews: await db.$count(reviews, eq(reviews.accountId, id)),
    sessions: await db.$count(sessions, open),
    actions: await actionsOn(db, id),
  };
  return done(value);
}

const ofPerson = (who: string) => or(eq(accounts.email, normal(who)), eq(accounts.id, who));

const unknown = (who: string): Result<never, StaffCode> =>
  refuse(
    'not_found',
    who.includes('@')
      ? `Nobody has an account with the address ${who}.`
      : 'There is no such account. Perhaps its owner has deleted it.',
  );

/**
 * Blocks, unblocks or erases an account, and records the person. Blocking ends every session and allows no new one;
 * orders, reviews and the links in emails stay. Erasing works like the customer's own deletion: orders stay for the books.
 * @param who - the email address or the id of the account.
 * @param confirmed - the email address typed once more, if a form requires that before erasing.
 * @returns `before` if it was so already; or the refusal `not_found`, `invalid` for another address, `forbidden`.
 */
export async function changeAccount(
  db: Database,
  actor: Actor,
  who: string,
  { what, confirmed }: { what: AccountAction; confirmed?: string },
): Promise<Result<'done' | 'before', StaffCode>> {
  const forbidden = ownersOnly(actor, SEE);
  if (forbidden) return forbidden;
  return transact(db, async (transaction): Promise<Result<'done' | 'before', StaffCode>> => {
    const [account] = await transaction.select().from(accounts).where(ofPerson(who)).for('update');
    if (!account) return unknown(who);
    if (confirmed !== undefined && normal(confirmed) !== account.email) {
      const message = `To erase this account, type its email address: ${account.email}.`;
      return refuse('invalid', message, { fields: { confirmed: message } });
    }
    const which = eq(accounts.id, account.id);
    if (what === 'erase') {
      await eraseAccount(transaction, account);
    } else {
      if ((account.blockedAt !== null) === (what === 'block')) return done('before' as const);
      const blockedAt = what === 'block' ? sql`now()` : null;
      await transaction.update(accounts).set({ blockedAt }).where(which);
      if (what === 'block') await closeAllSessions(transaction, account.id);
    }
    await recordAction(transaction, {
      action: `account.${what}`,
      subject: account.id,
      recordedBy: actor.name,
    });
    return done('done' as const);
  });
}
