import fc from 'fast-check';
import { expect, it } from 'vitest';
import { acceptedEncodings } from './accept-encoding.ts';
import type { Dictionary } from './dictionary.ts';

const HAS: Dictionary = { sha256: Buffer.alloc(32, 7).toString('base64') };

const names = (header: string | undefined, dictionary: Dictionary | null = null) =>
  acceptedEncodings(header, dictionary).map((encoding) => encoding?.name ?? 'plain');

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

it.each([
  ['gzip, deflate, br, zstd, dcb, dcz', ['dcz', 'br', 'gzip', 'plain']],
  ['dcz', ['dcz', 'plain']],
  ['br, dcz;q=0.5', ['br', 'dcz', 'plain']],
  ['br, dcz;q=0', ['br', 'plain']],
  ['identity, dcz;q=0.9', ['plain']],
  ['dcb', ['plain']],
  ['*', ['br', 'gzip', 'plain']],
  ['*;q=0, dcz', ['dcz', 'plain']],
  [undefined, ['plain']],
])('Accept-Encoding of a client with a dictionary: %s', (header, taken) => {
  expect(names(header, HAS)).toEqual(taken);
  expect(names(header)).toEqual(taken.filter((name) => name !== 'dcz'));
});

it('always ends with the plain file', () => {
  fc.assert(
    fc.property(fc.string(), (header) => {
      expect(names(header).at(-1)).toBe('plain');
    }),
  );
});
