import { questions } from '#backend/mail/closing.ts';
import type { Row } from '#backend/mail/draft.ts';
import { type Email, writeEmail } from '#backend/mail/email.ts';
import { shop } from '#config/shop.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { buyerOf } from '#domain/orders/order-extra-texts.ts';

/** How the ids of these emails begin. The id of the step follows. */
export const ORDER_SHIPPED_EMAIL_PREFIX = 'shipped:';

/** An order that a courier has. */
export interface ShippedOrder {
  id: string;
  email: string;
  fullName: string;
  buyerName?: string | null;
  address: string;
  city: string;
  state: string;
  step: { id: number; courier: string; trackingNumber: string | null };
  /** Whether an earlier email named another courier or tracking number. */
  corrected: boolean;
}

/** The email that tells the customer that the courier has her order, and how to follow it. */
export function orderShippedEmail({ step, corrected, ...order }: ShippedOrder): Email {
  const number = orderNumber(order.id);
  const title = corrected ? 'Your delivery has new details' : 'Your order is on its way';
  const facts: Row[] = [
    ['Courier', step.courier],
    ...(step.trackingNumber === null ? [] : [['Tracking number', step.trackingNumber] as const]),
    ['Going to', `${order.address}, ${order.city}, ${order.state}, ${shop.country}`],
  ];
  return writeEmail({
    id: `${ORDER_SHIPPED_EMAIL_PREFIX}${step.id}`,
    recipient: order.email,
    subject: corrected
      ? `New delivery details of your ${shop.name} order #${number}`
      : `Your ${shop.name} order #${number} is on its way`,
    title,
    parts: [
      { words: `Hello ${buyerOf(order)},` },
      {
        words: corrected
          ? `These are the right details of the delivery of order #${number}.`
          : `We have packed order #${number} and given it to the courier.`,
      },
      { facts },
      {
        words:
          'The page of your order shows its progress. Its link is in the email that confirmed the order.',
      },
    ],
    closing: questions(`Please name order #${number}.`),
  });
}
