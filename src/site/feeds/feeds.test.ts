import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ProductRecord } from '#domain/products/product-record.ts';
import { acp } from './acp.ts';
import { arrivals } from './arrivals.ts';
import { type Feed, feedText } from './feed.ts';
import { FEEDS } from './feeds.ts';
import { google } from './google.ts';
import { wholeText } from './lines.ts';
import { meta } from './meta.ts';
import { AMOUNT, elementsOf, PERIOD, PUBLISHED, record } from './published.harness.ts';

const settings = {
  site: new URL('https://shop.example'),
  shop: { name: 'Turare & Co', tagline: 'A house', description: 'perfumes <here>' },
  campaign: 'utm_source=x&utm_medium=y',
};
const lineOf = (feed: Feed, one: ProductRecord) => feed.line(one, settings);
const itemOf = (feed: Feed, one: ProductRecord) => elementsOf(lineOf(feed, one) ?? '');
const textOf = (feed: Feed, all: readonly ProductRecord[], changed = {}) =>
  wholeText(feedText(feed, all, (one) => one, { ...settings, ...changed }));
const rowOf = (one: ProductRecord): Record<string, string> =>
  parse<Record<string, string>>(textOf(meta, [one]), { columns: true })[0] ?? {};

/** Any text that a merchant could write. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
  fc.constantFrom(
    ']]>',
    '<b>&amp;',
    '","',
    'a\'b"c',
    '=1+1',
    'x'.repeat(12_000),
    'ọ́ '.repeat(4000),
  ),
);
const anyRecord: fc.Arbitrary<ProductRecord> = fc
  .record({
    id: fc.string({ minLength: 1, maxLength: 200 }).filter((id) => id.trim() !== ''),
    title: anyText,
    description: anyText,
    brand: fc.option(anyText, { nil: undefined }),
    categories: fc.array(anyText, { maxLength: 8 }),
    pictures: fc.integer({ min: 1, max: 30 }),
    price: fc.integer({ min: 1, max: 1e12 }),
    sale: fc.option(
      fc.record({
        price: fc.integer({ min: 1, max: 1e6 }),
        until: fc.option(fc.constantFrom('2026-01-02T03:04:06.000Z', '2027-01-01T00:00:00.000Z'), {
          nil: undefined,
        }),
      }),
      { nil: undefined },
    ),
    inStock: fc.boolean(),
  })
  .map(({ pictures, ...rest }) => {
    const line = (text: string) =>
      text
        .toWellFormed()
        .replace(/[\p{Cc}\s\ufffe\uffff]+/gu, ' ')
        .trim();
    return record({
      ...rest,
      id: line(rest.id) || 'a',
      title: line(rest.title) || 'A',
      description: line(rest.description) || 'A',
      brand: rest.brand === undefined ? undefined : line(rest.brand) || undefined,
      categories: rest.categories.map(line).filter(Boolean),
      pictures: Array.from({ length: pictures }, (_, at) => `https://shop.example/${at}.jpg?a&b`),
    });
  });

/** Checks values against a published list. */
function check(
  all: readonly (readonly [string, string])[],
  list: {
    required: readonly string[];
    most: Record<string, number>;
    values: Record<string, readonly string[]>;
  },
) {
  const names = all.map(([name]) => name);
  expect(names).toEqual(expect.arrayContaining([...list.required]));
  for (const [name, text] of all) {
    if (list.required.includes(name)) expect(text, name).not.toBe('');
    expect([...text].length, name).toBeLessThanOrEqual(list.most[name] ?? Number.POSITIVE_INFINITY);
    if (list.values[name]) expect(list.values[name], name).toContain(text);
    if (/(^|_)price$/.test(name) && text !== '') expect(text, name).toMatch(AMOUNT);
    if (/link$/.test(name) && text !== '')
      expect(text.split(',').every((url) => URL.canParse(url))).toBe(true);
    const [, from = '', to = ''] = PERIOD.exec(text) ?? [];
    if (/date$/.test(name) && text !== '') expect(Date.parse(from)).toBeLessThan(Date.parse(to));
  }
}

describe('Google Merchant', () => {
  it('maps a product on sale', () => {
    expect(itemOf(google, record())).toEqual([
      ['g:id', 'tom-ford-oud-wood'],
      ['g:title', 'Tom Ford Oud Wood'],
      ['g:description', 'Rosewood, then oud.'],
      ['g:link', 'https://shop.example/products/tom-ford-oud-wood?utm_source=x&utm_medium=y'],
      ['g:image_link', 'https://shop.example/media/a/1200.jpg'],
      ['g:additional_image_link', 'https://shop.example/media/b/1200.jpg'],
      ['g:availability', 'in_stock'],
      ['g:price', '45000.00 NGN'],
      ['g:sale_price', '40000.00 NGN'],
      ['g:sale_price_effective_date', '2026-01-02T03:04Z/2026-12-01T10:20Z'],
      ['g:condition', 'new'],
      ['g:item_group_id', 'oud-wood'],
      ['g:size', '50 ml'],
      ['g:brand', 'Tom Ford'],
      ['g:product_type', 'Niche'],
      ['g:product_type', 'Unisex'],
      ['g:attribute_name', 'Concentration'],
      ['g:attribute_value', 'Eau de Parfum'],
      ['g:attribute_name', 'Size'],
      ['g:attribute_value', '50 ml'],
    ]);
  });

  it('has what Google requires for any product', () => {
    const { oneOf, repeated, ...list } = PUBLISHED.google;
    fc.assert(
      fc.property(anyRecord, (one) => {
        const all = itemOf(google, one).map(([name, text]) => [name.slice(2), text] as const);
        check(all, list);
        expect(all.filter(([name]) => (oneOf as readonly string[]).includes(name))).toHaveLength(1);
        const times = Object.groupBy(all, ([name]) => name);
        for (const [name, found = []] of Object.entries(times)) {
          expect(found.length, name).toBeLessThanOrEqual(
            (repeated as Record<string, number>)[name] ?? 1,
          );
        }
      }),
    );
  });
});

