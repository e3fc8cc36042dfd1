import { questions } from '#backend/mail/closing.ts';
import { type Email, writeEmail } from '#backend/mail/email.ts';
import { shop } from '#config/shop.ts';
import { formatNaira } from '#domain/money/money.ts';
import { ALERT_CONFIRM_HOURS, ALERT_CONSENT } from '#domain/products/stock-alert.ts';

/** The beginnings of these emails' ids. The id of the request follows. */
export const ALERT_CONFIRM_EMAIL_PREFIX = 'stock-alert-confirm:';
export const ALERT_EMAIL_PREFIX = 'stock-alert:';

/** A request for an email when a product is back. All addresses are absolute. */
export interface AlertLinks {
  id: string;
  recipient: string;
  /** The name of the product. */
  product: string;
  /** The page that stops the emails when it is opened. Contains the secret. */
  stop: string;
  /** The address for a mail program, which stops them by one POST (RFC 8058). Contains the secret. */
  unsubscribeUrl: string;
}

/** Returns the email in which she confirms her address. Until then she gets no other email. */
export function alertConfirmEmail(alert: AlertLinks & { confirm: string }): Email {
  const { id, recipient, product, confirm, stop, unsubscribeUrl } = alert;
  return writeEmail({
    id: `${ALERT_CONFIRM_EMAIL_PREFIX}${id}`,
    recipient,
    unsubscribeUrl,
    lifetimeMinutes: ALERT_CONFIRM_HOURS * 60,
    subject: `Shall we tell you when ${product} is back?`,
    title: 'Tell me when it is back',
    parts: [
      { words: 'Hello,' },
      { words: `Someone asked us to tell this address when ${product} is back in stock.` },
      { words: ALERT_CONSENT },
      { words: [{ text: 'Yes, tell me when it is back', href: confirm }] },
      {
        words: `If it was not you, ignore this email. Without your yes we delete your address within ${ALERT_CONFIRM_HOURS} hours.`,
      },
      { words: ['Changed your mind after your yes? ', { text: 'Stop this email', href: stop }] },
    ],
    closing: questions(),
  });
}

/** Returns the email that the product is back. Each request has one. */
export function alertEmail(
  alert: AlertLinks & {
    page: string;
    /** The price today, in naira. */
    price: number;
  },
): Email {
  const { id, recipient, product, page, price, stop, unsubscribeUrl } = alert;
  return writeEmail({
    id: `${ALERT_EMAIL_PREFIX}${id}`,
    recipient,
    unsubscribeUrl,
    subject: `${product} is back at ${shop.name}`,
    title: 'It is back',
    parts: [
      { words: 'Hello,' },
      {
        words: `You asked us to tell you when ${product} is back. It is, at ${formatNaira(price)}.`,
      },
      { words: [{ text: `See ${product}`, href: page }] },
      {
        words:
          'We have told only as many people as there are units, those who asked first. Nothing is reserved for you until you begin to pay.',
      },
      {
        words: [
          'This was the one email about it, and we now delete your request. Waiting for other fragrances, too, and tired of it? ',
          { text: 'Stop all these emails', href: stop },
        ],
      },
    ],
    closing: questions(),
  });
}
