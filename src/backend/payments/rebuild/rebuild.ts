import { eq, sql } from 'drizzle-orm';
import type { Log } from '#backend/base/log.ts';
import { done, type Result, refuse, type StaffCode } from '#backend/base/result.ts';
import type { Database } from '#backend/db/connect.ts';
import { lockOf } from '#backend/db/locks.ts';
import { type Transaction, transact } from '#backend/db/transact.ts';
import { amountOf } from '#backend/mail/amount.ts';
import { type OrderRow, orders } from '#backend/orders/tables.ts';
import { isPaid } from '#backend/payment-provider/is-paid.ts';
import {
  type DisputeNews,
  leftOf,
  type PaymentProvider,
  type ProviderPayment,
  type ProviderRefund,
} from '#backend/payment-provider/provider.ts';
import type { SealKey } from '#backend/payments/sealed/keys.ts';
import type { Essentials } from '#backend/payments/sealed/layout.ts';
import { unseal } from '#backend/payments/sealed/seal.ts';
import { applyPayment } from '#backend/payments/transitions.ts';
import { unmatchedPayments } from '#backend/payments/unmatched/tables.ts';
import { CLOCK_DIFFERENCE_MS } from '#backend/refunds/catching-up.ts';
import { keepDispute } from '#backend/refunds/disputes.ts';
import { reconcile } from '#backend/refunds/reconciliation.ts';
import type { Settings } from '#backend/settings/settings.ts';
import { recordAction } from '#backend/staff/actions.ts';
import { type Actor, ownersOnly } from '#backend/staff/actor.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { insertAgain } from './insert-again.ts';
import { eraseLater } from './person.ts';

/** What a rebuilt order needs. */
export interface RebuildParts {
  actor: Actor;
  paystack: Pick<PaymentProvider, 'verify' | 'refundsOf' | 'disputesSince'>;
  settings: Settings;
  /** Those of sealed/keys.ts. */
  sealKeys: readonly SealKey[];
  log: Log;
}

/** An order of a payment. It is `known` if it was there already; then nothing was done. */
export interface Rebuilt {
  order: OrderRow;
  known: boolean;
}

/**
 * Makes the order of a payment again from what was sealed beside it (sealed/), if the database does not have it.
 * The provider is asked now: only a successful payment of the amount that was asked for counts, whatever a list
 * said of it before. The order then goes the way of a payment that comes late: it takes its units from the stock,
 * or needs a refund. It gets the refunds and disputes that the provider has. However often and by however many
 * processes it is done, there is one order. Refusals: forbidden; not_found (the provider does not know it),
 * unavailable (the provider cannot be asked), conflict (it was not paid as asked, is paid back or about to be, or
 * nothing opens that was sealed with it). They make nothing.
 */
export async function rebuildOrder(
  db: Database,
  { reference }: { reference: string },
  { actor, paystack, settings, sealKeys, log }: RebuildParts,
): Promise<Result<Rebuilt, StaffCode>> {
  const forbidden = ownersOnly(actor, 'make an order again');
  if (forbidden) return forbidden;
  const [there] = await db.select().from(orders).where(eq(orders.reference, reference));
  if (there) return done({ order: there, known: true });
  const paid = await paymentOf(reference, paystack);
  if (!paid.ok) return paid;
  const payment = paid.value;
  const amountKobo = payment.requestedAmountKobo ?? payment.amountKobo;
  const shop = settings.SITE_URL;
  const opened = unseal(payment.metadata?.sealed, sealKeys, { reference, amountKobo, shop });
  if (!opened.ok) {
    const { code, message } = opened.refusal;
    log({ event: 'order_rebuild_refused', reference, code });
    return refuse('conflict', `${message} ${PAY_BACK}`);
  }
  const verdict = isPaid(payment, { reference, amountKobo });
  if (verdict !== 'paid') {
    return refuse('conflict', `The payment is not as it was asked for (${verdict}). ${PAY_BACK}`);
  }
  // By the provider's clock, as its lists are.
  const paidAt = Date.parse(payment.paidAt ?? '') || opened.value.createdAt.getTime();
  const since = new Date(paidAt - CLOCK_DIFFERENCE_MS);
  const returns = await returnsOf(payment, since, paystack);
  if (!returns.ok) return returns;
  const again = { essentials: opened.value, payment, amountKobo, returns: returns.value };
  const rebuilt = await transact(db, (transaction) =>
    rebuild(transaction, again, { actor, settings }),
  );
  if (rebuilt.ok && !rebuilt.value.known) {
    log({ event: 'order_rebuilt', order: rebuilt.value.order.id, by: actor.name });
  }
  return rebuilt;
}