describe('Meta', () => {
  it('has what Meta requires for any product, unchanged after parsing', () => {
    fc.assert(
      fc.property(anyRecord, (one) => {
        const row = rowOf(one);
        check(Object.entries(row), PUBLISHED.meta);
        if (one.title.length <= 200) expect(row.title).toBe(one.title);
        expect(row.brand).toBe(one.brand === undefined ? 'Turare & Co' : row.brand);
      }),
    );
  });

  it('says that a product is sold out, and keeps it', () => {
    expect(rowOf(record({ inStock: false })).availability).toBe('out of stock');
  });
});

describe('new arrivals', () => {
  const items = (text: string) => text.split('\n').filter((line) => line.startsWith('<item>'));

  it('has the newest fifty, the newest first, each as RSS has it', () => {
    const many = Array.from({ length: 70 }, (_, at) =>
      record({ title: `${at}`, createdAt: new Date(at * 3_600_000).toISOString() }),
    );
    const titles = items(textOf(arrivals, many)).map((line) => elementsOf(line)[0]?.[1]);
    expect(titles).toEqual(Array.from({ length: 50 }, (_, at) => `${69 - at}`));
  });

  it('has price, stock and date of any product', () => {
    const item = new Map(itemOf(arrivals, record({ inStock: false })));
    expect(item.get('description')).toBe('₦40,000. Out of Stock. Rosewood, then oud.');
    expect(item.get('pubDate')).toBe('Fri, 02 Jan 2026 03:04:05 GMT');
    expect(item.get('guid')).toBe(record().url);
    fc.assert(
      fc.property(anyRecord, (one) => {
        const names = itemOf(arrivals, one).map(([name]) => name);
        expect(names).toEqual(expect.arrayContaining([...PUBLISHED.rss.item]));
      }),
    );
  });

  it('is a channel also without products', () => {
    for (const name of PUBLISHED.rss.channel) expect(textOf(arrivals, [])).toContain(`<${name}>`);
  });
});

describe('every feed', () => {
  it.each(FEEDS)('$name has one line for each product, in the same order for any order', (feed) => {
    const all = ['c', 'a', 'b'].map((id) => record({ id }));
    const text = textOf(feed, all);
    expect(text.endsWith('\n')).toBe(true);
    expect(textOf(feed, all.toReversed())).toBe(text);
    const changed = all.map((one) => (one.id === 'a' ? { ...one, price: 1_000_000_000 } : one));
    const before = text.split('\n');
    const after = textOf(
      feed,
      changed.map((one) => ({ ...one, sale: one.id === 'a' ? undefined : one.sale })),
    ).split('\n');
    expect(after.filter((line, at) => line !== before[at])).toHaveLength(1);
  });

  it.each([google, meta])(
    '$name leaves out products without a picture or a price, which would be refused',
    (feed) => {
      expect(lineOf(feed, record({ pictures: [] }))).toBeUndefined();
      expect(lineOf(feed, record({ sale: { price: 0, until: undefined } }))).toBeUndefined();
      expect(lineOf(feed, record({ sale: undefined, price: 0 }))).toBeUndefined();
    },
  );

  it.each(FEEDS)('$name has no empty line but the last', (feed) => {
    const lines = textOf(feed, [record({ id: 'a' }), record({ id: 'b' })]).split('\n');
    expect(lines.indexOf('')).toBe(lines.length - 1);
  });

  it('agents also get products without a picture', () => {
    expect(JSON.parse(lineOf(acp, record({ pictures: [] })) ?? '')).toMatchObject({ media: [] });
  });

  it('shortens an id that is too long, and keeps ids unique', () => {
    const long = 'maison-francis-kurkdjian-baccarat-rouge-540-extrait-de-parfum-70ml';
    const id = (one: string) => itemOf(google, record({ id: one }))[0]?.[1];
    expect(id(long)).toMatch(/^maison-francis-kurkdjian-baccarat-[0-9a-f]{16}$/);
    expect(id(long)).not.toBe(id(`${long}-2`));
  });

  it('adds no mark to links without campaign words', () => {
    const item = textOf(google, [record()], { campaign: '' });
    expect(item).toContain(`<g:link>${record().url}</g:link>`);
  });
});
