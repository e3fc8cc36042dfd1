import {
  type Day,
  holidayOn,
  isoOf,
  LAST_KNOWN,
  lagosDay,
  timeOn,
  type Weekday,
  weekdayOf,
} from './calendar.ts';

/** Working days from dispatch to arrival, the fewest and the most. */
export interface Transit {
  from: number;
  to: number;
}

/** The shop's rules of delivery: the field `delivery` of its shop.json. */
export interface DeliveryFacts {
  /** The time in Lagos ('12:00') before which orders count for the day. Later ones count for the next working day. */
  cutOff: string;
  /** The days on which parcels are dispatched and arrive. */
  weekdays: readonly Weekday[];
  /** Working days from an order to its dispatch. 0: the same day. */
  dispatchDays: number;
  /** States that parcels reach sooner, or later, than the others. */
  near: readonly ({ states: readonly string[] } & Transit)[];
  elsewhere: Transit;
  /** Days ('2026-12-24') on which this shop sends and delivers nothing, beside the public holidays. */
  closed: readonly string[];
  /** Public holidays of our table on which it does: a feast that the moon has moved to another day. */
  open: readonly string[];
}

/** The days on which a parcel arrives. Both are the same if there is only one. */
export interface DeliveryDates {
  /** '2026-11-24', in Lagos. */
  from: string;
  to: string;
  /** A holiday on the way that is only expected (calendar.ts): if it moves, the dates move. Absent if there is none. */
  expected?: { name: string; day: string };
}

/** Dates, and the time (ms) until which an order gets them. */
export interface DeliveryPromise extends DeliveryDates {
  orderBy: number;
}

/** Whether parcels are dispatched and arrive on a day. */
export function isWorkingDay(day: Day, { weekdays, closed, open }: DeliveryFacts): boolean {
  if (!weekdays.includes(weekdayOf(day))) return false;
  if (closed.length > 0 && closed.includes(isoOf(day))) return false;
  return !holidayOn(day) || open.includes(isoOf(day));
}

/** Returns the cut-off as minutes after midnight: '12:00' is 720. */
export function cutOffMinutes(cutOff: string): number {
  const [hours = 0, minutes = 0] = cutOff.split(':').map(Number);
  return hours * 60 + minutes;
}

/** Returns the transit of a parcel to a state. An unknown state counts as elsewhere. */
export const transitTo = (state: string | null, { near, elsewhere }: DeliveryFacts): Transit =>
  near.find(({ states }) => state !== null && states.includes(state)) ?? elsewhere;

/** The most days to search for a working day: a shop that is never open promises nothing. */
const SEARCH_DAYS = 120;

/**
 * Returns when an order of this moment arrives (spec §1). Before the cut-off of a working day it counts for that day,
 * else for the next one. It is dispatched `dispatchDays` working days later, and arrives after the days of its transit.
 * @param state - its destination; null if unknown.
 * @param now - ms since 1970, by the clock of the program that promises.
 * @returns null if the holidays of that time are not known yet, or the shop has no working day.
 */
export function promiseDelivery(
  facts: DeliveryFacts,
  state: string | null,
  now: number,
): DeliveryPromise | null {
  const today = lagosDay(now);
  const cutOff = cutOffMinutes(facts.cutOff);
  /** Returns the working day that is `count` of them after `day`; for 0, `day` itself or the next one. */
  const working = (day: Day, count: number): Day => {
    let left = count;
    for (let at = day; at < today + SEARCH_DAYS; at++) {
      if (isWorkingDay(at, facts) && left-- === 0) return at;
    }
    return Number.NaN;
  };
  const taken = working(now < timeOn(today, cutOff) ? today : today + 1, 0);
  const dispatched = working(taken, facts.dispatchDays);
  const transit = transitTo(state, facts);
  const from = working(dispatched, transit.from);
  const to = working(dispatched, transit.to);
  // NaN compares as false.
  if (!(to < LAST_KNOWN)) return null;
  const orderBy = timeOn(taken, cutOff);
  const moving = movingHoliday(today, to, facts);
  return { from: isoOf(from), to: isoOf(to), orderBy, ...(moving && { expected: moving }) };
}

/** Returns the first movable holiday, from a day to the day after another, that the shop's facts leave open. */
function movingHoliday(first: Day, last: Day, { weekdays, closed, open }: DeliveryFacts) {
  for (let day = first; day <= last + 1; day++) {
    const holiday = holidayOn(day);
    if (!holiday?.moves || !weekdays.includes(weekdayOf(day))) continue;
    const iso = isoOf(day);
    if (!closed.includes(iso) && !open.includes(iso)) return { name: holiday.name, day: iso };
  }
  return undefined;
}
