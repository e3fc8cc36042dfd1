import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lagosDate, lagosFrom, lagosMoment, lagosTime, lagosUntil } from './lagos-date.ts';

it('is the day in Lagos, in the long US format', () => {
  expect(lagosDate('2026-11-21T12:00:00.000Z')).toBe('November 21, 2026');
  // Lagos is an hour ahead of UTC.
  expect(lagosDate('2026-11-21T23:00:00.000Z')).toBe('November 22, 2026');
});

it('writes every moment of two centuries as Intl does', () => {
  const long = { dateStyle: 'long', timeZone: 'Africa/Lagos' } as const;
  const day = new Intl.DateTimeFormat('en-US', long);
  const moment = new Intl.DateTimeFormat('en-US', { ...long, timeStyle: 'short' });
  const short = { dateStyle: 'short', timeStyle: 'short', timeZone: 'Africa/Lagos' } as const;
  const time = new Intl.DateTimeFormat('sv-SE', short);
  const years = { min: new Date('1920-01-01'), max: new Date('2120-01-01'), noInvalidDate: true };
  fc.assert(
    fc.property(fc.date(years), (date) => {
      expect(lagosDate(date)).toBe(day.format(date));
      expect(lagosTime(date)).toBe(time.format(date));
      expect(lagosMoment(date).replace('\u00a0', ' ')).toBe(
        moment.format(date).replace('\u202f', ' '),
      );
    }),
  );
});

it('names the time of a beginning or an end if the day alone would be wrong', () => {
  expect(lagosFrom('2026-11-26T23:00:00.000Z')).toBe('November 27, 2026');
  expect(lagosFrom('2026-11-27T17:00:00.000Z')).toBe('November 27, 2026 at 6:00\u00a0PM');
  expect(lagosFrom('2026-11-27T22:59:59.000Z')).toBe('November 27, 2026 at 11:59\u00a0PM');
  expect(lagosUntil('2026-11-27T22:59:59.999Z')).toBe('November 27, 2026');
  expect(lagosUntil('2026-11-27T17:00:00.000Z')).toBe('November 27, 2026 at 6:00\u00a0PM');
  expect(lagosUntil('2026-11-26T23:00:00.000Z')).toBe('November 27, 2026 at 12:00\u00a0AM');
});

it('refuses a text that is not a time', () => {
  expect(() => lagosDate('tomorrow')).toThrow(RangeError);
});
