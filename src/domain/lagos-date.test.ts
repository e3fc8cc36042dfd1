import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lagosDate, lagosMoment } from './lagos-date.ts';

it('is the day in Lagos, in the long US format', () => {
  expect(lagosDate('2026-11-21T12:00:00.000Z')).toBe('November 21, 2026');
  // An hour ahead of UTC.
  expect(lagosDate('2026-11-21T23:00:00.000Z')).toBe('November 22, 2026');
});

it('writes every moment of two centuries as Intl does', () => {
  const long = { dateStyle: 'long', timeZone: 'Africa/Lagos' } as const;
  const day = new Intl.DateTimeFormat('en-US', long);
  const moment = new Intl.DateTimeFormat('en-US', { ...long, timeStyle: 'short' });
  const years = { min: new Date('1920-01-01'), max: new Date('2120-01-01'), noInvalidDate: true };
  fc.assert(
    fc.property(fc.date(years), (date) => {
      expect(lagosDate(date.toISOString())).toBe(day.format(date));
      expect(lagosMoment(date.toISOString()).replace('\u00a0', ' ')).toBe(
        moment.format(date).replace('\u202f', ' '),
      );
    }),
  );
});

it('refuses a text that is no time', () => {
  expect(() => lagosDate('tomorrow')).toThrow(RangeError);
});
