import table from './holidays.json' with { type: 'json' };

/** A day in Lagos, as days since 1970-01-01. */
export type Day = number;

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** As in lagos-date.ts, which pages with a delivery date do not load. */
const AHEAD_MS = 60 * MINUTE_MS;

/** Returns the day in Lagos at a time (ms since 1970). */
export const lagosDay = (ms: number): Day => Math.floor((ms + AHEAD_MS) / DAY_MS);

/** Returns the time (ms) `minutes` after midnight in Lagos on a day. */
export const timeOn = (day: Day, minutes: number): number =>
  day * DAY_MS - AHEAD_MS + minutes * MINUTE_MS;

/** Returns the day of '2026-11-24'. NaN for a text that is not a date. */
export const dayOf = (iso: string): Day => Date.parse(`${iso}T00:00Z`) / DAY_MS;

/** Returns '2026-11-24' for a day. */
export const isoOf = (day: Day): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

export const WEEKDAYS = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** 1970-01-01 was a Thursday. */
export const weekdayOf = (day: Day): Weekday => WEEKDAYS[(day + 4) % 7] as Weekday;

/** A public holiday. `moves`: it is only expected, since it depends on the moon or the government (holidays.json). */
export interface Holiday {
  name: string;
  moves: boolean;
}

const entries = (days: Readonly<Record<string, string>>, moves: boolean) =>
  Object.entries(days).map(([iso, name]): [Day, Holiday] => [dayOf(iso), { name, moves }]);
/** A day that is fixed for one holiday and expected for another is certain. */
const HOLIDAYS = new Map([...entries(table.expected, true), ...entries(table.fixed, false)]);

/** The last day whose holidays are known. Nothing is promised for a later one. */
export const LAST_KNOWN: Day = dayOf(table.until);

/** Returns the public holiday of a day, if it is one. */
export const holidayOn = (day: Day): Holiday | undefined => HOLIDAYS.get(day);
