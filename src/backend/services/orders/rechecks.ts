import type { OrderRow } from '#backend/db/tables/order-tables.ts';

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;

/** The pause after which Paystack is first asked again about news that its verify call did not confirm. */
export const NEWS_PAUSE_MS = 15 * SECOND;
const NEWS_LONGEST_PAUSE_MS = HOUR;
/** Paystack itself repeats a webhook for 72 hours. */
const NEWS_GIVEN_UP_MS = 72 * HOUR;
/** How soon after a payment it is first asked whether the payment was reversed. */
const PAID_PAUSE_MS = 6 * HOUR;

/** What decides when Paystack is asked again. */
export type Rechecked = Pick<
  OrderRow,
  'status' | 'paidAt' | 'createdAt' | 'refundNeeded' | 'refundedAt' | 'reversedAt' | 'newsAt'
>;

/**
 * When the sweeper asks Paystack again about an order that is not pending, or that has news. Null: no more. Each pause is as
 * long as the time that has passed, so that a few requests cover many days: about news from 15 s to an hour, for 72 hours;
 * about a payment from six hours on, for `days`.
 * @param now - ms since 1970.
 */
export function nextRecheck(order: Rechecked, days: number, now: number): Date | null {
  if (order.newsAt) {
    const age = now - order.newsAt.getTime();
    const pause = Math.min(Math.max(age, NEWS_PAUSE_MS), NEWS_LONGEST_PAUSE_MS);
    return age < NEWS_GIVEN_UP_MS ? new Date(now + pause) : null;
  }
  const mayBeReversed =
    order.status === 'paid' ? !order.reversedAt : order.refundNeeded && !order.refundedAt;
  if (!mayBeReversed) return null;
  const since = Math.min((order.paidAt ?? order.createdAt).getTime(), now);
  const end = since + days * DAY;
  return now < end ? new Date(Math.min(now + Math.max(now - since, PAID_PAUSE_MS), end)) : null;
}
