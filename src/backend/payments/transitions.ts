import { eq, type SQL, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Transaction } from '#backend/db/transact.ts';
import type { Events, ShopEvent, Unusable } from '#backend/events/events.ts';
import type { Email } from '#backend/mail/email.ts';
import { enqueuing } from '#backend/mail/outbox.ts';
import { endUnpaid } from '#backend/orders/ending.ts';
import { type Payer, type PaymentRow, payments } from '#backend/orders/payment-tables.ts';
import { type LockedOrder, lockPurchase, sellInstead } from '#backend/orders/purchases.ts';
import { nextNews, nextRecheck } from '#backend/orders/rechecks.ts';
import {
  hasMoney,
  isPaid,
  isPending,
  isUnpaidAccepted,
  keepsUnits,
} from '#backend/orders/status.ts';
import { sellFromStock, sellReserved } from '#backend/orders/stock.ts';
import { EXCHANGE, type OrderRow, orders } from '#backend/orders/tables.ts';
import type { ProviderPayment } from '#backend/payment-provider/provider.ts';
import { whyUnpaid } from '#backend/payment-provider/why-unpaid.ts';
import { makeSampleCodes } from '#backend/promotions/sample-codes.ts';
import { keepReversal } from '#backend/refunds/recording.ts';
import type { Settings } from '#backend/settings/settings.ts';
import { shop } from '#config/shop.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { acceptsUnpaid, WAYS } from '#domain/payments/ways.ts';
import { acceptance } from './accepting.ts';

/** Minutes between two checks of an order that stays pending. */
const CHECK_MINUTES = 10;

interface TransitionParts {
  settings: Pick<Settings, 'RESERVATION_MINUTES' | 'RECHECK_DAYS'>;
  events: Events;
}
type Change = PgUpdateSetSource<typeof orders>;
type Facts = PgUpdateSetSource<typeof payments>;
/** Why a payment bought nothing, with what the merchant reads. */
type Unsold = { remark: string; why: Unusable };
/**
 * Writes a change of the order, what is known of the payment with the time when the provider is asked again, and emails
 * that tell of it.
 */
type Save = (change: Change, facts?: Facts, emails?: readonly Email[]) => Promise<OrderRow | null>;

/**
 * Makes the one transition that a verified payment asks for (decision 12), under the order's lock. However often
 * the news arrives, and in whatever order, there is one transition and one movement of stock. `payment` is null when
 * the provider does not know the reference. Returns the order as it was under the lock and as it is now with its payment,
 * or null without such a payment of an order.
 */
export async function applyPayment(
  transaction: Transaction,
  { orderId, reference }: { orderId: string; reference: string },
  payment: ProviderPayment | null,
  parts: TransitionParts,
): Promise<{ before: OrderRow; after: OrderRow; payment: PaymentRow } | null> {
  const locked = await lockPurchase(transaction, orderId);
  const known = locked?.payments.find((row) => row.reference === reference);
  if (!locked || !known) return null;
  const { row: before, now } = locked;
  let written = known;
  const final = payment?.state === 'succeeded' || payment?.state === 'reversed';
  const save: Save = async (change, facts = {}, emails = []) => {
    // What decides about the next question is given as values, never as SQL.
    const next = { ...before, ...change } as OrderRow;
    const isTold = final || hasMoney(next);
    const newsAt = isTold ? null : known.newsAt;
    const mayCome = !final;
    const nextAt = nextRecheck(
      { ...next, newsAt, mayCome },
      parts.settings.RECHECK_DAYS,
      now.getTime(),
    );
    const queued = emails.map((email, place) =>
      transaction.$with(`email_${place}`).as(enqueuing(transaction, [email])),
    );
    const due = facts.nextAt === undefined ? nextAt : facts.nextAt;
    // News may have come since the row was read, which no lock keeps out: its question comes first.
    const asks = isTold
      ? { newsAt: null, nextAt: due }
      : {
          nextAt: sql`case when (${payments.newsAt} is null) = ${known.newsAt === null}::boolean
            then ${due}::timestamptz else ${payments.nextAt} end`,
        };
    const asked = transaction.$with('asked').as(
      transaction
        .update(payments)
        .set({
          ...(payment && { state: payment.state }),
          // A message about a wrong transfer has nothing else that names its payment.
          ...(payment && known.account && { providerId: payment.id }),
          ...facts,
          ...asks,
        })
        .where(eq(payments.reference, reference))
        .returning(),
    );
    const isSame = eq(orders.id, orderId);
    const changed = transaction
      .$with('changed')
      .as(
        Object.keys(change).length > 0
          ? transaction.update(orders).set(change).where(isSame).returning()
          : transaction.select().from(orders).where(isSame),
      );
    const [row] = await transaction
      .with(...queued, asked, changed)
      .select()
      .from(changed)
      .innerJoin(asked, sql`true`);
    if (!row) return null;
    written = row.asked;
    return row.changed;
  };
  const after = await transition(transaction, { ...locked, payment: known }, payment, save, parts);
  return after && { before, after, payment: written };
}

