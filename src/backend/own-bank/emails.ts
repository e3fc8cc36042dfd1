import type { Part } from '#backend/mail/draft.ts';
import type { Email } from '#backend/mail/email.ts';
import { orderEmail } from '#backend/mail/order-email.ts';
import type { PaymentRow } from '#backend/orders/payment-tables.ts';
import type { OrderRow } from '#backend/orders/tables.ts';
import { paths } from '#config/paths.ts';
import { shop } from '#config/shop.ts';
import { lagosMomentNamed } from '#domain/lagos-date.ts';
import { formatNaira, toNaira } from '#domain/money/money.ts';
import { orderNumber } from '#domain/orders/order.ts';

/** The beginnings of the ids of these emails. The id of the order follows. */
export const TRANSFER_EMAIL_PREFIX = {
  awaited: 'transfer-awaited:',
  short: 'transfer-short:',
  over: 'transfer-over:',
} as const;

type Order = Parameters<typeof orderEmail>[0] &
  Pick<OrderRow, 'reference' | 'totalKobo'> &
  Pick<PaymentRow, 'account' | 'askedKobo' | 'arrivedKobo'>;

const naira = (kobo: number) => formatNaira(toNaira(kobo));

/** The email with the account, as soon as the order is placed. */
function awaitedEmail(order: Order, { SITE_URL }: { SITE_URL: string }): Email {
  const number = orderNumber(order.id);
  return orderEmail(order, {
    id: `${TRANSFER_EMAIL_PREFIX.awaited}${order.id}`,
    subject: `How to pay for your ${shop.name} order #${number}`,
    title: 'Your order waits for your transfer',
    parts: [
      { words: `Thank you for order #${number}. ${keptUntil(order)}` },
      ...howTo(order, SITE_URL),
    ],
  });
}

/** The email about money that is not all of it. The amounts tell one such email from the next. */
function shortEmail(order: Order, { SITE_URL }: { SITE_URL: string }): Email {
  const number = orderNumber(order.id);
  const missing = (order.askedKobo ?? order.totalKobo) - order.arrivedKobo;
  return orderEmail(order, {
    id: `${TRANSFER_EMAIL_PREFIX.short}${order.id}:${order.arrivedKobo}`,
    subject: `${naira(missing)} of your ${shop.name} order #${number} is missing`,
    title: `${naira(missing)} is missing`,
    parts: [
      {
        words: `${naira(order.arrivedKobo)} has arrived for order #${number}, which costs ${naira(order.totalKobo)}. Please send the ${naira(missing)} that is missing. ${keptUntil(order)}`,
      },
      ...howTo(order, SITE_URL, missing),
    ],
  });
}

/** The email about money beyond the price. */
function overEmail(order: Order): Email {
  const number = orderNumber(order.id);
  const rest = order.arrivedKobo - (order.askedKobo ?? order.totalKobo);
  return orderEmail(order, {
    id: `${TRANSFER_EMAIL_PREFIX.over}${order.id}:${order.arrivedKobo}`,
    subject: `You sent ${naira(rest)} too much for your ${shop.name} order #${number}`,
    title: `You sent ${naira(rest)} too much`,
    parts: [
      {
        words: `${naira(order.arrivedKobo)} has arrived for order #${number}, which costs ${naira(order.totalKobo)}. We pay ${naira(rest)} back to you by transfer. Please write or call, and tell us the bank and the account number. We never ask for your card, your PIN or a code.`,
      },
    ],
  });
}

const keptUntil = ({ account }: Order) =>
  account ? `We keep it for you until ${lagosMomentNamed(new Date(account.expiresAt))}.` : '';

/** The account, with what to write beside the transfer. @param amount - kobo to send; all of it by default. */
function howTo(
  order: Order,
  SITE_URL: string,
  amount = order.askedKobo ?? order.totalKobo,
): Part[] {
  const { account, reference, id } = order;
  const page = `${paths.paymentCallback}?reference=${encodeURIComponent(reference)}`;
  return [
    {
      facts: [
        ['Bank', account?.bank ?? ''],
        ['Account number', account?.number ?? ''],
        ['Account name', account?.name ?? ''],
        ['Amount', naira(amount)],
        ['Narration', orderNumber(id)],
      ],
    },
    {
      words:
        'Add the narration to your transfer, so that we know it is yours. Someone checks our account by hand, so it takes some hours until we write to you.',
    },
    { words: [{ text: 'See the account and your order', href: `${SITE_URL}${page}` }] },
  ];
}

/** The email of each event about such a transfer. */
export const TRANSFER_EMAILS = {
  'transfer.awaited': awaitedEmail,
  'transfer.short': shortEmail,
  'transfer.over': overEmail,
} as const;
