import { and, eq, sql } from 'drizzle-orm';
import { done, type Result, refuse, type StaffCode } from '#backend/base/result.ts';
import type { Database } from '#backend/db/connect.ts';
import { lockOf } from '#backend/db/locks.ts';
import { type Transaction, transact } from '#backend/db/transact.ts';
import { amountOf } from '#backend/mail/amount.ts';
import { lockPayment } from '#backend/orders/lock-order.ts';
import { payments } from '#backend/orders/payment-tables.ts';
import { type OrderRow, orders } from '#backend/orders/tables.ts';
import { wordsOf } from '#backend/payment-provider/names.ts';
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
import { readCopy } from '#backend/payments/sealed/email-copy.ts';
import type { SealKey } from '#backend/payments/sealed/keys.ts';
import type { Essentials } from '#backend/payments/sealed/layout.ts';
import { type SealFault, unseal } from '#backend/payments/sealed/seal.ts';
import { applyPayment } from '#backend/payments/transitions.ts';
import { findPayment } from '#backend/payments/unmatched/list.ts';
import { CLOCK_DIFFERENCE_MS } from '#backend/refunds/catching-up.ts';
import { keepDispute } from '#backend/refunds/disputes.ts';
import { reconcile } from '#backend/refunds/reconciliation.ts';
import { isPayBack } from '#backend/refunds/request.ts';
import { disputes, refunds } from '#backend/refunds/tables.ts';
import { recordAction } from '#backend/staff/actions.ts';
import { ownersOnly } from '#backend/staff/actor.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { acceptsUnpaid, WAYS } from '#domain/payments/ways.ts';
import { type AgainParts, acceptAgain } from './accept-again.ts';
import { givePayment, insertAgain } from './insert-again.ts';
import { eraseLater } from './person.ts';

/** The services that rebuilding an order needs. */
export interface RebuildParts extends AskParts, AgainParts {
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
  parts: RebuildParts,
): Promise<Result<Rebuilt, StaffCode>> {
  const { db, actor, settings, sealKeys, log } = parts;
  const forbidden = ownersOnly(actor, 'make an order again');
  if (forbidden) return forbidden;
  const there = await orderOf(db, reference);
  if (there) return done({ order: there, known: true });
  const paid = await paymentOf(reference, parts);
  if (!paid.ok) return paid;
  const { payment } = paid.value;
  const amountKobo = payment.requestedAmountKobo ?? payment.amountKobo;
  const shop = settings.SITE_URL;
  const opened = unseal(payment.metadata?.sealed, sealKeys, { reference, amountKobo, shop });
  if (!opened.ok) {
    const { code, message } = opened.refusal;
    log({ event: 'order_rebuild_refused', reference, code });
    return refuse('conflict', `${message} ${PAY_BACK}`);
  }
  return makeAgain({ essentials: opened.value, reference, amountKobo, paid: paid.value }, parts);
}

/**
 * Restores an accepted order that no provider has from the merchant's email about it (sealed/email-copy.ts). Its deposit,
 * if it has one, must be at the provider. What was collected or shipped since then is not in the email. A refusal makes no
 * order: forbidden; invalid (the text has no copy of an order of this shop); conflict (its units are not in stock); and,
 * about a deposit, those of `rebuildOrder`.
 */
export async function rebuildFromEmail(
  email: string,
  parts: RebuildParts,
): Promise<Result<Rebuilt, StaffCode>> {
  const { db, actor, settings, sealKeys } = parts;
  const forbidden = ownersOnly(actor, 'make an order again');
  if (forbidden) return forbidden;
  const opened = readCopy(email, { keys: sealKeys, shop: settings.SITE_URL });
  if (!opened.ok) {
    const email = COPY_FAULTS[opened.refusal.code];
    return refuse('invalid', 'No order was made.', { fields: { email } });
  }
  const essentials = opened.value;
  const { reference, total, due, way } = essentials.accepted;
  const there = await orderOf(db, reference);
  if (there) return done({ order: there, known: true });
  const hasDeposit = acceptsUnpaid(way) && due < total;
  const paid = hasDeposit ? await paymentOf(reference, parts) : done(null);
  if (!paid.ok) return paid;
  const amountKobo = total - due || total;
  return makeAgain({ essentials, reference, amountKobo, paid: paid.value }, parts);
}

const BY_PAYMENT =
  'An order that was paid at a provider comes back by its payment, in the list below.';
const COPY_FAULTS: Record<SealFault, string> = {
  seal_missing: `There is no copy of an order in this text. Paste the whole email. ${BY_PAYMENT}`,
  seal_altered: 'The copy of the order is damaged or cut off. Paste the whole email again.',
  seal_other_key: 'This email is of another shop, or of a key that is not in ORDER_SEAL_KEY.',
  seal_other_payment: `This is not from an email of this shop. ${BY_PAYMENT}`,
  seal_other_version: 'This email is from a version of the shop that this one cannot read.',
};

/** The data from which an order is made again. */
interface ToMake {
  essentials: Essentials;
  reference: string;
  /** The amount that its payment asked for, in kobo. */
  amountKobo: number;
  /** Its payment at a provider, if it has one. */
  paid: Paid | null;
}

