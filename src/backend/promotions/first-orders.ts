import { sql } from 'drizzle-orm';
import { isOfCustomer, type OrderCustomer } from '#backend/base/same-customer.ts';
import type { Database } from '#backend/db/connect.ts';
import { lockEach } from '#backend/db/locks.ts';
import { isUsed } from './uses.ts';

/**
 * The customer who asks. A quote has no email address and no phone number, because anybody could type one and learn whose
 * it is.
 */
export interface Asker extends Partial<OrderCustomer> {
  /** Keys of this browser's attempts to pay. Her next order replaces their unpaid orders. */
  attempts?: readonly string[];
}

/** Whether an order `o` belongs to an account. Its page also lists guests' orders with its verified address (order-book/). */
export const isOf = (
  accountId: string | null,
) => sql`(o.account_id = ${accountId} or o.account_id is null and o.erase_at is null
  and o.email = (select a.email from accounts a where a.id = ${accountId}))`;

export const textArray = (texts: readonly string[]) => sql`any(${sql.param([...texts])}::text[])`;

/**
 * Locks a customer by her account and its verified address, and by the email address and the phone number of the order.
 * So orders that ask whether they are her first run one at a time, and the next statement sees the earlier ones.
 */
export async function lockCustomer(
  db: Pick<Database, 'execute'>,
  { accountId = null, email, phone }: Asker,
): Promise<void> {
  const names = [
    ...(accountId ? [`account ${accountId}`] : []),
    ...(email ? [`email ${email}`] : []),
    ...(phone ? [`phone ${phone}`] : []),
  ];
  await lockEach(
    db,
    'firstOrder',
    sql`${sql.param(names)}::text[] || array(select 'email ' || email from accounts where id = ${accountId})`,
  );
}

/**
 * Whether a customer has an order that counts (uses.ts). It does not look at unpaid orders of this browser's attempts,
 * which her next order replaces.
 */
export async function hasOrdered(
  db: Pick<Database, 'execute'>,
  { accountId = null, email = '', phone = null, attempts = [] }: Asker,
): Promise<boolean> {
  const isOwnAttempt = sql`o.attempt_key = ${textArray(attempts)}`;
  const { rows } = await db.execute(sql`
    select from orders o where ${isUsed}
      and (${isOf(accountId)} or ${isOfCustomer(sql`o`, { accountId, email, phone })} or ${isOwnAttempt})
      and not (o.status = 'pending' and o.accepted_at is null and coalesce(${isOwnAttempt}, false))
    limit 1`);
  return rows.length > 0;
}
