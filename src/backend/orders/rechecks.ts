import { MONEY_COMES_MS } from '#domain/orders/late-money.ts';
import { hasMoney, isPaid } from './status.ts';
import type { OrderRow } from './tables.ts';

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;

/** The pause after which the provider is first asked again about news that its verify call did not confirm. */
export const NEWS_PAUSE_MS = 15 * SECOND;
const NEWS_LONGEST_PAUSE_MS = HOUR;
/** The shortest pause between two questions about an order that ended unpaid, on whose page somebody may still pay. */
export const UNPAID_PAUSE_MS = 120 * SECOND;
const UNPAID_LONGEST_PAUSE_MS = 6 * HOUR;
/** How soon after a payment it is first asked whether the payment was reversed. */
const PAID_PAUSE_MS = 6 * HOUR;

/** The facts that decide when the provider is asked again. */
export type Rechecked = Pick<
  OrderRow,
  'status' | 'paidAt' | 'createdAt' | 'refundNeeded' | 'refundedAt' | 'reversedAt'
> & {
  newsAt: Date | null;
  /** Whether the provider leaves it open that money comes. */
  mayCome: boolean;
};

/**
 * When the sweeper asks the provider again about an order that is not pending, or that has news. Null: no more.
 * Each pause is as long as the time that has passed, so that a few requests cover many days: about news from 15 s
 * to an hour, and about an order without money from two minutes to six hours, as long as money may come; about a
 * payment from six hours on, for `days`.
 * @param now - ms since 1970.
 */
export function nextRecheck(order: Rechecked, days: number, now: number): Date | null {
  if (order.newsAt) return nextNews(order.newsAt, new Date(now));
  if (!hasMoney(order)) {
    if (!order.mayCome) return null;
    return later(order.createdAt, now, UNPAID_PAUSE_MS, UNPAID_LONGEST_PAUSE_MS);
  }
  if (isPaid(order) ? order.reversedAt : order.refundedAt) return null;
  const since = Math.min((order.paidAt ?? order.createdAt).getTime(), now);
  const end = since + days * DAY;
  return now < end ? new Date(Math.min(now + Math.max(now - since, PAID_PAUSE_MS), end)) : null;
}

/** When the provider is asked again about news that came then. Null: no more. */
export const nextNews = (since: Date, now: Date): Date | null =>
  later(since, now.getTime(), NEWS_PAUSE_MS, NEWS_LONGEST_PAUSE_MS);

/** After a pause as long as the time since then, within bounds; the last time when money can come no more. */
function later(since: Date, now: number, shortest: number, longest: number): Date | null {
  const age = now - since.getTime();
  const pause = Math.min(Math.max(age, shortest), longest);
  return age < MONEY_COMES_MS ? new Date(now + Math.min(pause, MONEY_COMES_MS - age)) : null;
}
