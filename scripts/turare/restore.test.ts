import { expect, test } from 'vitest';
import { readMoment } from './restore.ts';

const NOW = new Date('2026-11-28T12:00:00Z');

test.for([
  ['2026-11-27 14:05', '2026-11-27T13:05:00.000Z'],
  ['2026-11-27T14:05:30', '2026-11-27T13:05:30.000Z'],
  ['2026-11-28 13:00', '2026-11-28T12:00:00.000Z'],
] as const)('%s is a time in Lagos', ([typed, moment]) => {
  expect(readMoment(typed, NOW)?.toISOString()).toBe(moment);
});

test('latest is the newest possible moment', () => {
  expect(readMoment('latest', NOW)).toBeNull();
});

test.for([
  ['yesterday', "'yesterday' is not a time in Lagos: write it as '2026-11-27 14:05', or latest"],
  ['2026-13-27 14:05', 'is not a time in Lagos'],
  ['27.11.2026 14:05', 'is not a time in Lagos'],
  ['2026-11-28 13:01', '2026-11-28 13:01 is in the future'],
] as const)('%s is refused', ([typed, sentence]) => {
  expect(() => readMoment(typed, NOW)).toThrow(sentence);
});
