import type { OrderRow } from '#backend/orders/tables.ts';
import type { Payment } from '#contract/checkout.ts';
import { toNaira } from '#domain/money/money.ts';
import { buyerOf } from '#domain/orders/order-extra-texts.ts';

/** Shown while the payment channel is not known (spec §3: a default provider label). */
const PROVIDER = 'Paystack';

/** An order as the answer to a payment verification (spec §3), with the amount in naira. */
export function viewPayment(order: OrderRow): Payment {
  return {
    status: order.status,
    reference: order.reference,
    email: order.email,
    amount: toNaira(order.totalKobo),
    channel: order.channel ?? PROVIDER,
    paidAt: order.paidAt?.toISOString() ?? null,
    ...(order.refundNeeded && { refundNeeded: true }),
    customer: order.status === 'paid' ? customerOf(order) : null,
  };
}

/** The buyer, as the order names her. The provider may know another name for the payer, which is for the back office. */
function customerOf(order: OrderRow): Payment['customer'] {
  const { email, phone, buyerPhone } = order;
  const [first_name = '', ...others] = buyerOf(order).split(' ');
  return { first_name, last_name: others.join(' '), email, phone: buyerPhone ?? phone };
}
