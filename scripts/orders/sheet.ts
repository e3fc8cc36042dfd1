import { received } from '#backend/mail/merchant-emails.ts';
import type { QueuedEmail } from '#backend/mail/queue.ts';
import type { AdminOrder } from '#backend/services/orders/admin.ts';
import { formatNaira, toNaira } from '#domain/money.ts';
import { orderNumber } from '#domain/order.ts';
import { lagosTime, plain, standing } from './words.ts';

const naira = (kobo: number) => formatNaira(toNaira(kobo));
const when = (at: Date | null) => at && lagosTime(at);

/** All details of an order, for the merchant. */
export function orderSheet(order: AdminOrder, emails: readonly QueuedEmail[]): string {
  const { shippingPlace, phoneE164, customer } = order;
  const payer = [customer?.first_name, customer?.last_name, customer?.email, customer?.phone];
  const facts: [string, string | null | undefined][] = [
    ['Order', order.id],
    ['Status', standing(order)],
    ['Remark', order.remark],
    ['Placed', when(order.createdAt)],
    ['Units reserved until', order.status === 'pending' ? when(order.reservationExpiresAt) : null],
    ['Paid', when(order.paidAt)],
    ['Reversed', when(order.reversedAt)],
    ['Refunded', when(order.refundedAt)],
    ['', ''],
    ...order.items.map((item): [string, string] => [
      `${item.quantity} × ${naira(item.priceKobo)}`,
      `${item.name} (${item.productId})`,
    ]),
    ['Shipping', naira(order.feeKobo)],
    ['Total', naira(order.totalKobo)],
    ['', ''],
    ['Name', order.fullName],
    ['Phone', order.phone && (phoneE164 ?? 'cannot be read as a number: check it')],
    ['Phone as typed', order.phone],
    ['Email address', order.email],
    ['For the courier', order.shippingEmail === order.email ? null : order.shippingEmail],
    ['Address', order.address],
    ['Town', [order.city, order.state, order.country].join(', ')],
    ['Delivery', shippingPlace ?? 'no place was chosen'],
    ['Check', order.feeUnconfirmed ? 'the fee: no place was named' : null],
    ['Customer', order.eraseAt && `account deleted; erased on ${lagosTime(order.eraseAt)}`],
    ['', ''],
    ['Payment reference', order.reference],
    ['Received', order.paidAmount === null ? null : received(order)],
    ['Channel', order.channel],
    ['Paystack transaction', order.transactionId],
    ['Paid by', payer.filter((part) => part).join(', ')],
    ['Paystack asked', when(order.checkedAt)],
    ['', ''],
    ...emails.map((email): [string, string] => [
      'Email',
      `${email.subject}, to ${email.recipient}: ${email.sentAt ? `sent ${lagosTime(email.sentAt)}` : 'waits to be sent'}`,
    ]),
  ];
  const shown = facts.filter(([name, value]) => name === '' || (value ?? '') !== '');
  const lines = shown.map(([name, value]) => `  ${name.padEnd(22)}${plain(value ?? '')}`.trimEnd());
  const text = [`Order #${orderNumber(order.id)}`, ...lines].join('\n');
  return `${text.replace(/\n{3,}/g, '\n\n').trimEnd()}\n`;
}
