import { describe, expect, it } from 'vitest';
import type { Product } from '#contract/product.ts';
import { createApi } from './api.ts';
import { entry, type FakeBackend, json, openBackend } from './backend.harness.ts';
import { readCatalogue } from './catalogue.ts';
import type { CatalogueFault } from './fault.ts';

/** Backends that answer only the calls of spec §7, each in its own way. */

const logged: string[] = [];
const read = (backend: FakeBackend) => {
  logged.length = 0;
  return readCatalogue(createApi(backend.url, { tries: 2, firstPause: 2, timeout: 20_000 }), {
    extensions: new Set(['product.facts']),
    skipInvalid: false,
    // A busy machine also reports progress.
    log: (line) => / products$/.test(line) || logged.push(line),
  });
};
const ids = (products: readonly unknown[]) => products.map((each) => (each as Product).id);
const fault = (backend: FakeBackend): Promise<CatalogueFault> =>
  read(backend).then(
    () => expect.fail('the reading succeeded'),
    (error) => error,
  );

/** Answers the list with `list`, which receives the query. */
function answerList(backend: FakeBackend, list: (query: URLSearchParams) => object | undefined) {
  backend.instead = (path, url) => {
    if (path !== '/api/product') return undefined;
    const answer = list(url.searchParams);
    return (response) =>
      answer ? json(response, answer) : response.writeHead(404).end('{"message":"No products"}');
  };
}
const slice = (all: readonly unknown[], query: URLSearchParams, size = 50) => {
  const page = Number(query.get('page'));
  return all.slice((page - 1) * size, page * size);
};
/** Returns another order in each call, the same in every run. */
function shuffled<T>(all: readonly T[], seed: number): T[] {
  const weight = (index: number) => Math.sin((index + 1) * (seed + 1) * 12.9898) * 43758.5453;
  const fraction = (value: number) => value - Math.floor(value);
  return all
    .map((each, index) => ({ each, at: fraction(weight(index)) }))
    .sort((a, b) => a.at - b.at)
    .map(({ each }) => each);
}

describe('the end of the list', () => {
  it.each([0, 1, 40, 49, 50, 51, 60, 100, 310])('%i products without any count', async (count) => {
    const backend = await openBackend(count);
    answerList(backend, (query) => ({ products: slice(backend.products, query) }));
    expect(ids((await read(backend)).products)).toEqual(ids(backend.products));
  });

  it.each([
    ['without any count', () => ({})],
    ['with a total', () => ({ total: 130 })],
    ['with a total as text', () => ({ total: '130' })],
    ['with the number of pages', () => ({ totalPages: 7 })],
    ['with null for both', () => ({ total: null, totalPages: null })],
  ])('pages of twenty %s', async (_, counts) => {
    const backend = await openBackend(130);
    answerList(backend, (query) => ({
      products: slice(backend.products, query, 20),
      ...counts(),
    }));
    expect(ids((await read(backend)).products)).toEqual(ids(backend.products));
  });

  it('404 for the page after the last', async () => {
    const backend = await openBackend(100);
    answerList(backend, (query) => {
      const products = slice(backend.products, query);
      return products.length > 0 ? { products } : undefined;
    });
    expect((await read(backend)).products).toHaveLength(100);
  });

  it('404 for a list without products', async () => {
    const backend = await openBackend(0);
    answerList(backend, () => undefined);
    expect((await read(backend)).products).toEqual([]);
  });

  it('404 for a page that is counted', async () => {
    const backend = await openBackend(120);
    answerList(backend, (query) =>
      query.get('page') === '2'
        ? undefined
        : { products: slice(backend.products, query), total: 120 },
    );
    expect((await fault(backend)).message).toContain('counts 120 products and sends 70');
  });

  it.each([
    ['without any count', 300, {}],
    ['with a total', 300, { total: 300 }],
    ['with a total and a number of pages', 300, { total: 300, totalPages: 6 }],
    ['of as many as a page', 50, { total: 50 }],
  ])('everything in each answer, %s', async (_, count, counts) => {
    const backend = await openBackend(count);
    answerList(backend, () => ({ products: backend.products, ...counts }));
    expect((await read(backend)).products).toHaveLength(count);
    expect(backend.asked.filter((path) => path.startsWith('/api/product')).length).toBeLessThan(9);
  });

  it.each([
    ['with a total', { total: 300 }],
    ['without any count', {}],
  ])('is not reached when every page is the first, %s', async (_, counts) => {
    const backend = await openBackend(300);
    answerList(backend, () => ({ products: backend.products.slice(0, 50), ...counts }));
    const { code, message } = await fault(backend);
    expect([code, message]).toEqual([
      'unreadable',
      expect.stringContaining("heed the query 'page'"),
    ]);
  });
});

describe('products of one moment', () => {
  it.each([
    ['with a total', true],
    ['without any count', false],
  ])('are all found even if the order changes with each call, %s', async (_, counted) => {
    const backend = await openBackend(300);
    let call = 0;
    answerList(backend, (query) => {
      // An import has one moment. The names differ.
      const isByName = query.get('sortBy') === 'name';
      const all = isByName ? backend.products : shuffled(backend.products, call++);
      return { products: slice(all, query), ...(counted ? { total: 300 } : {}) };
    });
    const once = await read(backend);
    expect(logged).toEqual([]);
    expect(new Set(ids(once.products)).size).toBe(300);
    // Two builds are equal, whatever the order of arrival.
    expect(ids((await read(backend)).products)).toEqual(ids(once.products));
    expect(ids(once.products)).toEqual(ids(once.products).toSorted());
  });

  it('keep the backend’s order if it is stable: the browser shows its later pages', async () => {
    const backend = await openBackend(0);
    backend.products = Array.from({ length: 120 }, (_, index) => entry(999 - index));
    expect(ids((await read(backend)).products)).toEqual(ids(backend.products));
  });

  it('come after newer ones, whatever the backend’s order', async () => {
    const backend = await openBackend(3);
    backend.products[2] = entry(2, { createdAt: '2026-03-01T00:00:00.000Z' });
    expect(ids((await read(backend)).products)).toEqual(['p2', 'p0', 'p1']);
  });
});

it('notices a product that changed between two readings of it', async () => {
  const backend = await openBackend(60);
  let price = 1;
  answerList(backend, (query) => {
    const products = slice(backend.products, query).map((each) => ({
      ...(each as Product),
      price,
    }));
    if (query.get('page') === '2') price = 2;
    return { products, total: 60 };
  });
  expect((await read(backend)).products[0]?.price).toBe(2);
  expect(logged).toEqual([expect.stringContaining('p0 changed')]);
});

it('ignores a new signature of a picture, and unknown fields', async () => {
  const backend = await openBackend(60);
  let views = 0;
  answerList(backend, (query) => ({
    products: slice(backend.products, query).map((each) => ({
      ...(each as Product),
      images: [`https://cdn.example/a.jpg?signature=${views++}`],
      views,
    })),
    total: 60,
  }));
  await read(backend);
  expect(logged).toEqual([]);
});
