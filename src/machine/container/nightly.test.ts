import { expect, test } from 'vitest';
import { isDue } from './nightly.ts';

test.for([
  {
    backup: '2026-11-26T0300',
    now: '2026-11-27T01:59:00Z',
    due: false,
    why: 'it is not three yet',
  },
  {
    backup: '2026-11-26T0300',
    now: '2026-11-27T02:00:00Z',
    due: true,
    why: 'it is three in Lagos',
  },
  {
    backup: '2026-11-27T0105',
    now: '2026-11-27T08:00:00Z',
    due: true,
    why: 'it is of the night before',
  },
  { backup: '2026-11-27T0301', now: '2026-11-27T08:00:00Z', due: false, why: 'the day has one' },
])('a backup of $backup leaves one due at $now: $due, because $why', ({ backup, now, due }) => {
  const names = ['', `shop-${backup}.tar.gz`, 'shop-2026-11-27T0500.tar.gz.unchecked'];
  expect(isDue(names, new Date(now))).toBe(due);
});

test('a new shop gets its first backup on its first day', () => {
  expect(isDue([], new Date('2026-11-27T09:00:00Z'))).toBe(true);
});
