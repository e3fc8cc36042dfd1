const longMoment = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'Africa/Lagos',
});

/** A moment as day and time in Lagos: 'November 21, 2026 at 6:22 PM'. */
export function lagosMoment(iso: string): string {
  // 'PM' alone on a line would be read as something else.
  return longMoment.format(new Date(iso)).replace(/ (?=[AP]M$)/, '\u00a0');
}
