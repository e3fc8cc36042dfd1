import { eq, sql } from 'drizzle-orm';
import { done, type Result, refuse, type StaffCode } from '#backend/base/result.ts';
import type { Database } from '#backend/db/connect.ts';
import { lockOf } from '#backend/db/locks.ts';
import { type Transaction, transact } from '#backend/db/transact.ts';
import { amountOf } from '#backend/mail/amount.ts';
import { lockPayment } from '#backend/orders/lock-order.ts';
import { payments } from '#backend/orders/payment-tables.ts';
import { type OrderRow, orders } from '#backend/orders/tables.ts';
import { type ProviderName, wordsOf } from '#backend/payment-provider/names.ts';
import {
  type DisputeNews,
  leftOf,
  type PaymentProvider,
  type ProviderPayment,
  type ProviderRefund,
} from '#backend/payment-provider/provider.ts';
import { providerOf } from '#backend/payment-provider/providers.ts';
import { whyUnpaid } from '#backend/payment-provider/why-unpaid.ts';
import type { AskParts } from '#backend/payments/asking.ts';
import type { SealKey } from '#backend/payments/sealed/keys.ts';
import type { Essentials } from '#backend/payments/sealed/layout.ts';
import { unseal } from '#backend/payments/sealed/seal.ts';
import { applyPayment } from '#backend/payments/transitions.ts';
import { findPayment } from '#backend/payments/unmatched/list.ts';
import { CLOCK_DIFFERENCE_MS } from '#backend/refunds/catching-up.ts';
import { keepDispute } from '#backend/refunds/disputes.ts';
import { reconcile } from '#backend/refunds/reconciliation.ts';
import { isPayBack } from '#backend/refunds/request.ts';
import { disputes, refunds } from '#backend/refunds/tables.ts';
import { recordAction } from '#backend/staff/actions.ts';
import { type Actor, ownersOnly } from '#backend/staff/actor.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { insertAgain } from './insert-again.ts';
import { eraseLater } from './person.ts';

/** The services that rebuilding an order needs. */
export interface RebuildParts extends AskParts {
  actor: Actor;
  /** Those of sealed/keys.ts. */
  sealKeys: readonly SealKey[];
}

/** An order of a payment. It is `known` if it was there already; then nothing was done. */
export interface Rebuilt {
  order: OrderRow;
  known: boolean;
}

/**
 * Restores the order of a payment from its sealed copy (sealed/), if the database does not have it. The provider is
 * asked now: only a successful payment of the requested amount counts, whatever a list said before. The order is then
 * treated like a late payment: it takes its units from the stock, or needs a refund. It gets the provider's refunds and
 * disputes. Repeated or concurrent calls make one order. A refusal makes none: forbidden; not_found (the provider does
 * not know the payment); unavailable (the provider does not answer); conflict (it was not paid as requested, its money
 * goes or went back, or its copy cannot be opened).
 */
