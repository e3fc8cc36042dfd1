import { amountOf } from '#backend/mail/amount.ts';
import type { QueuedEmail } from '#backend/mail/outbox.ts';
import { dueOf } from '#backend/orders/payment-of.ts';
import { isPending } from '#backend/orders/status.ts';
import type { KeptSampleCode } from '#backend/promotions/sample-codes.ts';
import type { Purpose } from '#backend/refunds/purpose.ts';
import { lagosTime } from '#domain/lagos-date.ts';
import { formatNaira, toNaira } from '#domain/money/money.ts';
import { sampleCodeWords } from '#domain/promotions/words.ts';
import { plain } from '#domain/words.ts';
import type { AdminOrder } from './admin-orders.ts';

export const unitCount = (order: AdminOrder): number =>
  order.items.reduce((sum, item) => sum + item.quantity, 0);

/** Returns what the shop still owes of a payment that bought nothing, in minor units, less refunds in progress. */
export const stillDue = ({ refundNeeded, money }: AdminOrder): number =>
  refundNeeded ? money.remaining : 0;

/** Returns the kobo that a courier has to collect for an order. */
export const toCollect = (order: AdminOrder): number =>
  order.acceptedAt && isPending(order) ? dueOf(order, order.rest) : 0;

/** Returns the state of an order's goods in a word or two, or how an unpaid order ended. '' without goods to send. */
export function goodsState(order: AdminOrder): string {
  if (!order.acceptedAt || order.status === 'cancelled') return order.status;
  return order.steps.at(-1)?.step ?? (order.isToPack ? 'to pack' : '');
}

/** Returns the state of an order's money: first what waits for the merchant, with a part's amount. '' for most orders. */
export function moneyState(order: AdminOrder): string {
  const { received, gone, underWay } = order.money;
  const part = (kobo: number) =>
    gone + underWay < (received ?? 0) ? ` ${amountOf(kobo, order.money.currency ?? 'NGN')}` : '';
  if (toCollect(order) > 0) return `collect ${amountOf(toCollect(order), 'NGN')}`;
  if (order.disputes.some(({ isOpen }) => isOpen)) return 'disputed';
  if (order.refundedAt) return 'refunded';
  if (order.refundNeeded) return 'refund due';
  if (order.unpaid) return 'not repaid';
  if (underWay > 0) return `refunding${part(underWay)}`;
  if (order.reversedAt) return 'reversed';
  return gone > 0 ? `refunded${part(gone)}` : '';
}

/** Returns whether an email has arrived, in words. @param mails - whether the shop has a mail server. */
export function deliveryState(email: QueuedEmail, mails = true): string {
  const { sentAt, deadAt, lastError, tries, nextTryAt } = email;
  if (sentAt) return `sent ${lagosTime(sentAt)}`;
  const why = lastError === null ? '' : `: ${plain(lastError)}`;
  if (deadAt) return `could not be delivered, given up ${lagosTime(deadAt)}${why}`;
  if (lastError !== null) return `waits to be tried again${why}`;
  if (!mails) return 'not sent: the shop has no mail server';
  return tries === 0 && nextTryAt > new Date()
    ? `is sent at ${lagosTime(nextTryAt)}`
    : 'waits to be sent';
}

/** Returns what was paid for each line of an order, for people who refund a part. */
export const paidLines = ({ items }: Pick<AdminOrder, 'items'>): string[] =>
  items.map(({ quantity, name, paidKobo }) => {
    const one = quantity > 1 ? `, for one ${koboWords(Math.floor(paidKobo / quantity))}` : '';
    return `${quantity} × ${name}: ${koboWords(paidKobo)}${one}`;
  });

/** Returns the purpose of a refund, to follow its amount: ' for Oud Royal'; '' if it names nothing. */
export function forWords({ items }: Pick<AdminOrder, 'items'>, { purpose, line }: Purpose): string {
  if (purpose === null) return '';
  const name =
    purpose === 'other' ? 'something else' : purpose === 'return' ? 'returned goods' : purpose;
  return ` for ${line === null ? name : (items[line]?.name ?? `line ${line + 1}`)}`;
}

/** Describes a code from a sample and its state: 'SAMPLE-X, ₦3,000 off Musk, until December 27, 2026, used'. */
export function codeWords(order: Pick<AdminOrder, 'items' | 'refunds'>, code: KeptSampleCode) {
  const { used, endedBy, past } = code;
  const refund = order.refunds.find(({ id }) => id === endedBy?.refund);
  const by = refund
    ? `the refund of ${amountOf(refund.amount, refund.currency)}${forWords(order, refund)}`
    : endedBy?.dispute
      ? 'the dispute'
      : 'staff';
  const words = [used && 'used', !used && endedBy && `ended by ${by}`, past && 'its time is over'];
  return [code.code, sampleCodeWords(code), ...words].filter(Boolean).join(', ');
}

const koboWords = (kobo: number) => formatNaira(toNaira(kobo));
