import { and, asc, eq, gt, notLike, sql } from 'drizzle-orm';
import { listAddresses } from '#backend/accounts/addresses.ts';
import { checkPassword } from '#backend/accounts/log-in.ts';
import { forgetReplaced } from '#backend/accounts/registrations.ts';
import { type Session, userOf } from '#backend/accounts/sessions.ts';
import { accounts, emailCodes, sessions } from '#backend/accounts/tables.ts';
import { done, type Result } from '#backend/base/result.ts';
import type { Database } from '#backend/db/connect.ts';
import { type Transaction, transact } from '#backend/db/transact.ts';
import type { Requester } from '#backend/limits/requester.ts';
import { emails } from '#backend/mail/tables.ts';
import { refusalsOf } from '#backend/on-delivery/refusals.ts';
import { listOrders, ownedBy } from '#backend/order-book/customer-orders.ts';
import { DELIVERY_DAYS, eraseOrders } from '#backend/order-book/erasure.ts';
import { orders } from '#backend/orders/tables.ts';
import { deleteReviewsBy, reviewsBy } from '#backend/reviews/reviews.ts';
import { eraseAlertsOf } from '#backend/stock-alerts/erasure.ts';
import { alertsOf } from '#backend/stock-alerts/staff.ts';
import type { AccountExport } from '#contract/account.ts';

/** Returns everything that is stored about a customer (NDPA 2023, section 38: portability). */
export async function exportAccount(db: Database, { user }: Session): Promise<AccountExport> {
  const [[account], ownOrders, ownReviews, open, alerts, refused] = await Promise.all([
    db.select().from(accounts).where(eq(accounts.id, user.id)),
    listOrders(db, user),
    reviewsBy(db, user.id),
    db
      .select()
      .from(sessions)
      .where(and(eq(sessions.accountId, user.id), gt(sessions.expiresAt, sql`now()`)))
      .orderBy(asc(sessions.createdAt)),
    alertsOf(db, user.email),
    refusalsOf(db, user.id),
  ]);
  if (!account) throw new Error('The account of a session does not exist any more');
  return {
    account: {
      ...userOf(account),
      createdAt: account.createdAt.toISOString(),
      ...(account.phone && { phone: account.phone }),
    },
    addresses: await listAddresses(db, user.id),
    orders: ownOrders,
    reviews: ownReviews,
    sessions: open.map(({ createdAt, expiresAt }) => ({
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    })),
    refusedOrders: refused.map(({ refusedAt, ...refusal }) => ({
      ...refusal,
      refusedAt: refusedAt.toISOString(),
    })),
    stockAlerts: alerts.map(({ askedAt, confirmedAt, toldAt, ...alert }) => ({
      ...alert,
      askedAt: askedAt.toISOString(),
      ...(confirmedAt && { confirmedAt: confirmedAt.toISOString() }),
      ...(toldAt && { toldAt: toldAt.toISOString() }),
    })),
  };
}

/**
 * Deletes an account with its sessions, reviews and emails. Requires the password again. Its orders stay for the books,
 * without personal data: at once if nothing is to be delivered, otherwise after the longest delivery. Refusals:
 * credentials_invalid, rate_limited.
 */
export async function deleteAccount(
  db: Database,
  { session: { user }, password }: { session: Session; password: string },
  requester: Requester,
): Promise<Result<null>> {
  const checked = await checkPassword(db, { email: user.email, password }, requester);
  if (!checked.ok) return checked;
  return transact(db, async (transaction) => {
    await eraseAccount(transaction, user);
    return done(null);
  });
}

/** Does the same without a password, in the caller's transaction. */
export async function eraseAccount(
  transaction: Transaction,
  user: { id: string; email: string },
): Promise<void> {
  await deleteReviewsBy(transaction, user.id);
  const later = sql`interval '1 day' * ${DELIVERY_DAYS}`;
  await transaction
    .update(orders)
    .set({
      accountId: null,
      shareHash: null,
      formerShareHash: null,
      eraseAt: sql`case ${orders.status} when 'pending' then now() + ${later}
          when 'paid' then ${orders.paidAt} + ${later} else now() end`,
    })
    .where(ownedBy(user));
  await eraseOrders(transaction);
  // This keeps the merchant's notices, in case the merchant is a customer, too.
  await transaction
    .delete(emails)
    .where(and(eq(emails.recipient, user.email), notLike(emails.id, 'merchant-%')));
  await eraseAlertsOf(transaction, user.email);
  await transaction.delete(emailCodes).where(eq(emailCodes.email, user.email));
  await forgetReplaced(transaction, user.email);
  await transaction.delete(accounts).where(eq(accounts.id, user.id));
}
