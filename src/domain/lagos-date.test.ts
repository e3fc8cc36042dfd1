import { expect, it } from 'vitest';
import { lagosDate } from './lagos-date.ts';

it('is the day in Lagos, in the long US format', () => {
  expect(lagosDate('2026-11-21T12:00:00.000Z')).toBe('November 21, 2026');
  // An hour ahead of UTC.
  expect(lagosDate('2026-11-21T23:00:00.000Z')).toBe('November 22, 2026');
});
