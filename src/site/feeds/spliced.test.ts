import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ProductRecord } from '#domain/product-record.ts';
import { type Feed, feedText } from './feed.ts';
import { FEEDS } from './feeds.ts';
import { record } from './published.harness.ts';
import { type Before, isWhole } from './spliced.ts';

const settings = {
  site: new URL('https://shop.example'),
  shop: { name: 'Shop', tagline: 'A house', description: 'perfumes' },
  campaign: '',
};

/** What may differ between two releases; `null` takes the product away. Some have no line in some feeds. */
const change: fc.Arbitrary<Partial<ProductRecord> | null> = fc.oneof(
  fc.record({ title: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }) }),
  fc.constantFrom<Partial<ProductRecord> | null>(
    null,
    { pictures: [] },
    { price: 0, sale: undefined },
    { inStock: false },
    { description: 'Ọ̀pọ̀ ìyà 🌹' },
    { createdAt: '2026-05-05T00:00:00.000Z' },
  ),
);
/** Releases, each with what differs from the one before it. Ids sort otherwise as texts than as numbers. */
const releases = fc.array(fc.dictionary(fc.constantFrom(...'2 10 9 b a ọ'.split(' ')), change), {
  minLength: 1,
  maxLength: 6,
});

function textOf(
  feed: Feed,
  all: readonly ProductRecord[],
  before?: Before & { isUnchanged: (one: ProductRecord) => boolean },
) {
  const made: string[] = [];
  const recordOf = (one: ProductRecord) => {
    made.push(one.id);
    return one;
  };
  return { ...feedText(feed, all, recordOf, settings, before), made };
}

it.each(FEEDS)('$name with copied lines equals the whole text after any changes', (feed) => {
  fc.assert(
    fc.property(releases, (steps) => {
      let shown = new Map<string, ProductRecord>();
      let before: Before | undefined;
      for (const changes of steps) {
        const next = new Map(shown);
        for (const [id, changed] of Object.entries(changes)) {
          if (changed) next.set(id, record({ ...next.get(id), ...changed, id }));
          else next.delete(id);
        }
        const all = [...next.values()].reverse();
        const isUnchanged = (one: ProductRecord) => shown.get(one.id) === one;
        const spliced = textOf(feed, all, before && { ...before, isUnchanged });
        const whole = textOf(feed, all);
        expect(spliced.bytes.toString()).toBe(whole.bytes.toString());
        expect(spliced.places).toEqual(whole.places);
        // What the next build reads is a file of JSON.
        before = { bytes: spliced.bytes, places: JSON.parse(JSON.stringify(spliced.places)) };
        if (feed.name !== 'arrivals' && spliced.made.length > 0) {
          expect(Object.keys(changes)).toEqual(expect.arrayContaining(spliced.made));
        }
        shown = next;
      }
    }),
  );
});

it('knows a file that is damaged, cut off or of another release', () => {
  const [feed] = FEEDS;
  if (!feed) throw new Error('There is no feed.');
  const { bytes, places } = textOf(feed, [record()]);
  expect(isWhole({ bytes, places })).toBe(true);
  expect(isWhole({ bytes: bytes.subarray(0, -1), places })).toBe(false);
  const damaged = Buffer.from(bytes);
  damaged[40] = 0;
  expect(isWhole({ bytes: damaged, places })).toBe(false);
});
