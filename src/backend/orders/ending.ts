import { and, eq, sql } from 'drizzle-orm';
import type { Transaction } from '#backend/db/transact.ts';
import { UNPAID_PAUSE_MS } from './rechecks.ts';
import { release } from './stock.ts';
import { orders } from './tables.ts';

/** Earlier when the provider has news of it. */
const UNPAID_RECHECK = sql`least(recheck_at, now() + ${UNPAID_PAUSE_MS} * interval '1 millisecond')`;

/**
 * Ends a pending order without payment and releases its units. The provider is asked again about it, because its
 * page may still be open. Frees its attempt to be made again, unless a newer attempt replaces it. An order that is
 * not pending is left as it is.
 * @returns whether it was pending.
 */
export async function endUnpaid(
  transaction: Transaction,
  orderId: string,
  status: 'failed' | 'cancelled',
  remark: string | null,
  { replaced = false }: { replaced?: boolean } = {},
): Promise<boolean> {
  const ended = await transaction
    .update(orders)
    .set({
      status,
      remark,
      recheckAt: UNPAID_RECHECK,
      ...(!replaced && { attemptKey: null, endedAttemptKey: orders.attemptKey }),
    })
    .where(and(eq(orders.id, orderId), eq(orders.status, 'pending')))
    .returning({ id: orders.id });
  if (ended.length === 0) return false;
  await release(transaction, orderId);
  return true;
}
