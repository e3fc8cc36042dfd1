import fc from 'fast-check';
import { expect, it } from 'vitest';
import { acceptedEncodings } from './accept-encoding.ts';

const names = (header: string | undefined) =>
  acceptedEncodings(header).map((encoding) => encoding?.name ?? 'plain');

it.each([
  ['gzip, deflate, br, zstd', ['br', 'gzip', 'plain']],
  ['gzip, deflate', ['gzip', 'plain']],
  ['br;q=0.2, gzip;q=0.8', ['gzip', 'br', 'plain']],
  ['br;q=0, gzip', ['gzip', 'plain']],
  ['BR', ['br', 'plain']],
  ['x-gzip', ['gzip', 'plain']],
  ['*', ['br', 'gzip', 'plain']],
  ['*;q=0.5, br;q=0', ['gzip', 'plain']],
  ['identity, br;q=0.5', ['plain']],
  ['identity;q=0', ['plain']],
  ['br;q=nonsense', ['plain']],
  ['', ['plain']],
  [undefined, ['plain']],
])('Accept-Encoding: %s', (header, taken) => {
  expect(names(header)).toEqual(taken);
});

it('always ends with the plain file', () => {
  fc.assert(
    fc.property(fc.string(), (header) => {
      expect(names(header).at(-1)).toBe('plain');
    }),
  );
});
