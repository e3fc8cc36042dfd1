const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'Africa/Lagos' });

/** A moment (ISO time) as a day in Lagos, in the long US format (spec §2): 'November 21, 2026'. */
export const lagosDate = (iso: string): string => day.format(new Date(iso));

const moment = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'Africa/Lagos',
});

/** The same with the time of day: 'November 21, 2026 at 6:22 PM'. */
export function lagosMoment(iso: string): string {
  // 'PM' alone on a line would be read as something else.
  return moment.format(new Date(iso)).replace(/ (?=[AP]M$)/, '\u00a0');
}
