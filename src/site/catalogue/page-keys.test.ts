import { expect, it, vi } from 'vitest';
import type { Product } from '#contract/product.ts';
import {
  type FactName,
  isOrigin,
  productFields,
  type ValueOf,
} from '#domain/products/product-fields.ts';
import type { Card } from '#site/product-data/card.ts';
import { cardOf } from './card.ts';
import type { Brand, Collection } from './collections.ts';

// The keys need no build, but their module imports the build's settings.
vi.mock('astro:env/server', () => ({}));
const { keyedCollectionPages } = await import('./collection-page.ts');
const { keyedProductPage } = await import('./product-page.ts');

const HOUR = 3_600_000;
const NOW = Date.parse('2026-06-01T12:00:00Z');

/** Every declared fact that does not belong to `provenance`. */
function factsWith(of: (example: string | number) => string | number) {
  const facts = productFields.filter((field) => !isOrigin(field));
  return Object.fromEntries(facts.map(({ name, example }) => [name, of(example)])) as {
    [Name in FactName]: ValueOf<Name>;
  };
}

/** A product with every field that a page can show. */
const product = (id: string): Product => ({
  _id: id,
  id,
  name: 'Tom Ford Oud Wood',
  price: 345_000,
  images: ['/media/ab/1200.jpg', '/media/cd/1200.jpg'],
  image: '/media/ef/1200.jpg',
  description: 'Rare wood, cardamom and amber.',
  tags: ['oud'],
  qtyAvailable: 4,
  ratings: 4.5,
  numReviews: 12,
  soldCount: 30,
  createdAt: '2026-01-01T00:00:00.000Z',
  discount: { type: 'percentage', amount: 10, expiresAt: new Date(NOW + HOUR).toISOString() },
  brand: 'Tom Ford',
  categories: ['Niche'],
  ...factsWith((example) => example),
  notes: { top: ['cardamom'], heart: ['oud'], base: ['amber'] },
  provenance: { importer: 'Bola Imports, Lagos', batch: 'A12' },
  updatedAt: '2026-05-01T00:00:00.000Z',
  pictures: [{ width: 800, height: 1000, color: '#aabbcc', alt: 'A cap of oak' }],
});

/** A different value for each field. */
const OTHER: Required<Product> = {
  _id: 'other',
  id: 'other',
  name: 'Tom Ford Oud',
  price: 345_001,
  images: ['/media/gh/1200.jpg'],
  image: '/media/ij/1200.jpg',
  description: 'Rare wood.',
  tags: ['oud', 'amber'],
  qtyAvailable: 3,
  ratings: 4.4,
  numReviews: 13,
  soldCount: 31,
  createdAt: '2026-01-02T00:00:00.000Z',
  discount: { type: 'fixed', amount: 10 },
  retired: true,
  brand: 'Tom Ford Private Blend',
  categories: ['Niche', 'Men'],
  ...factsWith((example) => (typeof example === 'number' ? example + 1 : `Other ${example}`)),
  notes: { top: [], heart: ['oud'], base: ['amber'] },
  provenance: { importer: 'Bola Imports, Lagos', batch: 'A13' },
  updatedAt: '2026-05-02T00:00:00.000Z',
  sizes: [],
  pictures: [{ width: 801, height: 1000, color: '#aabbcc', alt: 'A cap of brass' }],
};

const brandOf = (name: string): Brand => ({
  kind: 'brand',
  name,
  slug: name,
  listed: true,
  products: [],
});
const keyOfPage = (
  entry: Product,
  others: Product[] = [],
  now = NOW,
  frame = 'frame',
  sizes: Card[] = [],
) =>
  keyedProductPage(
    {
      related: () => others,
      sizes: () => sizes,
      samples: () => [],
      parts: () => [],
      brandOf,
      now,
      frame,
    },
    entry,
  ).key;
const keysOfNiche = (products: Product[], now = NOW, frame = 'frame') => {
  const niche: Collection = { kind: 'category', name: 'Niche', slug: 'niche', products };
  return keyedCollectionPages({ now, frame }, niche).map(({ key }) => key);
};
/** The same product with one field changed, for each of `fields`. */
const changes = (fields: string[]) =>
  fields.map(
    (field) => [field, { ...product('a'), [field]: OTHER[field as keyof Product] }] as const,
  );

