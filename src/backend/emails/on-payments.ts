import { asc, inArray } from 'drizzle-orm';
import type { Unusable } from '#backend/events/events.ts';
import type { Email } from '#backend/mail/email.ts';
import { merchantCancelledEmail, merchantRefundEmail } from '#backend/orders/merchant-emails.ts';
import { payments } from '#backend/orders/payment-tables.ts';
import { linesOf } from '#backend/orders/stock.ts';
import { wrongTransferEmail } from '#backend/orders/wrong-transfer-email.ts';
import { TRANSFER_EMAILS } from '#backend/own-bank/emails.ts';
import { wordsOf } from '#backend/payment-provider/names.ts';
import { merchantRefusedEmail } from '#backend/payments/refused-email.ts';
import { unmatchedEmail } from '#backend/payments/unmatched/email.ts';
import { refundDueEmail } from '#backend/refunds/customer-emails.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { mayWriteTo, orderOf, type Told, type Writing } from './writing.ts';

/** Writes to the merchant about a payment that the provider refuses. */
export async function aboutRefusedPayment(
  { payment, code, message: why }: Told<'payment.refused'>,
  { transaction, merchant }: Writing,
): Promise<Email[]> {
  const order = await orderOf(transaction, payment);
  if (!order) return [];
  const items = await linesOf(transaction, order.id);
  const provider = wordsOf(order.provider).name;
  return [merchantRefusedEmail({ order, items, code, why, provider }, merchant)];
}

/** The sentence that the customer reads about a payment that bought nothing. */
function unusableWords(why: Unusable): string {
  switch (why.reason) {
    case 'not_as_asked':
      return 'Your payment has arrived, but it is not the sum that the order asked for.';
    case 'paid_twice':
      return `Your payment has arrived, but we deliver the same bottles with order #${orderNumber(why.first)}.`;
    case 'stock_set_to_less':
      return 'Your payment has arrived, but the bottles are no longer in stock.';
    case 'rebuilt_without_stock':
      return 'Your payment has arrived. We rebuilt your order from it, but its bottles are no longer in stock.';
    case 'after_end':
      return 'Your payment arrived after the order had ended.';
    case 'cancelled':
      return 'We are sorry: we had to cancel your order, and nothing of it is sent.';
    case 'by_customer':
      return 'You have cancelled your order, and nothing of it is sent.';
    case 'sold_after_end':
      return 'Your payment arrived after the order had ended, and its bottles were sold by then.';
  }
}

/** Asks the merchant for a refund, and tells the customer what comes. */
export async function aboutUnusablePayment(
  { payment, why }: Told<'payment.unusable'>,
  { transaction, merchant }: Writing,
): Promise<Email[]> {
  const order = await orderOf(transaction, payment);
  if (!order) return [];
  const items = await linesOf(transaction, order.id);
  const toMerchant =
    why.reason === 'by_customer'
      ? merchantCancelledEmail({ ...order, items }, merchant)
      : merchantRefundEmail({ ...order, items }, merchant);
  return mayWriteTo(order) ? [toMerchant, refundDueEmail(order, unusableWords(why))] : [toMerchant];
}

/** Tells the customer that her transfer was not accepted, and how to pay. */
export async function aboutWrongTransfer(
  { payment, amountKobo }: Told<'payment.wrong_transfer'>,
  { transaction, settings }: Writing,
): Promise<Email[]> {
  const order = await orderOf(transaction, payment);
  return order && mayWriteTo(order) ? [wrongTransferEmail(order, amountKobo, settings)] : [];
}

/** Tells the customer how to pay by transfer to the shop's account, or what has come of it. */
export async function aboutTransfer(
  { type, payment }: Told<'transfer.awaited' | 'transfer.short' | 'transfer.over'>,
  { transaction, settings }: Writing,
): Promise<Email[]> {
  const order = await orderOf(transaction, payment);
  return order && mayWriteTo(order) ? [TRANSFER_EMAILS[type](order, settings)] : [];
}

/** Writes one email to the merchant about payments without an order. */
export async function aboutFoundPayments(
  { payments: references }: Told<'payment.found'>,
  { transaction, merchant }: Writing,
): Promise<Email[]> {
  const rows = await transaction
    .select()
    .from(payments)
    .where(inArray(payments.reference, [...references]))
    .orderBy(asc(payments.paidAt), asc(payments.reference));
  return [unmatchedEmail(rows, merchant)];
}
