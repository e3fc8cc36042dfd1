import type { QueuedEmail } from '#backend/mail/queue.ts';
import { formatNaira, toNaira } from '#domain/money/money.ts';
import { paidByLine } from '#domain/promotions/kept.ts';
import { lagosTime, plain } from '#domain/words.ts';
import type { AdminOrder } from './admin-orders.ts';

/** The units of an order. */
export const unitCount = (order: AdminOrder): number =>
  order.items.reduce((sum, item) => sum + item.quantity, 0);

/** Whether all of a payment has gone back. */
const isAllBack = ({ money: { received, gone } }: AdminOrder) =>
  received !== null && gone >= received;

/** What the shop still owes of a payment that bought nothing, in minor units; refunds under way are taken off. */
export const stillDue = ({ refundNeeded, money }: AdminOrder): number =>
  refundNeeded ? money.remaining : 0;

/** The state of an order, in a word or two: first what waits for the merchant. */
export function orderState(order: AdminOrder): string {
  if (order.disputes.some(({ isOpen }) => isOpen)) return 'disputed';
  if (order.refundedAt) return 'refunded';
  if (order.refundNeeded) return 'refund due';
  if (order.unpaid) return 'not repaid';
  if (order.refunds.some(({ status }) => status !== 'processed' && status !== 'failed'))
    return 'refunding';
  if (order.reversedAt) return 'reversed';
  if (isAllBack(order)) return 'refunded';
  if (order.status !== 'paid') return order.status;
  return order.steps.at(-1)?.step ?? 'to pack';
}

/** Whether an email has arrived, in words. */
export function deliveryState({ sentAt, deadAt, lastError }: QueuedEmail): string {
  if (sentAt) return `sent ${lagosTime(sentAt)}`;
  const why = lastError === null ? '' : `: ${plain(lastError)}`;
  if (deadAt) return `could not be delivered, given up ${lagosTime(deadAt)}${why}`;
  return lastError === null ? 'waits to be sent' : `waits to be tried again${why}`;
}

/** What was paid for each line of an order whose prices a promotion has lowered, for whoever pays a part back; [] for others. */
export const paidLines = ({ items, promotion }: Pick<AdminOrder, 'items' | 'promotion'>) =>
  promotion
    ? paidByLine(items, promotion).map((kobo, at): string => {
        const { quantity = 1, name = '' } = items[at] ?? {};
        const one = quantity > 1 ? `, for one ${koboWords(Math.floor(kobo / quantity))}` : '';
        return `${quantity} × ${name}: ${koboWords(kobo)}${one}`;
      })
    : [];

const koboWords = (kobo: number) => formatNaira(toNaira(kobo));
