import { expect, it } from 'vitest';
import { looksMistyped } from './phone.ts';

it.each([
  '0803 123 4567',
  '8031234567',
  '+234 803 123 4567',
  '002348031234567',
  '+2340803 123 4567',
  '0803 123 4567 (WhatsApp)',
  '02012712345',
  '+44 20 7946 0958',
  '0044 20 7946 0958',
])('asks nothing about %s', (typed) => {
  expect(looksMistyped(typed)).toBe(false);
});

it.each(['080312345678', '0803123456', '0803 123 4567, 0805 111 2222', '12345', 'call me'])(
  'asks about %s',
  (typed) => {
    expect(looksMistyped(typed)).toBe(true);
  },
);