async function makeAgain(
  { paid, ...wanted }: ToMake,
  { db, events, actor, settings, log }: RebuildParts,
): Promise<Result<Rebuilt, StaffCode>> {
  const heard = paid ? await returnsOf(paid, wanted) : done({ refunds: [], disputes: [] });
  if (!heard.ok) return heard;
  const again = { ...wanted, paid, returns: heard.value };
  const rebuilt = await transact(db, (transaction) =>
    rebuild(transaction, again, { actor, settings, events }),
  );
  if (rebuilt.ok && !rebuilt.value.known) {
    log({ event: 'order_rebuilt', order: rebuilt.value.order.id, by: actor.name });
  }
  return rebuilt;
}

const PAY_BACK = 'No order was made. Pay the money back, or ask the customer what she bought.';

/** A payment at its provider. */
interface Paid {
  provider: PaymentProvider;
  payment: ProviderPayment;
}

/** The payment as the provider has it now, if it was successful. */
async function paymentOf(
  reference: string,
  { db, providers }: Pick<RebuildParts, 'db' | 'providers'>,
): Promise<Result<Paid, StaffCode>> {
  const row = await findPayment(db, reference);
  const provider = row ? providerOf(providers, row.provider) : providers[0];
  if (!provider) return refuse('conflict', `The shop has no ${row?.provider} any more.`);
  const { name } = wordsOf(provider.name);
  const outcome = await provider.verify?.(reference);
  if (!outcome?.ok) {
    const { code, message } = outcome?.refusal ?? { code: 'unknown_reference', message: '' };
    return code === 'unknown_reference'
      ? refuse('not_found', `${name} knows no payment ${reference}.`)
      : notHeard(name, message);
  }
  const { state, word } = outcome.value;
  if (state === 'succeeded') return done({ provider, payment: outcome.value });
  return refuse('conflict', `${name} says that the payment is ${word}. No order was made.`);
}

interface Returns {
  refunds: readonly ProviderRefund[];
  disputes: readonly DisputeNews[];
}

/** Reads the refunds and disputes that the provider has of a payment, unless they are all of it. */
async function returnsOf(
  { payment, provider }: Paid,
  { essentials, amountKobo, reference: own }: Omit<ToMake, 'paid'>,
): Promise<Result<Returns, StaffCode>> {
  const fault = whyUnpaid(payment, { reference: own, amountKobo });
  if (fault)
    return refuse('conflict', `The payment is not as it was asked for (${fault}). ${PAY_BACK}`);
  // By the provider's clock, as its lists are.
  const paidAt = Date.parse(payment.paidAt ?? '') || essentials.createdAt.getTime();
  const since = new Date(paidAt - CLOCK_DIFFERENCE_MS);
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
  { essentials, reference, amountKobo, paid, returns }: ToMake & { returns: Returns },
  parts: AgainParts,
): Promise<Result<Rebuilt, StaffCode>> {
  const { accepted } = essentials;
  // One at a time for each payment: a statement does not see an order that was made while it waited.
  await transaction.execute(sql`select ${lockOf('payment', reference)}`);
  const there = await orderOf(transaction, reference);
  if (there) return done({ order: there, known: true });
  await lockPayment(transaction, reference);
  if ((await transaction.$count(refunds, isPayBack(reference))) > 0) {
    return refuse('conflict', 'This payment is being paid back. No order was made.');
  }
  const provider = paid?.provider.name ?? WAYS[accepted?.way ?? 'nothing'].provider;
  const payment = paid?.payment ?? { reference, customer: null, paidAt: null };
  const again = { essentials, provider, payment, askedKobo: amountKobo };
  const [same] = await transaction
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, essentials.id), eq(orders.createdAt, essentials.createdAt)));
  // Another payment of its order: the database lost this one alone, or the order was made again by an earlier one.
  if (same) await givePayment(transaction, { ...again, orderId: same.id });
  const { id, isWithoutAccount } = same
    ? { id: same.id, isWithoutAccount: false }
    : await insertAgain(transaction, again);
  // The provider's own list follows, and the merchant is told of each as of an order's.
  await transaction.delete(refunds).where(eq(refunds.payment, reference));
  await transaction.delete(disputes).where(eq(disputes.payment, reference));
  const brought = paid?.payment ?? null;
  const made = accepted
    ? await acceptAgain(transaction, { id, accepted, deposit: brought }, parts)
    : done(await applyPayment(transaction, { orderId: id, reference }, brought, parts));
  if (!made.ok) return made;
  if (!made.value) throw new Error(`Order ${id} was made again, and is not there`);
  const order = isWithoutAccount ? await eraseLater(transaction, id) : made.value.after;
  const locked = { payment: made.value.payment, order };
  await reconcile(transaction, locked, returns.refunds, parts.events);
  for (const dispute of returns.disputes)
    await keepDispute(transaction, locked, dispute, parts.events);
  if (same) return done({ order, known: true });
  await recordAction(transaction, {
    action: 'order.rebuild',
    subject: id,
    recordedBy: parts.actor.name,
    detail: [
      `order #${orderNumber(id)} of ${amountOf(order.totalKobo, 'NGN')}`,
      ...(order.rebuiltWithout ? [`without ${order.rebuiltWithout}`] : []),
      ...(order.refundNeeded ? ['not in stock: a refund is due'] : []),
    ].join(', '),
  });
  return done({ order, known: false });
}
