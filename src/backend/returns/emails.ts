import type { Part } from '#backend/mail/draft.ts';
import type { Email } from '#backend/mail/email.ts';
import type { Merchant } from '#backend/mail/merchant.ts';
import { orderEmail } from '#backend/mail/order-email.ts';
import {
  lineWords,
  merchantEmail,
  money,
  type OrderFacts,
} from '#backend/orders/merchant-emails.ts';
import type { OrderRow } from '#backend/orders/tables.ts';
import { shop } from '#config/shop.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { RETURN_REASONS, RETURN_WISHES } from '#domain/returns/rules.ts';
import type { ReturnRow } from './tables.ts';

/** The beginnings of the ids of the emails about a return. Its id follows. */
export const ORDER_RETURN_EMAIL_PREFIX = {
  asked: 'return-asked:',
  accepted: 'return-accepted:',
  refused: 'return-refused:',
  difference: 'return-difference:',
} as const;
export const MERCHANT_ORDER_RETURN_PREFIX = 'merchant-return:';

/** A return with its order and lines, as emails name them. */
export interface ToldReturn {
  row: ReturnRow;
  order: OrderRow;
  items: OrderFacts['items'];
}

const facts = ({ row }: ToldReturn): Part => ({
  facts: [
    ['Reason', RETURN_REASONS[row.reason].label],
    ['Asks for', RETURN_WISHES[row.wish]],
    ...(row.words ? [['Description', row.words] as const] : []),
  ],
});

/** Confirms to the customer that her request has arrived. */
export const returnAskedEmail = (told: ToldReturn): Email =>
  orderEmail(told.order, {
    id: `${ORDER_RETURN_EMAIL_PREFIX.asked}${told.row.id}`,
    subject: `We have your request to return goods of ${shop.name} order #${orderNumber(told.order.id)}`,
    title: 'We have your request',
    parts: [
      {
        words:
          'We look at it and write to you. Please keep the goods as they are, and send nothing before you hear from us.',
      },
      { list: told.items.map(lineWords) },
      facts(told),
    ],
  });

/** Tells her the answer: the next steps, or why it was refused. */
export function returnAnsweredEmail({ row, order, items }: ToldReturn): Email {
  const number = orderNumber(order.id);
  const isRefused = row.refusedAt !== null;
  return orderEmail(order, {
    id: `${ORDER_RETURN_EMAIL_PREFIX[isRefused ? 'refused' : 'accepted']}${row.id}`,
    subject: `Your return of ${shop.name} order #${number} is ${isRefused ? 'refused' : 'accepted'}`,
    title: isRefused ? 'We cannot take this return' : 'You can send it back',
    parts: [
      {
        words: isRefused
          ? 'We have looked at your request, and we cannot take these back:'
          : 'We take these back:',
      },
      { list: items.map(lineWords) },
      { words: row.answer ?? '' },
    ],
  });
}

/** Asks her for the difference to a dearer product that replaces the goods. */
export const differenceEmail = (
  { row, order }: Pick<ToldReturn, 'row' | 'order'>,
  { totalKobo, page }: { totalKobo: number; page: string },
): Email =>
  orderEmail(order, {
    id: `${ORDER_RETURN_EMAIL_PREFIX.difference}${row.exchangeId}`,
    subject: `Please pay the difference for the exchange of order #${orderNumber(order.id)}`,
    title: 'One more step for your exchange',
    parts: [
      {
        words: `What we send you costs ${money(totalKobo)} more than what you returned. We keep it for you for a while, and send it when the difference is paid.`,
      },
      { words: [{ text: `Pay ${money(totalKobo)}`, href: page }] },
    ],
  });

/** Tells the merchant of a new request. It contains no personal data beyond her words. */
export const merchantReturnEmail = (told: ToldReturn, merchant: Merchant): Email => {
  const { row, order, items } = told;
  return merchantEmail({
    id: `${MERCHANT_ORDER_RETURN_PREFIX}${row.id}`,
    merchant,
    title: `Order #${orderNumber(order.id)}: a customer asks to return goods`,
    summary: 'Accept or refuse it on the page of the order.',
    order: { ...order, items },
    facts: [
      ['Reason', RETURN_REASONS[row.reason].label],
      ['Asks for', RETURN_WISHES[row.wish]],
      ['Opened', row.opened ? 'Yes' : 'No'],
      ...(row.words ? [['Description', row.words] as const] : []),
    ],
    notes: [],
  });
};
