import { shop } from '#config/shop.ts';
import { formatNaira, toNaira } from '#domain/money.ts';
import { orderNumber } from '#domain/order.ts';
import { questions } from './closing.ts';
import { type Letter, writeLetter } from './email.ts';

/** How the ids of these letters begin; the order's id follows. */
export const ORDER_PAID_MAIL = 'paid:';

/** What the confirmation tells of an order; sums in kobo. */
export interface PaidOrder {
  id: string;
  reference: string;
  email: string;
  fullName: string;
  address: string;
  city: string;
  state: string;
  shippingPlace: string | null;
  feeKobo: number;
  totalKobo: number;
  /** Absolute address that shows this one order, with its secret. */
  link: string;
  /** Absolute address of the page about returns. */
  returns: string;
  items: { name: string; quantity: number; priceKobo: number }[];
}

const money = (kobo: number) => formatNaira(toNaira(kobo));

/** The letter that confirms a paid order; the same order is confirmed once. */
export function orderPaidLetter(order: PaidOrder): Letter {
  const number = orderNumber(order.id);
  const subject = `Your ${shop.name} order #${number} is confirmed`;
  const lines = order.items.map(
    (item) => [`${item.quantity} × ${item.name}`, money(item.priceKobo * item.quantity)] as const,
  );
  const sums = [
    ['Shipping', money(order.feeKobo)],
    ['Total paid', money(order.totalKobo)],
  ] as const;
  const place = `${order.address}, ${order.city}, ${order.state}, ${shop.country}`;
  const [dispatch = ''] = shop.deliveryPolicy;

  return writeLetter({
    id: `${ORDER_PAID_MAIL}${order.id}`,
    recipient: order.email,
    subject,
    title: 'Your order is confirmed',
    parts: [
      { words: `Hello ${order.fullName},` },
      {
        words: `Thank you for your purchase. Your payment has arrived and order #${number} is confirmed.`,
      },
      { bill: lines, sums },
      {
        facts: [
          ['Going to', place],
          ['Payment reference', order.reference],
        ],
      },
      { words: [{ text: `See your order #${number}`, href: order.link }] },
      { words: 'Whoever has this link sees the order. Keep it to yourself.' },
      { words: dispatch },
      {
        words: [
          'If anything arrives wrong, we put it right: ',
          { text: 'Returns and refunds', href: order.returns },
        ],
      },
    ],
    closing: questions(`Please name order #${number}.`),
  });
}
