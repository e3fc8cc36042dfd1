import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Log } from '#backend/base/log.ts';
import { transact } from '#backend/db/transact.ts';
import type { WithEvents } from '#backend/events/events.ts';
import type { PaymentRow } from '#backend/orders/payment-tables.ts';
import { forgetBegun } from '#backend/orders/placing/begun-limits.ts';
import { hasMoney, isPaid } from '#backend/orders/status.ts';
import type { OrderRow } from '#backend/orders/tables.ts';
import type { PaymentProvider } from '#backend/payment-provider/provider.ts';
import { type Providers, providerOf } from '#backend/payment-provider/providers.ts';
import type { Settings } from '#backend/settings/settings.ts';
import { acceptsUnpaid } from '#domain/payments/ways.ts';
import { applyPayment, isInFlight } from './transitions.ts';

/** How often a request waits for its turn. Then other processes ask about the same order all the time. */
const TURNS = 5;

/** An order after the providers of its payments were asked, and whether money may be on its way to it. */
export interface Asked {
  order: OrderRow;
  /** The payment that brought the money, else the newest one that was asked about. */
  payment: PaymentRow | null;
  inFlight: boolean;
}

/**
 * Asks the provider about an order, with a request that begins after this call, and makes the transition. A request in
 * flight may have been answered before the shopper paid. So the call waits for it, and shares the next request with
 * others who wait, unless the first answer is `enough`: by default, that money came. In all processes together, the
 * provider is asked about a payment once in its `pauseMs`. If a provider cannot verify, the order stays as it is.
 * Null when a provider did not answer.
 */
export type Ask = (order: OrderRow, enough?: (order: OrderRow) => boolean) => Promise<Asked | null>;

type Turn = Pick<PaymentRow, 'reference' | 'provider'>;

/** The parts that asking about payments needs. */
export interface AskParts extends WithEvents {
  providers: Providers;
  settings: Settings;
  log: Log;
}

/**
 * Returns the payment to show of two: the one that brought money, else the later. What is to be paid at the door says
 * nothing of the payment that she makes before.
 */
const shownOf = (earlier: PaymentRow | null, later: PaymentRow | null): PaymentRow | null =>
  earlier && (earlier.received !== null || (later?.received === null && acceptsUnpaid(later.way)))
    ? earlier
    : later;

export function createAsk(parts: AskParts): Ask {
  const { db, providers, log } = parts;
  const verifying = providers.filter(({ verify }) => verify);

  const underWay = new Map<string, Promise<Asked | null>>();
  const next = new Map<string, Promise<Asked | null>>();

  return async (order, enough = hasMoney) => {
    // The caller of the earlier request gets its error. Here the provider is only asked again.
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
    let turns: Turn[] | null = null;
    try {
      await underWay.get(order.id)?.catch(() => null);
      turns = await inTurn(order);
    } finally {
      next.delete(order.id);
    }
    if (!turns) return null;
    const request = ask(order, turns).finally(() => underWay.delete(order.id));
    underWay.set(order.id, request);
    return request;
  }

  /**
   * Waits until the providers may be asked about the order's payments, its own first, and records that they are. Null: not
   * in time.
   */
  async function inTurn({ id, reference: first }: OrderRow): Promise<Turn[] | null> {
    const pauseMs = Math.max(0, ...verifying.map((provider) => provider.pauseMs));
    const taken: Turn[] = [];
    for (let turn = 0; turn < TURNS; turn++) {
      const others = sql`order_id = ${id} and provider = any(${sql.param(verifying.map(({ name }) => name))}::text[])
        and reference <> all(${sql.param(taken.map(({ reference }) => reference))}::text[])`;
      // By the database, the one clock of all processes. A clock that was set back leaves a time to come.
      const { rows } = await db.execute<Turn & { wait: number | null }>(sql`
        with asked as (
          update payments set asked_at = clock_timestamp() where ${others} and not coalesce(
            asked_at between clock_timestamp() - ${pauseMs} * interval '1 millisecond' and clock_timestamp(), false)
          returning reference)
        select reference, provider, case when reference not in (select reference from asked)
          then extract(epoch from asked_at - clock_timestamp())::float8 * 1000 + ${pauseMs} end as wait
        from payments where ${others}
        order by created_at, reference <> ${first}`);
      taken.push(...rows.filter(({ wait }) => wait === null));
      const waits = rows.flatMap(({ wait }) => wait ?? []);
      if (waits.length === 0) return taken;
      await pause(Math.max(...waits, 0) + 1);
    }
    return null;
  }

  async function ask(order: OrderRow, turns: readonly Turn[]): Promise<Asked | null> {
    let asked: Asked | null = { order, payment: null, inFlight: false };
    for (const { reference, provider } of turns) {
      const one = await askAbout(order.id, reference, providerOf(providers, provider)?.verify);
      const payment: PaymentRow | null = shownOf(asked?.payment ?? null, one?.payment ?? null);
      asked = one && asked && { ...one, payment, inFlight: one.inFlight || asked.inFlight };
    }
    return asked;
  }

  async function askAbout(
    orderId: string,
    reference: string,
    verify: PaymentProvider['verify'],
  ): Promise<Asked | null> {
    if (!verify) return null;
    const outcome = await verify(reference);
    if (!outcome.ok && outcome.refusal.code !== 'unknown_reference') {
      log({
        event: 'payment_verify_failed',
        order: orderId,
        code: outcome.refusal.code,
        message: outcome.refusal.message,
      });
      return null;
    }
    const found = outcome.ok ? outcome.value : null;
    const settled = await transact(db, (transaction) =>
      applyPayment(transaction, { orderId, reference }, found, parts),
    );
    if (!settled) return null;
    const { before, after, payment } = settled;
    if (after.status !== before.status) {
      if (isPaid(after)) await forgetBegun(db, { ...after, address: after.clientAddress });
      log({ event: 'order_transition', order: orderId, from: before.status, to: after.status });
    }
    if (after.refundNeeded && !before.refundNeeded) {
      log({ event: 'refund_needed', order: orderId, remark: after.remark });
    }
    if (after.reversedAt && !before.reversedAt) {
      log({ event: 'payment_reversed', order: orderId });
    }
    const inFlight = isInFlight(found) || payment.newsAt !== null;
    return { order: after, payment, inFlight };
  }
}
