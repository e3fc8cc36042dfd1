import { setTimeout as pause } from 'node:timers/promises';
import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { type OrderRow, orders } from '#backend/db/order-tables.ts';
import { transact } from '#backend/db/transact.ts';
import type { Log } from '#backend/log.ts';
import type { Paystack } from '#backend/payments/paystack.ts';
import { type Client, placeOrder } from '#backend/services/orders/placing.ts';
import { endUnpaid } from '#backend/services/orders/transitions.ts';
import { done, type Result, refuse } from '#backend/services/result.ts';
import type { Settings } from '#backend/settings.ts';
import type { InitializeAnswer, InitializeBody } from '#contract/checkout.ts';

/** Milliseconds that a second request of an attempt waits for the first, beyond Paystack's time limit. */
const WAIT_LONGER_MS = 2000;
const LOOK_AGAIN_MS = 200;

/** Checkout, up to the page to pay on. */
export interface Checkout {
  /**
   * Order first, money second (decision 12). Stores the pending order with our prices, its reservation and its
   * reference, then asks Paystack for a page. The same attempt again gets the first answer.
   * Refusals: those of placeOrder; payment_unavailable when Paystack gives no page; validation_failed for a
   * malformed key.
   */
  initialize(body: InitializeBody, client: Client): Promise<Result<InitializeAnswer>>;
}

type Outcome = { page: string } | 'refused' | 'unclear' | 'ended';

export function createCheckout(parts: {
  db: Database;
  paystack: Paystack;
  settings: Settings;
  log: Log;
}): Checkout {
  const { db, paystack, settings, log } = parts;
  const limits = {
    perEmail: settings.RESERVED_PER_EMAIL,
    perAddress: settings.RESERVED_PER_ADDRESS,
  };
  const answer = (order: OrderRow, page: string) =>
    done({ data: { authorization_url: page, reference: order.reference } });
  const unavailable = refuse('payment_unavailable', 'Payment initialization failed');

  return {
    async initialize(body, client) {
      if (client.attemptKey !== null && !/^[A-Za-z0-9_-]{16,100}$/.test(client.attemptKey)) {
        const fault = 'Send 16 to 100 letters, digits, - or _, a new one for each attempt';
        return refuse('validation_failed', `idempotency-key: ${fault}`, {
          fields: { 'idempotency-key': fault },
        });
      }
      // A second round is needed only when the attempt's first order has ended meanwhile.
      for (let round = 1; round <= 2; round++) {
        const placed = await placeOrder(db, body, client, limits);
        if (!placed.ok) return placed;
        let { order } = placed.value;
        if (placed.value.known) {
          order = await waitForPage(order);
          if (order.authorizationUrl !== null) return answer(order, order.authorizationUrl);
          if (order.status !== 'pending') continue;
        }
        const outcome = await askForPage(order);
        if (typeof outcome === 'object') return answer(order, outcome.page);
        if (outcome === 'ended') continue;
        if (outcome === 'unclear' || !placed.value.known) return unavailable;
      }
      return unavailable;
    },
  };

  /** Waits until the order has a page, is not pending, or its first request has got no answer; gives up in the end. */
  async function waitForPage(order: OrderRow): Promise<OrderRow> {
    const patience = settings.PAYSTACK_TIMEOUT_MS + WAIT_LONGER_MS;
    const underWay = ({ authorizationUrl, status, checkedAt }: OrderRow) =>
      authorizationUrl === null && status === 'pending' && checkedAt === null;
    let latest = order;
    while (underWay(latest)) {
      if (Date.now() - latest.createdAt.getTime() > patience) break;
      await pause(LOOK_AGAIN_MS);
      const [row] = await db.select().from(orders).where(eq(orders.id, order.id));
      if (!row) break;
      latest = row;
    }
    return latest;
  }

  async function askForPage(order: OrderRow): Promise<Outcome> {
    const outcome = await paystack.initialize({
      reference: order.reference,
      email: order.email,
      amountKobo: order.totalKobo,
      callbackUrl: `${settings.SITE_URL}/payment/callback`,
      cancelUrl: `${settings.SITE_URL}/checkout`,
      metadata: { order_id: order.id },
    });
    if (outcome.ok) {
      const page = outcome.value.authorizationUrl;
      const until = sql`now() + ${settings.RESERVATION_MINUTES} * interval '1 minute'`;
      const kept = await db
        .update(orders)
        .set({ authorizationUrl: page, reservationExpiresAt: until })
        .where(and(eq(orders.id, order.id), eq(orders.status, 'pending')))
        .returning({ id: orders.id });
      // Another request of this attempt has ended the order meanwhile. Nobody may pay on its page.
      return kept.length > 0 ? { page } : 'ended';
    }
    log({
      event: 'payment_initialize_failed',
      order: order.id,
      code: outcome.code,
      message: outcome.message,
    });
    // Paystack does not have a payment that it refused, and nobody knows the page of a duplicate: the units are
    // released at once. After any other failure Paystack may have the payment. The order stays pending, and the sweeper
    // asks when its short first reservation expires.
    const refused = ['rejected', 'duplicate_reference', 'rate_limited', 'unknown_reference'];
    if (!refused.includes(outcome.code)) {
      // A second request need not wait for an answer that will not arrive.
      await db.update(orders).set({ checkedAt: new Date() }).where(eq(orders.id, order.id));
      return 'unclear';
    }
    const page = await transact(db, async (transaction) => {
      const [latest] = await transaction
        .select({ page: orders.authorizationUrl })
        .from(orders)
        .where(eq(orders.id, order.id))
        .for('no key update');
      // Another request of this attempt got a page for this reference. That page is the answer.
      if (latest?.page) return latest.page;
      const remark = `Paystack gave no page to pay on (${outcome.code})`;
      await endUnpaid(transaction, order.id, 'failed', remark);
      return null;
    });
    if (page !== null) return { page };
    return 'refused';
  }
}
