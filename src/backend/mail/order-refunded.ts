import { shop } from '#config/shop.ts';
import { formatNaira, toNaira } from '#domain/money.ts';
import { orderNumber } from '#domain/order.ts';
import { questions } from './closing.ts';
import { type Email, writeEmail } from './email.ts';

/** How the ids of these emails begin. The id of the refund follows. */
export const ORDER_REFUNDED_EMAIL_PREFIX = 'refunded:';

/** A refund of an order, in kobo. */
interface RefundedOrder {
  order: { id: string; email: string; fullName: string; paidAmount: number | null };
  refund: { id: number; amount: number };
}

/** The email that tells the customer that money comes back, how much, and when she may look for it. */
export function orderRefundedEmail({ order, refund }: RefundedOrder): Email {
  const number = orderNumber(order.id);
  const inWords = (kobo: number) => formatNaira(toNaira(kobo));
  const { paidAmount } = order;
  return writeEmail({
    id: `${ORDER_REFUNDED_EMAIL_PREFIX}${refund.id}`,
    recipient: order.email,
    subject: `We are paying back ${inWords(refund.amount)} of your ${shop.name} order #${number}`,
    title: 'Your money is on its way back',
    parts: [
      { words: `Hello ${order.fullName},` },
      { words: `We are paying back money of order #${number}.` },
      {
        facts: [
          ['Refund', inWords(refund.amount)],
          ...(paidAmount === null ? [] : [['You paid', inWords(paidAmount)] as const]),
        ],
      },
      {
        words:
          'It goes back the way you paid. Your bank may take up to ten working days to show it. You need do nothing.',
      },
    ],
    closing: questions(`Please name order #${number}.`),
  });
}
