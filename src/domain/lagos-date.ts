const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
/** Milliseconds that Lagos has been ahead of UTC since 1919, in summer and in winter. */
const AHEAD_MS = 60 * 60_000;

/** A moment: a Date, an ISO time, or milliseconds since 1970. */
type Moment = Date | string | number;

/** Returns the date whose UTC fields are those of Lagos. @throws RangeError for a text that is not a time. */
export function inLagos(at: Moment): Date {
  const date = new Date(new Date(at).getTime() + AHEAD_MS);
  if (Number.isNaN(date.getTime())) throw new RangeError(`'${at}' is not a time`);
  return date;
}

const longDate = (date: Date) =>
  `${MONTHS[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`;

/** Returns '2026-11-21 10:05', in Lagos. For staff. */
export const lagosTime = (at: Moment): string =>
  inLagos(at).toISOString().slice(0, 16).replace('T', ' ');

/**
 * Returns the date in Lagos at a moment, in the long US format (spec §2): 'November 21, 2026'. It avoids `Intl`, whose
 * first date costs an old phone 50 ms.
 */
export const lagosDate = (at: Moment): string => longDate(inLagos(at));

const minuteOfDay = (date: Date) => date.getUTCHours() * 60 + date.getUTCMinutes();

/** Returns when something begins: only the day if it holds from the start of the day, otherwise with the time. */
export const lagosFrom = (iso: string): string =>
  minuteOfDay(inLagos(iso)) === 0 ? lagosDate(iso) : lagosMoment(iso);

/** Returns when something ends: only the day if it holds to the end of the day, otherwise with the time. */
export const lagosUntil = (iso: string): string =>
  minuteOfDay(inLagos(iso)) === 24 * 60 - 1 ? lagosDate(iso) : lagosMoment(iso);

/** Returns date and time in Lagos: 'November 21, 2026 at 6:22 PM'. The space before 'PM' keeps it with its time. */
export function lagosMoment(at: Moment): string {
  const date = inLagos(at);
  const hour = date.getUTCHours();
  const minute = String(date.getUTCMinutes()).padStart(2, '0');
  return `${longDate(date)} at ${hour % 12 || 12}:${minute}\u00a0${hour < 12 ? 'AM' : 'PM'}`;
}

/** Returns 'November 21, 2026 at 6:22 PM, Lagos time', for a reader who may be elsewhere. */
export const lagosMomentNamed = (at: Moment): string => `${lagosMoment(at)}, Lagos time`;

export const LAGOS_OFFSET = '+01:00';
const TIME =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2}(?:\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})?)?$/;

/**
 * Reads a day or a time, in Lagos unless it names its zone. @param ofDay - the time for a day without one: '23:59:59'.
 * @returns an ISO time; undefined for another text, and for a day that no month has.
 */
export function readLagosTime(text: string, ofDay: string): string | undefined {
  const [, day, minutes, seconds = ':00', zone = LAGOS_OFFSET] = TIME.exec(text) ?? [];
  if (!day) return undefined;
  const midnight = new Date(`${day}T00:00:00Z`);
  const at = new Date(`${day}T${minutes === undefined ? ofDay : minutes + seconds}${zone}`);
  if (Number.isNaN(midnight.getTime()) || Number.isNaN(at.getTime())) return undefined;
  // This refuses 30 February, which Date reads as 2 March.
  return midnight.toISOString().startsWith(day) ? at.toISOString() : undefined;
}
