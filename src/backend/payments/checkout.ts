import { setTimeout as pause } from 'node:timers/promises';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { describeError } from '#backend/base/log.ts';
import { done, type Refusal, type Result, refuse } from '#backend/base/result.ts';
import { transact } from '#backend/db/transact.ts';
import { endUnpaid } from '#backend/orders/ending.ts';
import { lockPayment } from '#backend/orders/lock-order.ts';
import { type PaymentRow, payments } from '#backend/orders/payment-tables.ts';
import type { Client } from '#backend/orders/placing/client.ts';
import { placeOrder } from '#backend/orders/placing/placing.ts';
import { hasMoney, isPaid, isPending, keepingUnits, keepsUnits } from '#backend/orders/status.ts';
import { linesOf } from '#backend/orders/stock.ts';
import { type OrderRow, orders } from '#backend/orders/tables.ts';
import { wordsOf } from '#backend/payment-provider/names.ts';
import type { InitializeAnswer, InitializeBody } from '#contract/checkout.ts';
import {
  IDEMPOTENCY_HEADER,
  PREVIOUS_ATTEMPTS,
  PREVIOUS_ATTEMPTS_HEADER,
} from '#contract/headers.ts';
import type { AskParts } from './asking.ts';
import { refusalOf } from './refused.ts';
import type { SealKey } from './sealed/keys.ts';
import type { LineToSeal } from './sealed/layout.ts';
import { seal } from './sealed/seal.ts';
import type { Settlement } from './settlement.ts';
import { shopMark } from './shop-mark.ts';

/** Milliseconds that a second request of an attempt waits for the first, beyond the provider's time limit. */
const WAIT_LONGER_MS = 2000;
const LOOK_AGAIN_MS = 200;

/** Checkout, up to the page to pay on. */
export interface Checkout {
  /**
   * Order first, money second (decision 12). Stores the pending order with our prices, its reservation and its
   * reference, then asks the provider for a page. The same attempt again gets the first answer. A new attempt replaces the
   * unpaid earlier ones that the browser names, after the provider was asked about them.
   * Refusals: those of placeOrder; already_paid when an earlier attempt is paid; payment_under_way when the money of
   * one is on its way and holds what is wanted; payment_unavailable when the provider gives no page; payment_refused
   * when it never will, of which the merchant is told; validation_failed for a malformed key.
   */
  initialize(body: InitializeBody, client: Client): Promise<Result<InitializeAnswer>>;
}

/** What became of the earlier attempts of a browser. */
interface Earlier {
  /** Ids of unpaid orders, which the new one replaces. */
  replaced: readonly string[];
  /** The reference of a payment that may arrive at any moment. */
  inFlight: string | null;
}

/** How far the first request of an attempt is. */
type Waited = Pick<OrderRow, 'status'> & Pick<PaymentRow, 'page' | 'askedAt'>;

type Outcome = { page: string } | Result<never> | 'no page' | 'unclear' | 'ended';