it('renders a product’s page again if any of its input fields has changed', () => {
  const entry = product('a');
  const seen = {
    related: () => [],
    sizes: () => [],
    samples: () => [],
    parts: () => [],
    brandOf,
    now: NOW,
    frame: 'frame',
  };
  const { key, path } = keyedProductPage(seen, entry);
  const given = Object.keys(path.props.product);
  expect(given).toEqual(expect.arrayContaining(['name', 'price', 'qtyAvailable', 'discount']));
  for (const [field, changed] of changes(given)) {
    expect(keyOfPage(changed), field).not.toBe(key);
  }
});

it('renders the pages with a card again when any field of the card has changed', () => {
  const entry = product('a');
  const seen = {
    related: () => [entry],
    sizes: () => [],
    samples: () => [],
    parts: () => [],
    brandOf,
    now: NOW,
    frame: 'frame',
  };
  const { path } = keyedProductPage(seen, entry);
  const given = Object.keys(path.props.related[0] ?? {});
  expect(given).toEqual(expect.arrayContaining(['name', 'price', 'qtyAvailable', 'discount']));
  // The card's picture is the first of the list.
  const fields = given.map((field) => (field === 'image' ? 'images' : field));
  for (const [field, changed] of changes(fields)) {
    const other = product('b');
    expect(keyOfPage(other, [changed]), field).not.toBe(keyOfPage(other, [entry]));
    expect(keysOfNiche([changed]), field).not.toEqual(keysOfNiche([entry]));
  }
});

it('renders pages again after a discount has ended, and after the frame has changed', () => {
  const entry = product('a');
  const other = { ...product('b'), discount: null };
  const later = NOW + 2 * HOUR;
  expect(keyOfPage(entry, [], later)).not.toBe(keyOfPage(entry));
  expect(keyOfPage(other, [entry], later)).not.toBe(keyOfPage(other, [entry]));
  expect(keysOfNiche([entry], later)).not.toEqual(keysOfNiche([entry]));
  expect(keyOfPage(entry, [], NOW, 'new')).not.toBe(keyOfPage(entry));
  expect(keysOfNiche([entry], NOW, 'new')).not.toEqual(keysOfNiche([entry]));
});

it('renders a retired page again when its brand’s page has appeared or disappeared', () => {
  const entry = { ...product('a'), retired: true };
  const seen = {
    related: () => [],
    sizes: () => [],
    samples: () => [],
    parts: () => [],
    brandOf,
    now: NOW,
    frame: 'frame',
  };
  const { path, key } = keyedProductPage({ ...seen, brandOf: () => undefined }, entry);
  expect(path.props.brandPage).toBeUndefined();
  expect(keyedProductPage(seen, entry).path.props.brandPage).toBe('/brands/tom-ford');
  expect(keyedProductPage(seen, entry).key).not.toBe(key);
});

it('keeps a page after a sale, and after a change that is not visible', () => {
  const changed = { ...product('a'), soldCount: OTHER.soldCount, updatedAt: OTHER.updatedAt };
  expect(keyOfPage(changed)).toBe(keyOfPage(product('a')));
});

it('renders the page of a size again when another size has changed, appeared or disappeared', () => {
  const entry = product('a');
  const other = cardOf(product('b'));
  const key = keyOfPage(entry, [], NOW, 'frame', [other]);
  expect(keyOfPage(entry)).not.toBe(key);
  for (const change of [{ price: 1 }, { qtyAvailable: 0 }, { sizeMl: 30 }]) {
    expect(keyOfPage(entry, [], NOW, 'frame', [{ ...other, ...change }])).not.toBe(key);
  }
  expect(keyOfPage(entry, [], NOW + 2 * HOUR, 'frame', [other])).not.toBe(
    keyOfPage(entry, [], NOW + 2 * HOUR, 'frame', []),
  );
});

it('renders only the changed pages of a category again, or all of them if a product enters or leaves', () => {
  const products = Array.from({ length: 120 }, (_, at) => product(`p${at}`));
  const before = keysOfNiche(products);
  expect(before).toHaveLength(3);
  const changed = (after: readonly Product[]) =>
    keysOfNiche([...after]).flatMap((key, at) => (key === before[at] ? [] : [at + 1]));
  const sold = products.map((one, at) => (at === 70 ? { ...one, soldCount: 31 } : one));
  expect(changed(sold)).toEqual([]);
  for (const change of [{ price: 1 }, { name: 'Oud' }, { qtyAvailable: 0 }]) {
    expect(changed(products.with(70, { ...product('p70'), ...change }))).toEqual([2]);
  }
  // Each page shows the total.
  expect(changed(products.slice(0, -1))).toEqual([1, 2, 3]);
  expect(changed([product('new'), ...products])).toEqual([1, 2, 3]);
});
