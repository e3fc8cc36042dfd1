import fc from 'fast-check';
import { expect, it } from 'vitest';
import { names } from '#contract/app-data.ts';
import { decodeTags, readTags } from './kept-tags.ts';

const NOW = 1_800_000_000_000;
const kept = (value: unknown, age = 0) => JSON.stringify({ at: NOW - age, tags: value });

it('gives back what was kept, for a minute', () => {
  expect(decodeTags(kept(['oud', 'beast mode']), NOW)).toEqual(['oud', 'beast mode']);
  expect(decodeTags(kept(['oud'], 60_000), NOW)).toEqual(['oud']);
  expect(decodeTags(kept(['oud'], 60_001), NOW)).toBeUndefined();
  expect(decodeTags(kept(['oud'], -60_001), NOW)).toBeUndefined();
  expect(decodeTags(null, NOW)).toBeUndefined();
});

it('takes nothing that the contract would refuse', () => {
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), fc.array(fc.string())), (value) => {
      const read = readTags(JSON.stringify(value));
      if (read) expect(names.safeParse(read).success).toBe(true);
      expect(decodeTags(kept(value), NOW)).toEqual(read);
    }),
  );
  expect(readTags('<html>')).toBeUndefined();
});