export function createCheckout(
  parts: AskParts & {
    settlement: Pick<Settlement, 'ask'>;
    /** The first seals what an order is made again from. */
    sealKeys: readonly SealKey[];
  },
): Checkout {
  const { db, events, settlement, settings, sealKeys, log } = parts;
  const [provider] = parts.providers;
  const words = wordsOf(provider.name);
  const limits = {
    provider: provider.name,
    perEmail: settings.RESERVED_PER_EMAIL,
    perAddress: settings.RESERVED_PER_ADDRESS,
    begunPerAddress: settings.BEGUN_PER_ADDRESS,
    smallestKobo: settings.SMALLEST_PAYMENT_KOBO,
    samplesPerCustomer: settings.SAMPLES_PER_CUSTOMER,
  };
  const answer = (order: OrderRow, page: string) =>
    done({ data: { authorization_url: page, reference: order.reference } });
  const unavailable = refuse('payment_unavailable', 'Payment initialization failed');

  return {
    async initialize(body, client) {
      const malformed = malformedKey(client);
      if (malformed) return malformed;
      const earlier = await settleEarlier(client);
      if (!earlier.ok) return earlier;
      const { replaced, inFlight } = earlier.value;
      // A second round is needed only when the attempt's first order has ended meanwhile.
      for (let round = 1; round <= 2; round++) {
        const placed = await placeOrder(db, body, client, limits, replaced);
        if (!placed.ok && inFlight !== null && isHeld(placed.refusal)) {
          return refuse(
            'payment_under_way',
            'A payment that you began before is on its way, and its bottles are kept for it. See what becomes of it first.',
            { reference: inFlight },
          );
        }
        if (!placed.ok) return placed;
        const { order } = placed.value;
        if (placed.value.known) {
          const { status, page } = await waitForPage(order);
          // Nobody may pay on the page of an order that has ended or was replaced while this waited.
          if (status === 'cancelled') continue;
          if (page !== null) return answer(order, page);
          if (!isPending({ status })) continue;
        }
        const outcome = await askForPage(order, placed.value.lines);
        if (typeof outcome === 'object') {
          return 'page' in outcome ? answer(order, outcome.page) : outcome;
        }
        if (outcome === 'ended') continue;
        if (outcome === 'unclear' || !placed.value.known) return unavailable;
      }
      return unavailable;
    },
  };

  /**
   * Asks the provider about the earlier attempts that the browser names. An attempt whose money may be on its way is not
   * replaced.
   */
  async function settleEarlier({ attemptKey, previousKeys }: Client): Promise<Result<Earlier>> {
    const keys = previousKeys.filter((key) => key !== attemptKey);
    if (keys.length === 0) return done({ replaced: [], inFlight: null });
    const named = await db.select().from(orders).where(inArray(orders.attemptKey, keys));
    // An order that a newer one has replaced may have been paid on its old page.
    const outcomes = await Promise.all(
      named.map((order) => (hasMoney(order) ? { order, inFlight: false } : settlement.ask(order))),
    );
    const replaced: string[] = [];
    let inFlight: string | null = null;
    for (const asked of outcomes) {
      // Nobody knows whether the money of the earlier attempt has arrived.
      if (!asked) return unavailable;
      if (isPaid(asked.order)) {
        return refuse('already_paid', 'Your order is paid already. Nothing more was charged.', {
          reference: asked.order.reference,
        });
      }
      if (asked.inFlight) inFlight = asked.order.reference;
      else if (keepsUnits(asked.order)) replaced.push(asked.order.id);
    }
    return done({ replaced, inFlight });
  }

  /** Waits until the order has a page, is not pending, or its first request has got no answer; gives up in the end. */
  async function waitForPage(order: OrderRow): Promise<Waited> {
    const patience = provider.timeoutMs + WAIT_LONGER_MS;
    const underWay = ({ page, status, askedAt }: Waited) =>
      page === null && isPending({ status }) && askedAt === null;
    // By the database, whose clock it was made by; a clock that was set back must not make a shopper wait for ever.
    const ageMs = sql<number>`(abs(extract(epoch from now() - ${orders.createdAt})) * 1000)::float8`;
    for (;;) {
      const [latest] = await db
        .select({ status: orders.status, page: payments.page, askedAt: payments.askedAt, ageMs })
        .from(orders)
        .innerJoin(payments, eq(payments.reference, orders.reference))
        .where(eq(orders.id, order.id));
      if (!latest) return { status: order.status, page: null, askedAt: null };
      if (!underWay(latest) || latest.ageMs > patience) return latest;
      await pause(LOOK_AGAIN_MS);
    }
  }

  /**
   * What the order can be made again from, sealed. Null, with a line in the log, if that fails: a payment goes on
   * without.
   */
  async function sealedOf(
    order: OrderRow,
    lines: readonly LineToSeal[] | null,
  ): Promise<string | null> {
    const [key] = sealKeys;
    try {
      if (!key) throw new Error('The shop has no key to seal with');
      const items = lines ?? (await linesOf(db, order.id));
      return seal(order, items, { key, shop: settings.SITE_URL });
    } catch (error) {
      log({ event: 'order_seal_failed', order: order.id, error: describeError(error) });
      return null;
    }
  }

  async function askForPage(
    order: OrderRow,
    lines: readonly LineToSeal[] | null,
  ): Promise<Outcome> {
    const begin = (sealed: string | null) =>
      provider.begin({
        reference: order.reference,
        email: order.email,
        amountKobo: order.totalKobo,
        callbackUrl: `${settings.SITE_URL}/payment/callback`,
        cancelUrl: `${settings.SITE_URL}/checkout`,
        metadata: { order_id: order.id, ...shopMark(settings), ...(sealed !== null && { sealed }) },
      });
    const isOurs = eq(payments.reference, order.reference);
    const sealed = await sealedOf(order, lines);
    let outcome = await begin(sealed);
    // The provider documents no limit for metadata. Whatever it finds wrong with a seal, the shopper can pay.
    if (sealed !== null && !outcome.ok && outcome.refusal.code === 'rejected') {
      const refused = outcome.refusal.message;
      outcome = await begin(null);
      if (outcome.ok) log({ event: 'order_seal_refused', order: order.id, message: refused });
    }
    if (outcome.ok) {
      const page = outcome.value.page;
      const until = sql`now() + ${settings.RESERVATION_MINUTES} * interval '1 minute'`;
      const open = db.$with('still_open').as(
        db
          .update(orders)
          .set({ reservationExpiresAt: until })
          .where(and(eq(orders.id, order.id), keepingUnits(orders)))
          .returning({ id: orders.id }),
      );
      const kept = await db
        .with(open)
        .update(payments)
        .set({ page, nextAt: until })
        .where(and(isOurs, sql`exists (select from still_open)`))
        .returning({ reference: payments.reference });
      // Another request of this attempt has ended the order meanwhile. Nobody may pay on its page.
      return kept.length > 0 ? { page } : 'ended';
    }
    const { code, message } = outcome.refusal;
    log({ event: 'payment_initialize_failed', order: order.id, code, message });
    // The provider does not have a payment that it refused, and nobody knows the page of a duplicate: the units are
    // released at once. After any other failure the provider may have the payment. The order stays pending, and the sweeper
    // asks when its short first reservation expires.
    const refusal = refusalOf(code, words.name);
    if (!refusal && !['duplicate_reference', 'rate_limited'].includes(code)) {
      // A second request need not wait for an answer that will not arrive.
      await db.update(payments).set({ askedAt: sql`now()` }).where(isOurs);
      return 'unclear';
    }
    const page = await transact(db, async (transaction) => {
      const locked = await lockPayment(transaction, order.reference);
      // Another request of this attempt got a page for this reference. That page is the answer.
      if (locked?.payment.page) return locked.payment.page;
      await endUnpaid(
        transaction,
        order.id,
        'failed',
        `${words.name} gave no page to pay on (${code})`,
      );
      if (refusal) {
        const refused = { payment: order.reference, code, message };
        await events.publish(transaction, { type: 'payment.refused', ...refused });
      }
      return null;
    });
    if (page !== null) return { page };
    return refusal ?? 'no page';
  }
}

/** Refusals for want of units, or of a code, which an earlier payment may hold. */
const isHeld = ({ code, fields }: Refusal): boolean =>
  code === 'cart_changed' || code === 'too_much_held' || fields?.code !== undefined;

const KEY = /^[A-Za-z0-9_-]{16,100}$/;

/** The refusal for a key that no browser of ours sends. Null if the keys are well formed. */
function malformedKey({ attemptKey, previousKeys }: Client): Result<never> | null {
  const refuseHeader = (header: string, fault: string) =>
    refuse('validation_failed', `${header}: ${fault}`, { fields: { [header]: fault } });
  if (attemptKey !== null && !KEY.test(attemptKey)) {
    const fault = 'Send 16 to 100 letters, digits, - or _, a new one for each attempt';
    return refuseHeader(IDEMPOTENCY_HEADER, fault);
  }
  if (previousKeys.length > PREVIOUS_ATTEMPTS || !previousKeys.every((key) => KEY.test(key))) {
    const fault = `Send at most ${PREVIOUS_ATTEMPTS} keys of earlier attempts, separated by commas`;
    return refuseHeader(PREVIOUS_ATTEMPTS_HEADER, fault);
  }
  return null;
}
