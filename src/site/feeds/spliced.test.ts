import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ProductRecord } from '#domain/product-record.ts';
import { type Feed, feedText } from './feed.ts';
import { FEEDS } from './feeds.ts';
import { joined } from './pieces.ts';
import { record } from './published.harness.ts';
import type { Before, LinePlaces } from './spliced.ts';

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

function textOf(feed: Feed, all: readonly ProductRecord[], before?: Before<ProductRecord>) {
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
      let before: { file: Buffer; places: LinePlaces } | undefined;
      for (const changes of steps) {
        const next = new Map(shown);
        for (const [id, changed] of Object.entries(changes)) {
          if (changed) next.set(id, record({ ...next.get(id), ...changed, id }));
          else next.delete(id);
        }
        const all = [...next.values()].reverse();
        const isUnchanged = (one: ProductRecord) => shown.get(one.id) === one;
        const known = before && { places: before.places, isUnchanged };
        const spliced = textOf(feed, all, known);
        const whole = textOf(feed, all);
        const file = joined(spliced.pieces, before?.file);
        expect(file.toString()).toBe(joined(whole.pieces).toString());
        expect(spliced.places).toEqual(whole.places);
        expect(spliced.places.size).toBe(file.length);
        // What the next build reads is a file of JSON.
        before = { file, places: JSON.parse(JSON.stringify(spliced.places)) };
        if (feed.name !== 'arrivals' && spliced.made.length > 0) {
          expect(Object.keys(changes)).toEqual(expect.arrayContaining(spliced.made));
        }
        shown = next;
      }
    }),
  );
});

it('takes the lines around one that changed as two ranges', () => {
  const all = ['a', 'b', 'c', 'd', 'e'].map((id) => record({ id }));
  for (const feed of FEEDS.filter(({ name }) => name !== 'arrivals')) {
    const { places } = textOf(feed, all);
    const isUnchanged = ({ id }: ProductRecord) => id !== 'c';
    const { pieces } = textOf(feed, all, { places, isUnchanged });
    expect(pieces.filter((piece) => typeof piece !== 'string')).toHaveLength(2);
  }
});