/** A payment of an order, both under the lock of its purchase. */
type Locked = LockedOrder & { payment: PaymentRow };

async function transition(
  transaction: Transaction,
  locked: Locked,
  payment: ProviderPayment | null,
  save: Save,
  parts: TransitionParts,
): Promise<OrderRow | null> {
  const { row, expired } = locked;
  if (payment?.state === 'succeeded')
    return applySuccess(transaction, locked, payment, save, parts);
  if (payment?.state === 'reversed')
    return applyReversal(transaction, locked, payment, save, parts);
  if (!keepsUnits(row)) return save({});
  // The order waits for its deposit, which decides.
  if (acceptsUnpaid(locked.payment.way) && locked.payments.length > 1) return save({});
  if (payment?.state === 'failed') {
    await endUnpaid(transaction, row.id, 'failed', 'The payment failed');
    return save({});
  }
  const minutes = (count: number) => sql`now() + ${count} * interval '1 minute'`;
  const { newsAt } = locked.payment;
  /** The next question: soon if there is news, and at the end of the reservation. */
  const askBy = (end: SQL) => ({
    nextAt: sql`least(${minutes(CHECK_MINUTES)}, ${end}, ${newsAt && nextNews(newsAt, locked.now)}::timestamptz)`,
    claimedUntil: sql`now()`,
  });
  if (!expired) return save({}, askBy(sql`${row.reservationExpiresAt.toISOString()}::timestamptz`));
  // The provider may say that nobody has paid a moment after it has sent news of the money.
  const inFlight = isInFlight(payment) || newsAt !== null;
  if (inFlight && !row.reservationExtended) {
    const reservationExpiresAt = minutes(parts.settings.RESERVATION_MINUTES);
    return save({ reservationExtended: true, reservationExpiresAt }, askBy(reservationExpiresAt));
  }
  await endUnpaid(transaction, row.id, 'cancelled', 'Not paid in time');
  return save({});
}

/** Whether money may be on its way: neither paid nor given up. */
export const isInFlight = (payment: ProviderPayment | null): boolean =>
  payment?.state === 'in_flight';

async function applyReversal(
  transaction: Transaction,
  { row: order, payment: row, now }: Locked,
  payment: ProviderPayment,
  save: Save,
  parts: TransitionParts,
): Promise<OrderRow | null> {
  const reversal = { reversedAt: order.reversedAt ?? now };
  if (isPending(order)) {
    await endUnpaid(transaction, order.id, 'failed', 'The payment was reversed');
    return save(reversal);
  }
  if (!hasMoney(order)) return save({});
  const after = await save(isPaid(order) ? reversal : {});
  return after && keepReversal(transaction, { order: after, payment: row }, payment, parts.events);
}

