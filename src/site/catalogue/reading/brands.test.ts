import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { Product } from '#contract/product.ts';
import { createApi } from './api.ts';
import { entry, type FakeBackend, json, openBackend } from './backend.harness.ts';
import { brandInName } from './brands.ts';
import { readCatalogue } from './catalogue.ts';

const logged: string[] = [];
const read = (backend: FakeBackend) => {
  logged.length = 0;
  return readCatalogue(createApi(backend.url, { tries: 2, firstPause: 2 }), {
    extensions: new Set(),
    skipInvalid: false,
    // A busy machine also reports progress.
    log: (line) => / products$/.test(line) || logged.push(line),
  });
};

/** A backend with a product for each name; `category` answers the query of that name. */
async function open(
  names: readonly string[],
  category: (name: string, all: unknown[]) => unknown[] | ((response: ServerResponse) => unknown),
  isCounted = true,
) {
  const backend = await openBackend(0);
  backend.products = names.map((name, at) => entry(at, { name }));
  if (!isCounted) backend.total = () => null;
  backend.instead = (path, { searchParams }) => {
    const name = searchParams.get('category');
    if (path !== '/api/product' || !name) return undefined;
    const answer = category(name, backend.products);
    if (typeof answer === 'function') return answer;
    const page = Number(searchParams.get('page'));
    const products = answer.slice((page - 1) * 50, page * 50);
    return (response) =>
      json(response, isCounted ? { products, total: answer.length } : { products });
  };
  return backend;
}
const brandsOf = ({ products }: { products: Product[] }) => products.map(({ brand }) => brand);

describe('a name that begins with a brand', () => {
  it.each([
    ['Tom Ford Oud Wood', 'Tom Ford'],
    ['TOM FORD: Oud Wood', 'Tom Ford'],
    ['Rayhaân', 'Rayhaan'],
    ['Fenty’s Eau de Parfum', 'Fenty'],
    ['Fentybeauty', undefined],
    ['Eau by Tom Ford', undefined],
    ['', undefined],
  ])('%j is of %s', (name, brand) => {
    expect(brandInName(name, ['Fenty', 'Tom Ford', 'Rayhaan', 'خمرة'])).toBe(brand);
  });

  it('is not of a brand that shares only the Latin part of its name', () => {
    const brands = ['عود Lattafa', 'خمرة'];
    expect(brandInName('Lattafa Khamrah', brands)).toBeUndefined();
    expect(brandInName('عود Lattafa Khamrah', brands)).toBe('عود Lattafa');
  });

  it('belongs to the longer of two matching brands', () => {
    expect(brandInName('Tom Ford Oud', ['Tom', 'Tom Ford'])).toBe('Tom Ford');
  });
});

const NAMES = ['Tom Ford Oud Wood', 'Amouage Guidance', 'Water', 'Black Orchid'];

it.each([true, false])(
  'is known even if the backend ignores categories, counted: %s',
  async (counted) => {
    const snapshot = await read(await open(NAMES, (_, all) => all, counted));
    expect(brandsOf(snapshot)).toEqual(['Tom Ford', 'Amouage', undefined, undefined]);
    expect(snapshot.listedBrands).toEqual(new Set());
  },
);

it('adds the products of a category that knows more than the names', async () => {
  const snapshot = await read(
    await open(NAMES, (name, all) => (name === 'Tom Ford' ? [all[0], all[3]] : [])),
  );
  expect(brandsOf(snapshot)).toEqual(['Tom Ford', 'Amouage', undefined, 'Tom Ford']);
  expect(snapshot.listedBrands).toEqual(new Set(['Tom Ford']));
});

it.each<[string, (name: string, all: unknown[]) => unknown[] | ((r: ServerResponse) => unknown)]>([
  [
    'lists a product of another brand',
    (name, all) => (name === 'Tom Ford' ? [all[1], all[2]] : []),
  ],
  ['answers to any word', (_, all) => all.slice(2)],
  ['answers 404 when nothing matches', () => (r) => r.writeHead(404).end()],
  ['refuses unknown categories', () => (r) => r.writeHead(422).end('{"message":"Unknown"}')],
])('does not believe a backend that %s', async (_, category) => {
  const snapshot = await read(await open(NAMES, category));
  expect(brandsOf(snapshot)).toEqual(['Tom Ford', 'Amouage', undefined, undefined]);
  expect(snapshot.listedBrands).toEqual(new Set());
  expect(logged).toEqual([]);
});

it('leaves a product without a brand if two categories claim it', async () => {
  const snapshot = await read(
    await open(NAMES, (name, all) => (/Fenty|Givenchy/.test(name) ? [all[2]] : [])),
  );
  expect(brandsOf(snapshot)[2]).toBeUndefined();
});

it('uses only names if the calls fail, and reports it', async () => {
  const snapshot = await read(await open(NAMES, () => (r) => r.writeHead(500).end()));
  expect(brandsOf(snapshot)[0]).toBe('Tom Ford');
  expect(logged[0]).toMatch(/category=.*answered 500.*names of products alone/);
});

it('reads all pages of a category', async () => {
  const names = Array.from({ length: 130 }, (_, at) => `Scent ${at}`);
  const snapshot = await read(
    await open(names, (name, all) => (name === 'Amouage' ? all.slice(10) : [])),
  );
  expect(brandsOf(snapshot).filter((brand) => brand === 'Amouage')).toHaveLength(120);
});
