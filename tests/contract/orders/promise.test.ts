import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayOf, holidayOn, isoOf, WEEKDAYS } from '#domain/delivery/calendar.ts';
import { FACTS } from '#domain/delivery/promise.harness.ts';
import { type DeliveryFacts, promiseDelivery } from '#domain/delivery/promise.ts';
import { areasOf } from '#domain/places/areas.ts';
import { STATES } from '#domain/places/geography.ts';
import { ROUNDS } from '../../rounds.ts';

const AREAS = STATES.flatMap(({ state }) => areasOf(state).map((area) => ({ state, area })));
const HOUR = 3_600_000;

/** Computes the same rule slowly and simply: steps through the days by the machine's calendar, in UTC+1. */
function oracle(facts: DeliveryFacts, state: string, now: number) {
  const lagos = new Date(now + HOUR);
  const open = (date: Date) => {
    const iso = date.toISOString().slice(0, 10);
    const name = WEEKDAYS[date.getUTCDay()];
    if (!name || !facts.weekdays.includes(name) || facts.closed.includes(iso)) return false;
    return facts.open.includes(iso) || holidayOn(dayOf(iso)) === undefined;
  };
  const next = (date: Date) => new Date(date.getTime() + 24 * HOUR);
  let date = new Date(`${lagos.toISOString().slice(0, 10)}T00:00Z`);
  const time = lagos.toISOString().slice(11, 16);
  if (time >= facts.cutOff) date = next(date);
  while (!open(date)) date = next(date);
  const after = (count: number) => {
    let at = date;
    for (let left = count; left > 0; left--) {
      at = next(at);
      while (!open(at)) at = next(at);
    }
    return at.toISOString().slice(0, 10);
  };
  const days = facts.near.find(({ states }) => states.includes(state)) ?? facts.elsewhere;
  return { from: after(facts.dispatchDays + days.from), to: after(facts.dispatchDays + days.to) };
}

function check(facts: DeliveryFacts, state: string, now: number) {
  const promise = promiseDelivery(facts, state, now);
  if (!promise) throw new Error(`Nothing is promised at ${new Date(now).toISOString()}`);
  const { from, to, orderBy } = promise;
  expect({ from, to }).toEqual(oracle(facts, state, now));
  // Well-formed: the window does not end before it begins, nor begin before the order.
  expect(from <= to).toBe(true);
  expect(orderBy).toBeGreaterThan(now);
  expect(from >= new Date(orderBy + HOUR).toISOString().slice(0, 10)).toBe(true);
  // Until `orderBy` the promise is the same, and not after it.
  expect(promiseDelivery(facts, state, orderBy - 1)).toMatchObject({ from, to });
  const later = promiseDelivery(facts, state, orderBy);
  expect(later && later.from >= from && later.to >= to && later.orderBy > orderBy).toBe(true);
}

const YEAR = { first: Date.parse('2026-11-01T00:00+01:00'), days: 366 };

describe('for every area, over a year of clocks', () => {
  // In ascending order: both sides of midnight and of the cut-off, and an hour of each day in turn.
  const clocks = Array.from({ length: YEAR.days }, (_, at) => YEAR.first + at * 24 * HOUR).flatMap(
    (midnight, at) => [
      midnight - 1,
      midnight,
      midnight + (at % 12) * HOUR,
      midnight + 12 * HOUR - 1,
      midnight + 12 * HOUR,
      midnight + (12 + (at % 12)) * HOUR,
    ],
  );
  it('the date is what the rule says, on a day of delivery, and never earlier', () => {
    for (const state of ['Lagos', 'Kano']) for (const now of clocks) check(FACTS, state, now);
  });
  it('monotone: a later order never arrives sooner, and an area has the dates of its state', () => {
    const some = AREAS.filter((_, at) => at % ROUNDS.everyArea === 0);
    const wrong: string[] = [];
    const bySpeed = new Map<string, string[]>();
    for (const { state, area } of some) {
      let last = { from: '', to: '', orderBy: 0 };
      const promised = clocks.map((now) => {
        const promise = promiseDelivery(FACTS, state, now);
        if (!promise) throw new Error('Nothing is promised');
        const { from, to, orderBy } = promise;
        if (from < last.from || to < last.to || orderBy < last.orderBy) {
          wrong.push(`${area}, ${state} at ${new Date(now).toISOString()}`);
        }
        last = promise;
        return `${from} ${to} ${orderBy}`;
      });
      const speed = state === 'Lagos' ? 'near' : 'far';
      bySpeed.set(speed, bySpeed.get(speed) ?? promised);
      if (String(bySpeed.get(speed)) !== String(promised)) wrong.push(`${area}, ${state} differs`);
    }
    expect(wrong).toEqual([]);
  }, 240_000);
});

it('holds for any settings of a shop', () => {
  const date = fc.integer({ min: dayOf('2026-11-01'), max: dayOf('2028-01-01') }).map(isoOf);
  const transit = fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 6 }));
  const asTransit = ([a, b]: [number, number]) => ({ from: Math.min(a, b), to: Math.max(a, b) });
  const facts = fc.record({
    cutOff: fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
      .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':')),
    weekdays: fc.subarray([...WEEKDAYS], { minLength: 1 }),
    dispatchDays: fc.integer({ min: 0, max: 5 }),
    near: transit.map((days) => [{ states: ['Lagos', 'Ogun'], ...asTransit(days) }]),
    elsewhere: transit.map(asTransit),
    closed: fc.array(date, { maxLength: 8 }),
    open: fc.array(date, { maxLength: 8 }),
  });
  const clock = fc.integer({ min: YEAR.first, max: YEAR.first + YEAR.days * 24 * HOUR });
  fc.assert(
    fc.property(facts, fc.constantFrom(...AREAS), clock, (shop, { state }, now) =>
      check(shop, state, now),
    ),
    { numRuns: ROUNDS.deliveries },
  );
});
