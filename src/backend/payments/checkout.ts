import { and, eq, inArray, not, sql } from 'drizzle-orm';
import { done, type Refusal, type Result, refuse, type StaffCode } from '#backend/base/result.ts';
import { transact } from '#backend/db/transact.ts';
import { endUnpaid } from '#backend/orders/ending.ts';
import { type PaymentRow, payments } from '#backend/orders/payment-tables.ts';
import type { Client } from '#backend/orders/placing/client.ts';
import { placeOrder } from '#backend/orders/placing/placing.ts';
import { awaitsTransfer, hasMoney, isPaid, isPending, keepsUnits } from '#backend/orders/status.ts';
import { type OrderRow, orders } from '#backend/orders/tables.ts';
import { wordsOf } from '#backend/payment-provider/names.ts';
import { type Exchange, placeExchange } from '#backend/returns/exchanging.ts';
import { isOffered } from '#backend/settings/payment-mode.ts';
import type { Settings } from '#backend/settings/settings.ts';
import type { InitializeAnswer, InitializeBody, Payment } from '#contract/checkout.ts';
import {
  IDEMPOTENCY_HEADER,
  PREVIOUS_ATTEMPTS,
  PREVIOUS_ATTEMPTS_HEADER,
} from '#contract/headers.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { type ChosenWay, pageOf, WAYS, wayOf } from '#domain/payments/ways.ts';
import { type BegunPayment, createBeginning } from './beginning.ts';
import { viewAccount } from './payment-view.ts';
import { createRenewal, type RenewalParts, unavailable } from './renewing.ts';
import { wayRules } from './way-rules.ts';

/** Checkout, up to the page to pay on. */
export interface Checkout {
  /**
   * Order first, money second (decision 12). Stores the pending order with our prices, its reservation and its
   * reference, then asks the provider for a page. The same attempt again gets the first answer. A new attempt replaces the
   * unpaid earlier ones that the browser names, after their providers were asked about them (decision 58).
   * Refusals: those of placeOrder; already_paid when an earlier attempt is paid; payment_under_way when the money of
   * one is on its way and holds what is wanted, or is at another provider; payment_unavailable when the provider gives no
   * page, or does not answer about an earlier attempt, with `fields.way` if she can do something about it;
   * payment_refused when it never will (the merchant is told); validation_failed for a malformed key.
   */
  initialize(body: InitializeBody, client: Client): Promise<Result<InitializeAnswer>>;
  /**
   * Opens another account for an order whose account takes nothing any more, and reserves its units once more. An
   * account that still takes money stays, and money that has come is the answer.
   * Refusals: reference_not_found; payment_refused once its time to pay is over; payment_unavailable.
   */
  renewAccount(reference: string): Promise<Result<Payment>>;
  /**
   * Sends other goods for those of a return: accepts their order if it costs nothing, otherwise emails the customer
   * where she pays the difference. Refusals: those of placeExchange; unavailable if the provider gives no page.
   */
  exchange(id: number, exchange: Exchange): Promise<Result<string, StaffCode>>;
}

/** The outcome of the earlier attempts of a browser. */
interface Earlier {
  /** Ids of unpaid orders, which the new one replaces. */
  replaced: readonly string[];
  /** The reference of a payment that may arrive at any moment. */
  inFlight: string | null;
}

