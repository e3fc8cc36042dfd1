const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'Africa/Lagos' });

/** The day in Lagos on which a review was written: 'November 21, 2026' (spec §2, the long US format). */
export const reviewDate = (iso: string): string => longDate.format(new Date(iso));
