const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'Africa/Lagos' });

/** The date in Lagos at an ISO time, in the long US format (spec §2): 'November 21, 2026'. */
export const lagosDate = (iso: string): string => day.format(new Date(iso));

const moment = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'Africa/Lagos',
});

/** Date and time in Lagos: 'November 21, 2026 at 6:22 PM'. */
export function lagosMoment(iso: string): string {
  // Keeps 'PM' on the line of its time.
  return moment.format(new Date(iso)).replace(/ (?=[AP]M$)/, '\u00a0');
}