export function createCheckout(parts: RenewalParts): Checkout {
  const { db, settlement, settings } = parts;
  const rules = wayRules(parts.sealKeys);
  /** The page for a client that names no way, and for a deposit. */
  const page = pageOf(settings.PAYMENT_WAYS, 'paystack');
  const beginning = createBeginning(parts, rules);
  const limits = {
    perEmail: settings.RESERVED_PER_EMAIL,
    perAddress: settings.RESERVED_PER_ADDRESS,
    begunPerAddress: settings.BEGUN_PER_ADDRESS,
    smallestKobo: settings.SMALLEST_PAYMENT_KOBO,
    samplesPerCustomer: settings.SAMPLES_PER_CUSTOMER,
  };
  const answer = (order: OrderRow, { page, reference, account, ...payment }: BegunPayment) =>
    done({
      data: {
        authorization_url: page,
        reference,
        ...(account && { transfer: viewAccount(order, account, payment) }),
      },
    });

  return {
    async initialize(body, client) {
      const { way = page } = body;
      const malformed = malformedKey(client) ?? refuseWay(way, settings);
      if (malformed) return malformed;
      const earlier = await settleEarlier(client, way);
      if (!earlier.ok) return earlier;
      const { replaced, inFlight } = earlier.value;
      // A second round is needed only when the attempt's first order has ended meanwhile.
      for (let round = 1; round <= 2; round++) {
        const placed = await placeOrder(
          db,
          body,
          client,
          { ...limits, way, page, rules },
          replaced,
        );
        if (!placed.ok)
          return inFlight !== null && isHeld(placed.refusal) ? underWay(inFlight) : placed;
        const { order } = placed.value;
        if (placed.value.known) {
          const { status, begun } = await beginning.waitFor(order);
          // Nobody may pay on the page of an order that has ended or was replaced while this waited.
          if (status === 'cancelled') continue;
          if (begun) return answer(order, begun);
          if (!isPending({ status })) continue;
        }
        const ownWay = wayOf(order.totalKobo, way);
        const outcome = await beginning.begin(order, ownWay, placed.value.lines);
        if (typeof outcome === 'object')
          return 'page' in outcome ? answer(order, outcome) : outcome;
        if (outcome === 'ended') continue;
        if (outcome === 'unclear' || !placed.value.known) return notBegun(way);
      }
      return notBegun(way);
    },

    renewAccount: createRenewal(parts, beginning),

    async exchange(id, exchange) {
      const placed = await placeExchange(db, id, exchange, {
        way: page,
        smallestKobo: limits.smallestKobo,
      });
      if (!placed.ok) return placed;
      const { order, lines } = placed.value;
      const begun = await beginning.begin(order, wayOf(order.totalKobo, page), lines);
      const name = `Order #${orderNumber(order.id)}`;
      if (typeof begun !== 'object' || !('page' in begun)) {
        const remark = 'No page to pay the difference';
        await transact(db, (transaction) => endUnpaid(transaction, order.id, 'cancelled', remark));
        return refuse(
          'unavailable',
          'The provider gives no page for the difference. Try again in a few minutes.',
        );
      }
      if (order.totalKobo === 0)
        return done(`${name} replaces the goods. It is in the list of orders to pack.`);
      const told = { type: 'return.difference', return: id, page: begun.page } as const;
      await transact(db, (transaction) => parts.events.publish(transaction, told));
      return done(
        `${name} replaces the goods, and waits for the difference. The customer gets an email.`,
      );
    },
  };

  /**
   * Asks the providers about the earlier attempts that the browser names. An attempt whose money may be on its way is not
   * replaced, and none begins at another provider beside it. One whose page never reached her is replaced without a
   * question: she cannot have paid, and its provider may be down.
   */
  async function settleEarlier(
    { attemptKey, previousKeys }: Client,
    way: ChosenWay,
  ): Promise<Result<Earlier>> {
    const keys = previousKeys.filter((key) => key !== attemptKey);
    if (keys.length === 0) return done({ replaced: [], inFlight: null });
    // One that waits for a transfer stays: she may have sent the money already, and pays which of them she wants.
    const found = await db
      .select({ order: orders, payment: payments })
      .from(orders)
      .innerJoin(payments, eq(payments.orderId, orders.id))
      .where(and(inArray(orders.attemptKey, keys), not(awaitsTransfer(sql`${orders}`))));
    const named = [...Map.groupBy(found, ({ order }) => order.id).values()];
    // An order that a newer one has replaced may have been paid on its old page.
    const outcomes = await Promise.all(
      named.map(async (rows) => {
        const [{ order, payment }] = rows as [(typeof rows)[number]];
        const isKnown = hasMoney(order) || !rows.some((row) => reachedHer(row.payment));
        const asked = isKnown ? { order, inFlight: false } : await settlement.ask(order);
        return { asked, provider: payment.provider };
      }),
    );
    const replaced: string[] = [];
    let inFlight: string | null = null;
    for (const { asked, provider } of outcomes) {
      const isAnother = provider !== WAYS[way].provider;
      // Nobody knows whether the money of the earlier attempt has arrived.
      if (!asked) return isAnother ? unavailableAs(unknownAt(provider)) : unavailable;
      if (asked.inFlight && isAnother) return underWay(asked.order.reference);
      const { reference, acceptedAt } = asked.order;
      if (isPaid(asked.order))
        return refuse('already_paid', 'Your order is paid already. Nothing more was charged.', {
          reference,
        });
      if (acceptedAt && isPending(asked.order))
        return refuse('already_paid', 'Your order is placed already, and you pay for it later.', {
          reference,
        });
      if (asked.inFlight) inFlight = asked.order.reference;
      else if (keepsUnits(asked.order)) replaced.push(asked.order.id);
    }
    return done({ replaced, inFlight });
  }

  /** Returns the refusal when a provider gives no page, with the way that she can choose instead. */
  function notBegun(way: ChosenWay): Result<never> {
    const { provider } = WAYS[way];
    const other = settings.PAYMENT_WAYS.find(
      (id) => WAYS[id].provider !== provider && !refuseWay(id, settings),
    );
    if (!other) return unavailable;
    return unavailableAs(
      `${wordsOf(provider).name} does not answer at the moment. Nothing was charged. Choose ‘${WAYS[other].label}’ and press again, or try again in a few minutes.`,
    );
  }
}

/** The refusal while a provider does not answer, with what she can do about the way to pay. */
const unavailableAs = (sentence: string) =>
  refuse('payment_unavailable', unavailable.refusal.message, { fields: { way: sentence } });

const unknownAt = (provider: PaymentRow['provider']) =>
  `${wordsOf(provider).name} does not answer, so nobody knows whether the payment that you began there has arrived. So that you never pay twice, no other payment begins until it answers. Please try again in a few minutes.`;

const underWay = (reference: string) =>
  refuse(
    'payment_under_way',
    'A payment that you began before is on its way, and its bottles are kept for it. See what becomes of it first.',
    { reference },
  );

/** Whether she was given the page or the account of a payment, or there is news of it. */
const reachedHer = ({ page, newsAt }: PaymentRow): boolean => page !== null || newsAt !== null;

/** Refusals for want of units, or of a code, which an earlier payment may hold. */
const isHeld = ({ code, fields }: Refusal): boolean =>
  code === 'cart_changed' || code === 'too_much_held' || fields?.code !== undefined;

/** The refusal of a way to pay that the shop does not offer. Null for one that it does. */
const refuseWay = (way: ChosenWay, settings: Pick<Settings, 'PAYMENT_WAYS'>) =>
  isOffered(way, settings)
    ? null
    : refuse('validation_failed', 'This shop takes no payment in this way.', {
        fields: { way: 'Please choose another way to pay' },
      });

const KEY = /^[A-Za-z0-9_-]{16,100}$/;

/** Returns the refusal for a malformed key. Null if the keys are well formed. */
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
