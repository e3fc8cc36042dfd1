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
/** Lagos has been an hour ahead of UTC since 1919, in summer and in winter. */
const AHEAD_MS = 60 * 60_000;

/** A date whose UTC fields are those of Lagos. @throws RangeError for a text that is no time. */
function inLagos(iso: string): Date {
  const date = new Date(Date.parse(iso) + AHEAD_MS);
  if (Number.isNaN(date.getTime())) throw new RangeError(`'${iso}' is no time`);
  return date;
}

const longDate = (date: Date) =>
  `${MONTHS[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`;

/**
 * The date in Lagos at an ISO time, in the long US format (spec §2): 'November 21, 2026'. Not by `Intl`, whose first date
 * costs an old phone 50 ms.
 */
export const lagosDate = (iso: string): string => longDate(inLagos(iso));

const minuteOfDay = (date: Date) => date.getUTCHours() * 60 + date.getUTCMinutes();

/** From when something holds: the day alone if it holds from its beginning, otherwise with the time. */
export const lagosFrom = (iso: string): string =>
  minuteOfDay(inLagos(iso)) === 0 ? lagosDate(iso) : lagosMoment(iso);

/** Until when something holds: the day alone if it holds to its end, otherwise with the time. */
export const lagosUntil = (iso: string): string =>
  minuteOfDay(inLagos(iso)) === 24 * 60 - 1 ? lagosDate(iso) : lagosMoment(iso);

/** Date and time in Lagos: 'November 21, 2026 at 6:22 PM'. The space before 'PM' keeps it on the line of its time. */
export function lagosMoment(iso: string): string {
  const date = inLagos(iso);
  const hour = date.getUTCHours();
  const minute = String(date.getUTCMinutes()).padStart(2, '0');
  return `${longDate(date)} at ${hour % 12 || 12}:${minute}\u00a0${hour < 12 ? 'AM' : 'PM'}`;
}
