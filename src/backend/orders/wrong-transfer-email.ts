import type { Email } from '#backend/mail/email.ts';
import { orderEmail } from '#backend/mail/order-email.ts';
import { paths } from '#config/paths.ts';
import { shop } from '#config/shop.ts';
import { formatNaira, toNaira } from '#domain/money/money.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { NOT_ACCEPTED } from '#domain/payments/words.ts';
import type { OrderRow } from './tables.ts';

/** The beginning of the id of this email. The id of the order and the kobo that arrived follow, with colons. */
export const WRONG_TRANSFER_PREFIX = 'wrong-transfer:';

/** The email to a customer whose transfer was not the amount. @param arrived - kobo. */
export function wrongTransferEmail(
  order: Parameters<typeof orderEmail>[0] & Pick<OrderRow, 'reference' | 'totalKobo'>,
  arrived: number,
  { SITE_URL }: { SITE_URL: string },
): Email {
  const naira = (kobo: number) => formatNaira(toNaira(kobo));
  const number = orderNumber(order.id);
  const page = `${paths.paymentCallback}?reference=${encodeURIComponent(order.reference)}`;
  return orderEmail(order, {
    id: `${WRONG_TRANSFER_PREFIX}${order.id}:${arrived}`,
    subject: `Your transfer for ${shop.name} order #${number} was not accepted`,
    title: 'Your transfer was not accepted',
    parts: [
      {
        words: `${naira(arrived)} arrived for order #${number}, which costs ${naira(order.totalKobo)}. ${NOT_ACCEPTED}`,
      },
      { facts: [['Payment reference', order.reference]] },
      {
        words: 'To pay for the order, send the exact amount. Your payment page shows the account.',
      },
      { words: [{ text: 'See the account', href: `${SITE_URL}${page}` }] },
    ],
  });
}
