import { orderNumber } from '#domain/orders/order.ts';
import { buyerOf } from '#domain/orders/order-extras.ts';
import { questions } from './closing.ts';
import type { Draft } from './draft.ts';
import { type Email, writeEmail } from './email.ts';

/** Writes an email to the customer of an order: it greets the buyer, and its end asks her to mention the order. */
export const orderEmail = (
  order: Parameters<typeof buyerOf>[0] & { id: string; email: string },
  { parts, ...envelope }: Pick<Draft, 'id' | 'subject' | 'title' | 'parts'>,
): Email =>
  writeEmail({
    ...envelope,
    recipient: order.email,
    parts: [{ words: `Hello ${buyerOf(order)},` }, ...parts],
    closing: questions(`Please mention order #${orderNumber(order.id)}.`),
  });
