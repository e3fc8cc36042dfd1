import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isKnown, wantedRange } from './conditional-requests.ts';

const ask = (range: string | undefined, ifRange?: string, size = 1000) =>
  wantedRange({ range, ifRange }, '"a"', size);

it.each([
  ['bytes=0-99', { start: 0, end: 99 }],
  ['bytes=900-', { start: 900, end: 999 }],
  ['bytes=-100', { start: 900, end: 999 }],
  ['bytes=-5000', { start: 0, end: 999 }],
  ['bytes=990-5000', { start: 990, end: 999 }],
  ['BYTES=0-0', { start: 0, end: 0 }],
  ['bytes=1000-', 'unsatisfiable'],
  ['bytes=5000-6000', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=9-3', null],
  ['bytes=0-1,5-6', null],
  ['bytes=-', null],
  ['bytes=a-b', null],
  ['lines=0-1', null],
  ['', null],
  [undefined, null],
])('reads a Range of %s', (range, wanted) => {
  expect(ask(range)).toEqual(wanted);
});

it('sends a part only if If-Range names the same bytes', () => {
  expect(ask('bytes=0-9', '"a"')).toEqual({ start: 0, end: 9 });
  expect(ask('bytes=0-9', '"b"')).toBeNull();
  // A weak tag does not identify bytes.
  expect(ask('bytes=0-9', 'W/"a"')).toBeNull();
  expect(ask('bytes=0-9', 'Wed, 21 Oct 2026 07:28:00 GMT')).toBeNull();
});

it('never sends bytes beyond the end', () => {
  const number = fc.oneof(fc.constant(''), fc.nat().map(String), fc.bigInt().map(String));
  fc.assert(
    fc.property(number, number, fc.nat(5000), (first, last, size) => {
      const range = ask(`bytes=${first}-${last}`, undefined, size);
      if (range === null || range === 'unsatisfiable') return;
      expect(range.start).toBeGreaterThanOrEqual(0);
      expect(range.end).toBeGreaterThanOrEqual(range.start);
      expect(range.end).toBeLessThan(size);
    }),
  );
});

it.each([
  ['"a"', true],
  ['W/"a"', true],
  ['"b", "a"', true],
  ['*', true],
  ['"b"', false],
  ['a', false],
  [undefined, false],
])('If-None-Match: %s', (header, known) => {
  expect(isKnown(header, '"a"')).toBe(known);
});
