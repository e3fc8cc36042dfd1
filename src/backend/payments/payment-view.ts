import { acceptedPart } from '#backend/orders/payment-of.ts';
import { isOwnAccount, type PaymentRow } from '#backend/orders/payment-tables.ts';
import { hasMoney, isPaid, keepsUnits } from '#backend/orders/status.ts';
import type { OrderRow } from '#backend/orders/tables.ts';
import { wordsOf } from '#backend/payment-provider/names.ts';
import type { TransferAccount } from '#backend/payment-provider/provider.ts';
import type { Payment, Transfer } from '#contract/checkout.ts';
import { toNaira } from '#domain/money/money.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { buyerOf } from '#domain/orders/order-extras.ts';

/**
 * An order as the answer to the verification of a payment (spec §3), with the amount in naira. While the channel is not
 * known, it is the name of the provider.
 */
export function viewPayment(
  order: OrderRow,
  payment: PaymentRow,
  { transfer, rest }: { transfer: Transfer | null; rest?: PaymentRow | undefined },
): Payment {
  return {
    status: order.status,
    reference: payment.reference,
    email: order.email,
    amount: toNaira(order.totalKobo),
    channel: payment.channel ?? wordsOf(payment.provider).name,
    paidAt: order.paidAt?.toISOString() ?? null,
    ...(order.refundNeeded && { refundNeeded: true }),
    ...(isOwnAccount(payment) && { ownAccount: true }),
    ...acceptedPart(order, rest),
    ...(transfer && { transfer }),
    customer: isPaid(order) ? customerOf(order) : null,
  };
}

/** An account as shoppers read it. With the shop's own, she has to know what to write beside the transfer. */
export const viewAccount = (
  { id }: Pick<OrderRow, 'id'>,
  { bank, number, name, expiresAt }: TransferAccount,
  payment: Pick<PaymentRow, 'askedKobo' | 'provider'>,
): Transfer => ({
  bank,
  accountNumber: number,
  accountName: name,
  amount: toNaira(payment.askedKobo ?? 0),
  expiresAt,
  ...(isOwnAccount(payment) && { narration: orderNumber(id) }),
});

/**
 * The account that takes a payment, while its order waits for money; one that has ended, so that its page can say so. Null
 * without one, and if the order has ended before its account.
 */
export function transferOf(order: OrderRow, payment: PaymentRow): Transfer | null {
  const { account, rejectedKobo, arrivedKobo } = payment;
  if (!account || hasMoney(order)) return null;
  if (!keepsUnits(order) && Date.parse(account.expiresAt) > Date.now()) return null;
  return {
    ...viewAccount(order, account, payment),
    ...(rejectedKobo !== null && { rejected: toNaira(rejectedKobo) }),
    ...(arrivedKobo > 0 && { arrived: toNaira(arrivedKobo) }),
  };
}

/** The buyer, as the order names her. The provider may know another name for the payer, which is for the back office. */
function customerOf(order: OrderRow): Payment['customer'] {
  const { email, phone, buyerPhone } = order;
  const [first_name = '', ...others] = buyerOf(order).split(' ');
  return { first_name, last_name: others.join(' '), email, phone: buyerPhone ?? phone };
}
