import type { Row } from '#backend/mail/draft.ts';
import type { Email } from '#backend/mail/email.ts';
import { orderEmail } from '#backend/mail/order-email.ts';
import { shop } from '#config/shop.ts';
import { formatNaira, toNaira } from '#domain/money/money.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { acceptedWords } from '#domain/payments/accepted.ts';
import { type FulfilmentRow, UNDO_MINUTES } from './tables.ts';

/** The beginning of these emails' ids. The id of the step follows. */
export const ORDER_SHIPPED_EMAIL_PREFIX = 'shipped:';
export const ORDER_CORRECTED_EMAIL_PREFIX = 'corrected:';

/** An order with a courier. */
export interface ShippedOrder {
  id: string;
  email: string;
  fullName: string;
  buyerName?: string | null;
  address: string;
  city: string;
  state: string;
  /** Kobo that she pays the courier. None by default. */
  dueKobo?: number;
  /** Set after the customer's account is deleted. She gets no more emails. */
  eraseAt: Date | null;
}

/** Returns the ids of the emails about shipments among the steps of an order. */
export const shipmentEmails = (steps: readonly Pick<FulfilmentRow, 'id' | 'step'>[]): string[] =>
  steps.flatMap(({ id, step }) => (step === 'shipped' ? `${ORDER_SHIPPED_EMAIL_PREFIX}${id}` : []));

/** Returns the time after which a step can no longer be undone, and its email is sent. */
export const undoneUntil = ({ at }: Pick<FulfilmentRow, 'at'>): Date =>
  new Date(at.getTime() + UNDO_MINUTES * 60_000);

/**
 * Returns the email that tells the customer that the courier has her order, and how to track it.
 * @param corrected - whether an earlier email named another courier or tracking number.
 */
export function orderShippedEmail(
  order: ShippedOrder,
  step: FulfilmentRow,
  corrected: boolean,
): Email {
  const number = orderNumber(order.id);
  return {
    ...orderEmail(order, {
      id: `${ORDER_SHIPPED_EMAIL_PREFIX}${step.id}`,
      subject: corrected
        ? `New delivery details of your ${shop.name} order #${number}`
        : `Your ${shop.name} order #${number} is on its way`,
      title: corrected ? 'Your delivery has new details' : 'Your order is on its way',
      parts: [
        {
          words: corrected
            ? `These are the right details of the delivery of order #${number}.`
            : `We have packed order #${number} and given it to the courier.`,
        },
        { facts: delivery(order, step) },
        { words: PROGRESS },
      ],
    }),
    heldUntil: undoneUntil(step),
  };
}

function dueRows({ dueKobo = 0 }: ShippedOrder): Row[] {
  const due = toNaira(dueKobo);
  return due > 0 ? [[acceptedWords(due).state, formatNaira(due)]] : [];
}

const delivery = (order: ShippedOrder, step: FulfilmentRow): Row[] => [
  ['Courier', step.courier ?? ''],
  ...(step.trackingNumber === null ? [] : [['Tracking number', step.trackingNumber] as const]),
  ['Going to', `${order.address}, ${order.city}, ${order.state}, ${shop.country}`],
  ...dueRows(order),
];

const PROGRESS =
  'The page of your order shows its progress. Its link is in the email that confirmed the order.';

/** The words for a mistaken step: what the customer was told, and what is true. */
const CORRECTIONS = {
  packed: ['was packed', 'is not packed yet'],
  shipped: ['was on its way', 'is not with the courier yet'],
  delivered: ['was delivered', 'is still on its way'],
  returned: ['had come back to us', 'has not come back to us'],
} as const;

/** Returns the email that corrects a step the customer was told about. @param left - the shipment that remains valid. */
export function orderCorrectedEmail(
  order: ShippedOrder,
  {
    step,
    left,
    reason,
    id,
  }: Pick<FulfilmentRow, 'id' | 'step'> & { left: FulfilmentRow | undefined; reason: string },
): Email {
  const number = orderNumber(order.id);
  const [said, is] = CORRECTIONS[step];
  const facts = step === 'shipped' && left ? delivery(order, left) : null;
  return orderEmail(order, {
    id: `${ORDER_CORRECTED_EMAIL_PREFIX}${id}`,
    subject: `A correction to your ${shop.name} order #${number}`,
    title: facts ? 'Your delivery has its earlier details' : `Your order ${is}`,
    parts: [
      {
        words: facts
          ? `We gave you the wrong details of the delivery of order #${number}. We are sorry. These are right.`
          : `We told you that order #${number} ${said}. That was our mistake, and we are sorry: it ${is}.`,
      },
      { facts: [['Why', reason], ...(facts ?? [])] },
      { words: PROGRESS },
    ],
  });
}
