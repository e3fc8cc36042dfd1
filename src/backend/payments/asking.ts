import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Log } from '#backend/base/log.ts';
import type { Database } from '#backend/db/connect.ts';
import { transact } from '#backend/db/transact.ts';
import { forgetBegun } from '#backend/orders/placing/begun-limits.ts';
import type { OrderRow } from '#backend/orders/tables.ts';
import type { PaymentProvider } from '#backend/payment-provider/provider.ts';
import type { Settings } from '#backend/settings/settings.ts';
import { applyPayment, isInFlight } from './transitions.ts';

/** How often a request waits for its turn. Then other processes ask about the same order all the time. */
const TURNS = 5;

/** An order after the provider was asked about it, and whether money may be on its way to it. */
export interface Asked {
  order: OrderRow;
  inFlight: boolean;
}

/**
 * Asks the provider about an order by a request that begins after the call, and makes the transition. A request
 * that is under way may have been answered before the shopper paid, so the call waits for it, unless it brings
 * what is `enough`: by default that money came, which is final. All who wait share the next request. The provider
 * is asked once in `paystack.pauseMs` about one order, whoever asks, in whatever process. Null when it could not
 * be asked.
 */
export type Ask = (order: OrderRow, enough?: (order: OrderRow) => boolean) => Promise<Asked | null>;

/** Whether money for the order came: nothing that the provider says later makes that untrue. */
export const hasMoney = ({ status, refundNeeded }: OrderRow): boolean =>
  status === 'paid' || refundNeeded;

export function createAsk(parts: {
  db: Database;
  paystack: PaymentProvider;
  settings: Settings;
  log: Log;
}): Ask {
  const { db, paystack, settings, log } = parts;
  const underWay = new Map<string, Promise<Asked | null>>();
  const next = new Map<string, Promise<Asked | null>>();

  return async (order, enough = hasMoney) => {
    // Whoever made the earlier request gets its error. Here it means only that the provider is asked again.
    const earlier = await underWay.get(order.id)?.catch(() => null);
    if (earlier && enough(earlier.order)) return earlier;
    let task = next.get(order.id);
    if (!task) {
      task = begin(order);
      next.set(order.id, task);
    }
    return task;
  };

  /** Waits for its turn, and asks. Who calls after the request has begun does not share it. */
  async function begin(order: OrderRow): Promise<Asked | null> {
    try {
      await underWay.get(order.id)?.catch(() => null);
      if (!(await inTurn(order.id))) return null;
    } finally {
      next.delete(order.id);
    }
    const request = ask(order).finally(() => underWay.delete(order.id));
    underWay.set(order.id, request);
    return request;
  }

  /** Waits until the provider may be asked about the order, and records that it is. Whether it may. */
  async function inTurn(orderId: string): Promise<boolean> {
    for (let turn = 0; turn < TURNS; turn++) {
      // By the database, the one clock of all processes. A clock that was set back leaves a time to come.
      const { rows } = await db.execute<{ wait: number | null }>(sql`
        with asked as (
          update orders set checked_at = clock_timestamp() where id = ${orderId} and not coalesce(
            checked_at between clock_timestamp() - ${paystack.pauseMs} * interval '1 millisecond' and clock_timestamp(), false)
          returning id)
        select case when not exists (select from asked)
          then extract(epoch from checked_at - clock_timestamp())::float8 * 1000 + ${paystack.pauseMs} end as wait
        from orders where id = ${orderId}`);
      const [found] = rows;
      if (!found) return false;
      if (found.wait === null) return true;
      await pause(Math.max(found.wait, 0) + 1);
    }
    return false;
  }

  async function ask(order: OrderRow): Promise<Asked | null> {
    const outcome = await paystack.verify(order.reference);
    if (!outcome.ok && outcome.refusal.code !== 'unknown_reference') {
      log({
        event: 'payment_verify_failed',
        order: order.id,
        code: outcome.refusal.code,
        message: outcome.refusal.message,
      });
      return null;
    }
    const payment = outcome.ok ? outcome.value : null;
    const settled = await transact(db, (transaction) =>
      applyPayment(transaction, order.id, payment, settings),
    );
    if (!settled) return null;
    const { before, after } = settled;
    if (after.status !== before.status) {
      if (after.status === 'paid')
        await forgetBegun(db, { ...after, address: after.clientAddress });
      log({ event: 'order_transition', order: order.id, from: before.status, to: after.status });
    }
    if (after.refundNeeded && !before.refundNeeded) {
      log({ event: 'refund_needed', order: order.id, remark: after.remark });
    }
    if (after.reversedAt && !before.reversedAt) {
      log({ event: 'payment_reversed', order: order.id });
    }
    return { order: after, inFlight: isInFlight(payment) };
  }
}
