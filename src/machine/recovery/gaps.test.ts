import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gapsIn } from './gaps.ts';

const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, '0');
/** The nth part of a log whose parts are so many to 4 GB, a minute after the one before. */
const part = (place: number, parts: number, timeline = 1) => ({
  name: `${hex(timeline)}${hex(Math.floor(place / parts))}${hex(place % parts)}`,
  at: new Date(place * 60_000),
});
const logs = fc.record({
  parts: fc.constantFrom(4, 16, 256, 1024, 4096),
  first: fc.nat({ max: 9000 }),
  count: fc.integer({ min: 2, max: 60 }),
});
const logOf = ({ parts, first, count }: { parts: number; first: number; count: number }) =>
  Array.from({ length: count }, (_, place) => part(first + place, parts));

test('a whole log has no gap, whatever the size of its parts', () => {
  fc.assert(
    fc.property(logs, (log) => {
      const whole = logOf(log);
      expect(gapsIn(whole, whole.at(-1) ?? null)).toEqual([]);
    }),
  );
});

test('a part that is missing in the middle is a gap between its neighbours', () => {
  fc.assert(
    fc.property(logs, fc.nat(), (log, at) => {
      const whole = logOf({ ...log, count: log.count + 1 });
      const missing = 1 + (at % (whole.length - 2));
      const found = gapsIn(whole.toSpliced(missing, 1), null);
      expect(found).toEqual([{ from: whole[missing - 1]?.at, until: whole[missing + 1]?.at }]);
    }),
  );
});

test('parts that PostgreSQL believes to be there, and are not, are a gap at the end', () => {
  const whole = logOf({ parts: 256, first: 7, count: 4 });
  const believed = part(12, 256);
  expect(gapsIn(whole, believed)).toEqual([{ from: whole.at(-1)?.at, until: believed.at }]);
});

test('a restore begins a new timeline without a gap', () => {
  const log = [part(5, 256), part(6, 256), part(6, 256, 2), part(7, 256, 2)];
  expect(gapsIn(log, null)).toEqual([]);
});