export async function rebuildOrder(
  { reference }: { reference: string },
  { db, events, actor, providers, settings, sealKeys, log }: RebuildParts,
): Promise<Result<Rebuilt, StaffCode>> {
  const forbidden = ownersOnly(actor, 'make an order again');
  if (forbidden) return forbidden;
  const there = await orderOf(db, reference);
  if (there) return done({ order: there, known: true });
  const row = await findPayment(db, reference);
  const provider = row ? providerOf(providers, row.provider) : providers[0];
  if (!provider) return refuse('conflict', `The shop has no ${row?.provider} any more.`);
  const paid = await paymentOf(reference, provider);
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
  const fault = whyUnpaid(payment, { reference, amountKobo });
  if (fault) {
    return refuse('conflict', `The payment is not as it was asked for (${fault}). ${PAY_BACK}`);
  }
  // By the provider's clock, as its lists are.
  const paidAt = Date.parse(payment.paidAt ?? '') || opened.value.createdAt.getTime();
  const since = new Date(paidAt - CLOCK_DIFFERENCE_MS);
  const returns = await returnsOf(payment, since, provider);
  if (!returns.ok) return returns;
  const again = {
    essentials: opened.value,
    provider: provider.name,
    payment,
    amountKobo,
    returns: returns.value,
  };
  const rebuilt = await transact(db, (transaction) =>
    rebuild(transaction, again, { actor, settings, events }),
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
  provider: PaymentProvider,
): Promise<Result<ProviderPayment, StaffCode>> {
  const { name } = wordsOf(provider.name);
  const outcome = await provider.verify?.(reference);
  if (!outcome?.ok) {
    const { code, message } = outcome?.refusal ?? { code: 'unknown_reference', message: '' };
    return code === 'unknown_reference'
      ? refuse('not_found', `${name} knows no payment ${reference}.`)
      : notHeard(name, message);
  }
  const { state, word } = outcome.value;
  if (state === 'succeeded') return done(outcome.value);
  return refuse('conflict', `${name} says that the payment is ${word}. No order was made.`);
}

interface Returns {
  refunds: readonly ProviderRefund[];
  disputes: readonly DisputeNews[];
}

/** Reads the refunds and disputes that the provider has since a time, unless they are all of the payment. */
async function returnsOf(
  payment: ProviderPayment,
  since: Date,
  provider: PaymentProvider,
): Promise<Result<Returns, StaffCode>> {
  const { name } = wordsOf(provider.name);
  const { id: providerId, reference } = payment;
  const refunds = (await provider.refunds?.of({ reference, providerId, since })) ?? done([]);
  if (!refunds.ok) return notHeard(name, refunds.refusal.message);
  if (leftOf(payment.amountKobo, refunds.value) <= 0)
    return refuse(
      'conflict',
      'All of this payment is paid back, or about to be. No order was made. Pay it back here to settle it: nothing is sent twice.',
    );
  const disputes = (await provider.lists?.disputes(since, { payment })) ?? done([]);
  if (!disputes.ok) return notHeard(name, disputes.refusal.message);
  return done({
    refunds: refunds.value,
    disputes: disputes.value.flatMap(({ dispute }) => dispute ?? []),
  });
}

const notHeard = (name: string, message: string) =>
  refuse('unavailable', `${name} could not be asked about the payment: ${message}.`);

/** The order that a payment is for. */
async function orderOf(
  db: Pick<Database, 'select'>,
  reference: string,
): Promise<OrderRow | undefined> {
  const [found] = await db
    .select({ order: orders })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(eq(payments.reference, reference));
  return found?.order;
}

async function rebuild(
  transaction: Transaction,
  {
    essentials,
    provider,
    payment,
    amountKobo,
    returns,
  }: {
    essentials: Essentials;
    provider: ProviderName;
    payment: ProviderPayment;
    amountKobo: number;
    returns: Returns;
  },
  { actor, ...parts }: Pick<RebuildParts, 'actor' | 'settings' | 'events'>,
): Promise<Result<Rebuilt, StaffCode>> {
  const { reference } = payment;
  // One at a time for each payment: a statement does not see an order that was made while it waited.
  await transaction.execute(sql`select ${lockOf('payment', reference)}`);
  const there = await orderOf(transaction, reference);
  if (there) return done({ order: there, known: true });
  await lockPayment(transaction, reference);
  if ((await transaction.$count(refunds, isPayBack(reference))) > 0) {
    return refuse('conflict', 'This payment is being paid back. No order was made.');
  }
  const { id, isWithoutAccount } = await insertAgain(transaction, {
    essentials,
    provider,
    payment,
    totalKobo: amountKobo,
  });
  // The provider's own list follows, and the merchant is told of each as of an order's.
  await transaction.delete(refunds).where(eq(refunds.payment, reference));
  await transaction.delete(disputes).where(eq(disputes.payment, reference));
  const applied = await applyPayment(transaction, { orderId: id, reference }, payment, parts);
  if (!applied) throw new Error(`Order ${id} was made again, and is not there`);
  const order = isWithoutAccount ? await eraseLater(transaction, id) : applied.after;
  const locked = { payment: applied.payment, order };
  await reconcile(transaction, locked, returns.refunds, parts.events);
  for (const dispute of returns.disputes)
    await keepDispute(transaction, locked, dispute, parts.events);
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
  return done({ order, known: false });
}
