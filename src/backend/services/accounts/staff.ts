import { and, eq, gt, sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { accounts, sessions } from '#backend/db/tables/account-tables.ts';
import { orders } from '#backend/db/tables/order-tables.ts';
import { reviews } from '#backend/db/tables/review-tables.ts';
import type { StaffAction } from '#backend/db/tables/staff-tables.ts';
import { transact } from '#backend/db/transact.ts';
import { ownedBy } from '#backend/services/orders/orders.ts';
import { actionsOn, recordAction } from '#backend/services/staff/actions.ts';
import type { AccountDeed } from './deeds.ts';
import { eraseAccount } from './personal-data.ts';
import { closeAllSessions } from './sessions.ts';

/** An account as the merchant sees it. */
export interface AccountFacts {
  id: string;
  email: string;
  fullName: string;
  createdAt: Date;
  blockedAt: Date | null;
  orders: number;
  reviews: number;
  sessions: number;
  /** What the merchant's people did to it, newest first. */
  actions: StaffAction[];
}

const normal = (email: string) => email.trim().toLowerCase();

/** The account with this email address, or null. */
export async function showAccount(db: Database, email: string): Promise<AccountFacts | null> {
  const [row] = await db
    .select()
    .from(accounts)
    .where(eq(accounts.email, normal(email)));
  if (!row) return null;
  const { id, fullName, createdAt, blockedAt } = row;
  const open = and(eq(sessions.accountId, id), gt(sessions.expiresAt, sql`now()`));
  return {
    id,
    email: row.email,
    fullName,
    createdAt,
    blockedAt,
    orders: await db.$count(orders, ownedBy(row)),
    reviews: await db.$count(reviews, eq(reviews.accountId, id)),
    sessions: await db.$count(sessions, open),
    actions: await actionsOn(db, id),
  };
}

/**
 * Blocks, unblocks or erases an account, and records who did it. Blocking ends every session, and no new one begins; orders,
 * reviews and the links of emails stay. Erasing is what the customer's own deletion does: orders stay for the books.
 * @returns `before` if it was so already, and `unknown` if nobody has this address.
 */
export function changeAccount(
  db: Database,
  email: string,
  { what, by }: { what: AccountDeed; by: string },
): Promise<'done' | 'before' | 'unknown'> {
  return transact(db, async (transaction) => {
    const [account] = await transaction
      .select()
      .from(accounts)
      .where(eq(accounts.email, normal(email)))
      .for('update');
    if (!account) return 'unknown';
    const which = eq(accounts.id, account.id);
    if (what === 'erase') {
      await eraseAccount(transaction, account);
    } else {
      if ((account.blockedAt !== null) === (what === 'block')) return 'before';
      const blockedAt = what === 'block' ? sql`now()` : null;
      await transaction.update(accounts).set({ blockedAt }).where(which);
      if (what === 'block') await closeAllSessions(transaction, account.id);
    }
    await recordAction(transaction, {
      action: `account.${what}`,
      subject: account.id,
      recordedBy: by,
    });
    return 'done';
  });
}