async function applySuccess(
  transaction: Transaction,
  { row: order, payment: row, payments: tries, lines, hasSample, others, now }: Locked,
  payment: ProviderPayment,
  save: Save,
  parts: TransitionParts,
): Promise<OrderRow | null> {
  if (row.received !== null) return save({});
  const paidAt = readTime(payment.paidAt) ?? now;
  const facts = {
    channel: payment.channel,
    providerId: payment.id,
    // Staff may have recorded more of it since the answer was read.
    received: sql`greatest(${payment.amountKobo}::bigint, ${payments.arrivedKobo})`,
    currency: payment.currency.replaceAll('\u0000', ''),
    payer: storable(payment.customer),
    paidAt,
  };
  // Another payment of the order came first. What this one brought is left to pay back.
  if (hasMoney(order)) return save({}, facts);
  const refund = async ({ remark, why }: Unsold) => {
    const after = await save({ refundNeeded: true, remark }, facts);
    const event = { type: 'payment.unusable', payment: row.reference, why } as const;
    if (after) await parts.events.publish(transaction, event);
    return after;
  };
  const fault = whyUnpaid(payment, {
    reference: row.reference,
    amountKobo: row.askedKobo ?? order.totalKobo,
  });
  if (fault === 'wrong_reference' || fault === 'not_successful') return save({});
  if (fault) {
    // Money arrived, but not what was asked for. It pays for nothing and must be refunded.
    if (isPending(order)) await endUnpaid(transaction, order.id, 'failed', null);
    return refund({
      remark: `Paid, but not as asked (${fault})`,
      why: { reason: 'not_as_asked' },
    });
  }
  const paid = others.find((other) => isPaid(other) || isUnpaidAccepted(other));
  if (paid && isPending(order)) await endUnpaid(transaction, order.id, 'failed', null);
  if (paid)
    return refund({
      remark: `Paid twice: order #${orderNumber(paid.id)} is the same purchase`,
      why: { reason: 'paid_twice', first: paid.id },
    });
  // Money that staff find after days buys nothing: she may have bought elsewhere since. Nor does it for an accepted
  // order that has ended, whose units are back in stock, a deposit that comes late, and an order that she has cancelled.
  // The goods that an exchange would replace may be paid back by now.
  const rest = tries.find((each) => each !== row && acceptsUnpaid(each.way));
  if (
    !isPending(order) &&
    (order.acceptedAt ||
      order.cancelledAt ||
      order.purchaseId.startsWith(EXCHANGE) ||
      rest ||
      WAYS[row.way].settledBy === 'staff')
  )
    return refund({
      remark: 'The money came after the order had ended',
      why: { reason: 'after_end' },
    });
  const waiting = others.find(keepsUnits);
  const missing = order.acceptedAt ? null : await sell(transaction, order, waiting);
  if (missing !== null) return refund(missing);
  // Dispatch follows the payment (spec §1): one that comes after the cut-off moves the date. One that was accepted before
  // keeps its date and its link.
  const accepted = order.acceptedAt ? null : acceptance(order, now, paidAt);
  if (rest && accepted) {
    const change = { ...accepted.change, remark: null };
    const event = {
      type: 'order.accepted',
      ...{ order: { ...order, ...change }, items: lines, sampleCodes: [], key: accepted.key },
      dueKobo: rest.askedKobo,
      way: rest.way,
    } as const;
    return save(change, facts, await parts.events.emailsOf(transaction, event));
  }
  const paidNow = { status: 'paid' as const, ...accepted?.change, paidAt, remark: null };
  const sampleCodes = await makeSampleCodes(transaction, order, {
    days: hasSample ? shop.sampleCreditDays : 0,
    paidAt,
  });
  const event: ShopEvent = accepted
    ? {
        type: 'order.accepted',
        order: { ...order, ...paidNow },
        items: lines,
        sampleCodes,
        key: accepted.key,
        dueKobo: null,
        way: row.way,
      }
    : { type: 'order.collected', payment: row.reference, sampleCodes };
  return save(paidNow, facts, await parts.events.emailsOf(transaction, event));
}

/**
 * Sells the units of an order: those that it has reserved, those of the order that replaced it, or those in stock.
 * @returns why it could not, for the merchant and for the customer; null if it did.
 */
async function sell(
  transaction: Transaction,
  order: OrderRow,
  waiting: OrderRow | undefined,
): Promise<Unsold | null> {
  if (isPending(order)) {
    if (await sellReserved(transaction, order.id)) return null;
    await endUnpaid(transaction, order.id, 'failed', null);
    return {
      remark: 'Paid, but the stock was set to less than was reserved',
      why: { reason: 'stock_set_to_less' },
    };
  }
  const sold = waiting
    ? await sellInstead(transaction, order, waiting)
    : await sellFromStock(transaction, order.id, order.rebuiltAt !== null);
  if (sold) return null;
  return order.rebuiltAt
    ? {
        remark: 'Rebuilt from its payment, but its bottles are not in stock',
        why: { reason: 'rebuilt_without_stock' },
      }
    : {
        remark: 'Paid after the order had ended and its bottles were sold',
        why: { reason: 'sold_after_end' },
      };
}

/** The provider's time of payment. Null if the provider gave none that can be read. */
function readTime(time: string | null): Date | null {
  const read = time === null ? Number.NaN : Date.parse(time);
  return Number.isNaN(read) ? null : new Date(read);
}

/** PostgreSQL stores no NUL character. */
function storable(customer: ProviderPayment['customer']): Payer | null {
  return customer && (JSON.parse(JSON.stringify(customer).replaceAll('\\u0000', '')) as Payer);
}
