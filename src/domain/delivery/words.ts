import { dayOf, lagosDay, weekdayOf } from './calendar.ts';
import { isPickup } from './places.ts';
import {
  cutOffMinutes,
  type DeliveryDates,
  type DeliveryFacts,
  type DeliveryPromise,
} from './promise.ts';

/** The words about a delivery: the same on the page, in the cart, at checkout, in the order and its email. */

const MONTHS =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

const partsOf = (iso: string) => ({
  weekday: weekdayOf(dayOf(iso)) as string,
  date: Number(iso.slice(8)),
  month: MONTHS[Number(iso.slice(5, 7)) - 1] ?? '',
});

/** Returns 'Tuesday, November 24'. */
export function dayWords(iso: string): string {
  const { weekday, date, month } = partsOf(iso);
  return `${weekday}, ${month} ${date}`;
}

/** Returns 'Tue, Nov 24'. Its spaces keep it on one line. */
function shortDay(iso: string): string {
  const { weekday, date, month } = partsOf(iso);
  return `${weekday.slice(0, 3)},\u00a0${month.slice(0, 3)}\u00a0${date}`;
}

/** Returns 'With you on Tuesday, November 24', 'With you between Thu, Nov 26 and Tue, Dec 1', 'Ready to collect …'. */
export function arrivalWords({ from, to }: DeliveryDates, place: string): string {
  const when = from === to ? `on ${dayWords(to)}` : `between ${shortDay(from)} and ${shortDay(to)}`;
  return `${isPickup(place) ? 'Ready to collect' : 'With you'} ${when}`;
}

/** Returns 'The Eid-el-Fitr holiday is expected on Tuesday, March 9. If …'; undefined if no date depends on one. */
export function expectedWords({ expected }: DeliveryDates): string | undefined {
  if (!expected) return undefined;
  return `The ${expected.name} holiday is expected on ${dayWords(expected.day)}. If it moves, so may this date.`;
}

/** Returns the cut-off as people say it: 'noon', '2 PM', '2:30 PM'. */
export function cutOffWords(cutOff: string): string {
  const minutes = cutOffMinutes(cutOff);
  if (minutes === 720) return 'noon';
  const hour = Math.floor(minutes / 60);
  const rest = minutes % 60 === 0 ? '' : `:${String(minutes % 60).padStart(2, '0')}`;
  return `${hour % 12 || 12}${rest}\u00a0${hour < 12 ? 'AM' : 'PM'}`;
}

const HOUR_MS = 60 * 60_000;

/**
 * Returns until when an order gets the promised dates: 'Order within 2 h 10 min' in the last twelve hours; before that
 * 'Order by noon tomorrow' or 'Order by noon on Monday'. `now` in ms.
 */
export function orderByWords(
  { orderBy }: Pick<DeliveryPromise, 'orderBy'>,
  { cutOff }: Pick<DeliveryFacts, 'cutOff'>,
  now: number,
): string {
  const left = orderBy - now;
  if (left <= 12 * HOUR_MS) {
    const minutes = Math.max(1, Math.ceil(left / 60_000));
    const hours = Math.floor(minutes / 60);
    const rest = minutes % 60;
    const parts = [hours > 0 && `${hours}\u00a0h`, rest > 0 && `${rest}\u00a0min`];
    return `Order within ${parts.filter(Boolean).join('\u00a0')}`;
  }
  const day = lagosDay(orderBy);
  const when = day === lagosDay(now) + 1 ? 'tomorrow' : `on ${weekdayOf(day)}`;
  return `Order by ${cutOffWords(cutOff)} ${when}`;
}

const daysWords = ({ from, to }: { from: number; to: number }) =>
  from === to
    ? to === 1
      ? 'the next working day'
      : `${to} working days`
    : `${from} to ${to} working days`;

/** Returns what is true at any time: 'Lagos: the next working day. Elsewhere: 2 to 5 working days. Counted from …' */
export function policyWords({ near, elsewhere, cutOff, dispatchDays }: DeliveryFacts): string {
  const whole = (transit: { from: number; to: number }) =>
    daysWords({ from: transit.from + dispatchDays, to: transit.to + dispatchDays });
  const places = near.map((each) => `${each.states.join(', ')}: ${whole(each)}`);
  const all = `${near.length > 0 ? 'Elsewhere' : 'Everywhere'}: ${whole(elsewhere)}`;
  return `${[...places, all].join('. ')}. Counted from today if you order before ${cutOffWords(cutOff)}.`;
}
