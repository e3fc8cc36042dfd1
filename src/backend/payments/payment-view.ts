import type { PaymentRow } from '#backend/orders/payment-tables.ts';
import { isPaid, isPending } from '#backend/orders/status.ts';
import type { OrderRow } from '#backend/orders/tables.ts';
import { wordsOf } from '#backend/payment-provider/names.ts';
import type { Payment } from '#contract/checkout.ts';
import { toNaira } from '#domain/money/money.ts';
import { buyerOf } from '#domain/orders/order-extras.ts';

/**
 * An order as the answer to the verification of a payment (spec §3), with the amount in naira. While the channel is not
 * known, it is the name of the provider.
 */
export function viewPayment(order: OrderRow, payment: PaymentRow): Payment {
  return {
    status: order.status,
    reference: payment.reference,
    email: order.email,
    amount: toNaira(order.totalKobo),
    channel: payment.channel ?? wordsOf(payment.provider).name,
    paidAt: order.paidAt?.toISOString() ?? null,
    ...(order.refundNeeded && { refundNeeded: true }),
    ...(order.acceptedAt && isPending(order) && { accepted: true }),
    customer: isPaid(order) ? customerOf(order) : null,
  };
}

/** The buyer, as the order names her. The provider may know another name for the payer, which is for the back office. */
function customerOf(order: OrderRow): Payment['customer'] {
  const { email, phone, buyerPhone } = order;
  const [first_name = '', ...others] = buyerOf(order).split(' ');
  return { first_name, last_name: others.join(' '), email, phone: buyerPhone ?? phone };
}
