import type { Email } from '#backend/mail/email.ts';
import { orderEmail } from '#backend/mail/order-email.ts';
import { shop } from '#config/shop.ts';
import { orderNumber } from '#domain/orders/order.ts';

/** The beginning of these emails' ids. The order's id follows, so an order has only the latest one. */
export const ORDER_LINK_EMAIL_PREFIX = 'order-link:';

/** An order, and the absolute address that shows it. The address contains a secret. */
export interface LinkedOrder {
  id: string;
  email: string;
  fullName: string;
  buyerName?: string | null;
  link: string;
}

/** Returns the email with a new link to an order, after the link in its confirmation has ended. */
export function orderLinkEmail({ link, ...order }: LinkedOrder): Email {
  const number = orderNumber(order.id);
  return orderEmail(order, {
    id: `${ORDER_LINK_EMAIL_PREFIX}${order.id}`,
    subject: `A new link to your ${shop.name} order #${number}`,
    title: 'A new link to your order',
    parts: [
      { words: `Somebody with an earlier link to order #${number} has asked for a new one.` },
      { words: [{ text: `See your order #${number}`, href: link }] },
      { words: 'Anybody with this link can see the order. Keep it to yourself.' },
    ],
  });
}
