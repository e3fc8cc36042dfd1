import type { AcceptedOrder } from '#backend/events/events.ts';
import type { Part } from '#backend/mail/draft.ts';
import type { Email } from '#backend/mail/email.ts';
import { orderEmail } from '#backend/mail/order-email.ts';
import { sampleParts } from '#backend/promotions/sample-parts.ts';
import { shop } from '#config/shop.ts';
import { formatNaira, toNaira } from '#domain/money/money.ts';
import { orderNumber } from '#domain/orders/order.ts';

/** The beginnings of the ids of these emails. The id of the order follows. */
export const DOOR_EMAIL_PREFIX = { collected: 'collected:', ended: 'ended:' } as const;

type Order = Parameters<typeof orderEmail>[0];

/** The email about the money that the courier has brought. `received`: kobo. */
export function collectedEmail(
  order: Order & { received: number },
  { sampleCodes, site }: { sampleCodes: AcceptedOrder['sampleCodes']; site: string },
): Email {
  const number = orderNumber(order.id);
  const sum = formatNaira(toNaira(order.received));
  return orderEmail(order, {
    id: `${DOOR_EMAIL_PREFIX.collected}${order.id}`,
    subject: `We have your payment for order #${number}`,
    title: 'Your order is paid',
    parts: [
      { words: `${sum} has reached us for order #${number}. Thank you for your purchase.` },
      ...sampleParts({ sampleCodes, site }),
    ],
  });
}

/** The email about an accepted order that has ended without the money for it. `depositKobo`: what she had paid before. */
export function endedEmail(
  order: Order,
  { why, depositKobo }: { why: 'refused' | 'cancelled' | 'by_customer'; depositKobo: number },
): Email {
  const number = orderNumber(order.id);
  const said: Record<typeof why, Part> = {
    refused: {
      words: `The courier came with order #${number}, and could not hand it over, so it is cancelled. There is nothing to pay.${depositKobo > 0 ? ' The delivery fee that you paid is not paid back.' : ''} If you still want it, order it again, and please pay before we send it.`,
    },
    cancelled: {
      words: `We are sorry: we had to cancel order #${number}. Nothing is sent, and there is nothing to pay.`,
    },
    by_customer: {
      words: `You have cancelled order #${number}. Nothing is sent, and there is nothing to pay.`,
    },
  };
  return orderEmail(order, {
    id: `${DOOR_EMAIL_PREFIX.ended}${order.id}`,
    subject: `Your ${shop.name} order #${number} is cancelled`,
    title: 'Your order is cancelled',
    parts: [said[why]],
  });
}
