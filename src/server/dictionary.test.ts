import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  availableDictionary,
  deltaSuffix,
  deltaSuffixAt,
  dictionaryPath,
  savesData,
} from './dictionary.ts';

const sha256 = createHash('sha256').update('a dictionary').digest('base64');

it('reads what a browser says it has', () => {
  expect(availableDictionary(`:${sha256}:`)).toEqual({ sha256 });
  expect(availableDictionary(` :${sha256}: `)).toEqual({ sha256 });
});

it.each([
  undefined,
  '',
  sha256,
  `:${sha256}`,
  `"${sha256}"`,
  `:${sha256}:, :${sha256}:`,
  `:${sha256.slice(1)}:`,
  `:A${sha256}:`,
  ':AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAB=:',
  `:${createHash('sha512').update('').digest('base64')}:`,
])('Available-Dictionary: %s names none', (header) => {
  expect(availableDictionary(header)).toBeNull();
});

it('never fails, and names files within the folder alone', () => {
  const text = fc.oneof(
    fc.string(),
    fc.base64String({ minLength: 44, maxLength: 44 }).map((bytes) => `:${bytes}:`),
  );
  fc.assert(
    fc.property(text, (header) => {
      const dictionary = availableDictionary(header);
      if (dictionary) expect(deltaSuffix(dictionary)).toMatch(/^\.[0-9a-f]{16}\.dcz$/);
    }),
  );
});

it('finds the ending of the deltas by the path of their dictionary', () => {
  const path = dictionaryPath({ sha256 });
  expect(deltaSuffixAt(path)).toBe(deltaSuffix({ sha256 }));
  expect(deltaSuffixAt(path.slice(1))).toBe(deltaSuffix({ sha256 }));
  expect(deltaSuffixAt(`${path}.br`)).toBeUndefined();
  expect(deltaSuffixAt('/products/oud.html')).toBeUndefined();
});

it.each([
  ['on', true],
  ['ON', true],
  ['on; more', true],
  ['off', false],
  ['once', false],
  [undefined, false],
])('Save-Data: %s', (header, saves) => {
  expect(savesData(header)).toBe(saves);
});
