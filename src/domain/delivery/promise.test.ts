import { expect, it } from 'vitest';
import { FACTS } from './promise.harness.ts';
import { promiseDelivery } from './promise.ts';

/** Returns the dates for a time in Lagos. */
const dates = (lagos: string, state = 'Lagos', facts = FACTS) => {
  const promise = promiseDelivery(facts, state, Date.parse(`${lagos}+01:00`));
  return promise && [promise.from, promise.to, new Date(promise.orderBy).toISOString()];
};
const NOON = 'T11:00:00.000Z';

it('before noon: Lagos on the next working day, other states in 2 to 5 working days', () => {
  expect(dates('2026-11-23T09:50')).toEqual(['2026-11-24', '2026-11-24', `2026-11-23${NOON}`]);
  expect(dates('2026-11-23T09:50', 'Kano')).toEqual([
    '2026-11-25',
    '2026-11-30',
    `2026-11-23${NOON}`,
  ]);
});

it('an order after noon counts for the next working day, on a Friday for Monday', () => {
  expect(dates('2026-11-23T11:59:59.999')).toEqual(dates('2026-11-23T00:00'));
  expect(dates('2026-11-23T12:00')).toEqual(['2026-11-25', '2026-11-25', `2026-11-24${NOON}`]);
  expect(dates('2026-11-27T11:00')?.[0]).toBe('2026-11-30');
  expect(dates('2026-11-27T12:00')).toEqual(['2026-12-01', '2026-12-01', `2026-11-30${NOON}`]);
  expect(dates('2026-11-29T23:59')).toEqual(['2026-12-01', '2026-12-01', `2026-11-30${NOON}`]);
});

it('the day begins in Lagos, not in Greenwich', () => {
  expect(dates('2026-11-24T00:30')?.[0]).toBe('2026-11-25');
  expect(dates('2026-11-23T23:30')?.[0]).toBe('2026-11-25');
});

it('skips public holidays, and says which one may move', () => {
  // Christmas Day is a Friday and Boxing Day a Saturday, so Monday 28 is expected.
  const before = promiseDelivery(FACTS, 'Lagos', Date.parse('2026-12-24T10:00+01:00'));
  expect(before).toMatchObject({
    from: '2026-12-29',
    to: '2026-12-29',
    expected: { name: 'Boxing Day', day: '2026-12-28' },
  });
  expect(dates('2026-10-01T09:00')?.[0]).toBe('2026-10-05');
  const calm = promiseDelivery(FACTS, 'Lagos', Date.parse('2026-11-23T10:00+01:00'));
  expect(calm).not.toHaveProperty('expected');
});

it('warns of a feast on the day after the last one, because the moon may bring it forward', () => {
  const eve = promiseDelivery(FACTS, 'Lagos', Date.parse('2027-03-05T10:00+01:00'));
  expect(eve).toMatchObject({ to: '2027-03-08', expected: { name: 'Eid-el-Fitr' } });
});

it('the shop’s own settings are final: one more closed day, or open on a feast that has moved', () => {
  const closed = { ...FACTS, closed: ['2026-11-24'] };
  expect(dates('2026-11-23T09:50', 'Lagos', closed)?.[0]).toBe('2026-11-25');
  const moved = { ...FACTS, open: ['2027-03-09'], closed: ['2027-03-10', '2027-03-11'] };
  const promise = promiseDelivery(moved, 'Lagos', Date.parse('2027-03-08T10:00+01:00'));
  expect(promise).toMatchObject({ from: '2027-03-09' });
  expect(promise).not.toHaveProperty('expected');
});

it('counts the days until dispatch', () => {
  const slow = { ...FACTS, dispatchDays: 2 };
  expect(dates('2026-11-23T09:50', 'Lagos', slow)?.[0]).toBe('2026-11-26');
});

it('promises nothing after the last known holiday, or if the shop is never open', () => {
  expect(dates('2032-12-30T09:50')).toBeNull();
  expect(dates('2040-06-01T09:50')).toBeNull();
  expect(dates('2026-11-23T09:50', 'Lagos', { ...FACTS, weekdays: [] })).toBeNull();
});