const PAY_BACK = 'No order was made. Pay the money back, or ask the customer what she bought.';

/** The payment as the provider has it now, if it was successful. */
async function paymentOf(
  reference: string,
  paystack: Pick<PaymentProvider, 'verify'>,
): Promise<Result<ProviderPayment, StaffCode>> {
  const outcome = await paystack.verify(reference);
  if (!outcome.ok) {
    const { code, message } = outcome.refusal;
    return code === 'unknown_reference'
      ? refuse('not_found', `Paystack knows no payment ${reference}.`)
      : notHeard(message);
  }
  const { state, word } = outcome.value;
  if (state === 'succeeded') return done(outcome.value);
  return refuse('conflict', `Paystack says that the payment is ${word}. No order was made.`);
}

/** What goes back of a payment, or may. */
interface Returns {
  refunds: readonly ProviderRefund[];
  disputes: readonly DisputeNews[];
}

/** What the provider has of that since a time, unless it is all of the payment. */
async function returnsOf(
  payment: ProviderPayment,
  since: Date,
  paystack: RebuildParts['paystack'],
): Promise<Result<Returns, StaffCode>> {
  const { id: transactionId, reference } = payment;
  const refunds = await paystack.refundsOf({ reference, transactionId, since });
  if (!refunds.ok) return notHeard(refunds.refusal.message);
  if (leftOf(payment.amountKobo, refunds.value) <= 0)
    return refuse(
      'conflict',
      'All of this payment is paid back, or about to be. No order was made. Pay it back here to settle it: nothing is sent twice.',
    );
  const disputes = await paystack.disputesSince(since, { payment });
  if (!disputes.ok) return notHeard(disputes.refusal.message);
  return done({
    refunds: refunds.value,
    disputes: disputes.value.flatMap(({ dispute }) => dispute ?? []),
  });
}

const notHeard = (message: string) =>
  refuse('unavailable', `Paystack could not be asked about the payment: ${message}.`);

async function rebuild(
  transaction: Transaction,
  {
    essentials,
    payment,
    amountKobo,
    returns,
  }: { essentials: Essentials; payment: ProviderPayment; amountKobo: number; returns: Returns },
  { actor, settings }: Pick<RebuildParts, 'actor' | 'settings'>,
): Promise<Result<Rebuilt, StaffCode>> {
  const { reference } = payment;
  // One at a time for each payment: a statement does not see an order that was made while it waited.
  await transaction.execute(sql`select ${lockOf('payment', reference)}`);
  const [there] = await transaction.select().from(orders).where(eq(orders.reference, reference));
  if (there) return done({ order: there, known: true });
  const listed = eq(unmatchedPayments.reference, reference);
  const [row] = await transaction.select().from(unmatchedPayments).where(listed).for('update');
  if (row && row.refundMark !== null) {
    return refuse('conflict', 'This payment is being paid back. No order was made.');
  }
  const { id, isWithoutAccount } = await insertAgain(transaction, {
    essentials,
    payment,
    totalKobo: amountKobo,
  });
  const applied = await applyPayment(transaction, id, payment, settings);
  if (!applied) throw new Error(`Order ${id} was made again, and is not there`);
  const order = isWithoutAccount ? await eraseLater(transaction, id) : applied.after;
  await reconcile(transaction, order, returns.refunds, settings);
  for (const dispute of returns.disputes) await keepDispute(transaction, order, dispute, settings);
  await recordAction(transaction, {
    action: 'order.rebuild',
    subject: id,
    recordedBy: actor.name,
    detail: [
      `order #${orderNumber(id)} of ${amountOf(payment.amountKobo, payment.currency)}`,
      ...(order.rebuiltWithout ? [`without ${order.rebuiltWithout}`] : []),
      ...(order.refundNeeded ? ['not in stock: a refund is due'] : []),
    ].join(', '),
  });
  await transaction
    .update(unmatchedPayments)
    .set({ state: 'matched', settledAt: sql`now()` })
    .where(listed);
  return done({ order, known: false });
}
