import { expect, it } from 'vitest';
import { type FakeBackend, json, openBackend } from './backend.harness.ts';
import { logged, readFrom } from './read.harness.ts';

type List = (all: readonly unknown[]) => readonly unknown[];

/** Opens a backend without extensions. The categories Men and Women have these lists; other names find nothing. */
async function open(count: number, lists: Record<string, List>): Promise<FakeBackend> {
  const backend = await openBackend(count);
  backend.instead = (path, { searchParams }) => {
    const name = searchParams.get('category');
    if (path !== '/api/product' || !name) return undefined;
    const own = (lists[name.toLowerCase()] ?? lists.others)?.(backend.products) ?? [];
    const page = Number(searchParams.get('page'));
    // Equal times: the second page begins with the end of the first, and its own last product is on no page.
    const isShaken = lists.shaken && page === 2 && searchParams.get('sortBy') === 'createdAt';
    const from = (page - 1) * 50 - (isShaken ? 1 : 0);
    const products = own.slice(from, from + 50);
    return (response) => json(response, { products, total: own.length });
  };
  return backend;
}
const read = async (backend: FakeBackend) => {
  const { products } = await readFrom(backend, []);
  return products.map(({ categories }) => categories?.join(' '));
};

it('a product is in the categories whose lists have it', async () => {
  const backend = await open(4, { men: (all) => all.slice(0, 2), women: (all) => [all[1]] });
  expect(await read(backend)).toEqual(['Men', 'Women Men', undefined, undefined]);
});

it('all pages of a list count, and another sort order if one of them misses a product', async () => {
  const lists = { men: (all: readonly unknown[]) => all.slice(10) };
  const named = await read(await open(130, lists));
  expect(named.filter((name) => name === 'Men')).toHaveLength(120);
  const shaken = await read(await open(130, { ...lists, shaken: () => [] }));
  expect(shaken).toEqual(named);
});

it.each<[string, Record<string, List>]>([
  ['ignores categories', { others: (all) => all }],
  ['answers the same to any word', { others: (all) => all.slice(1) }],
  ['finds nothing', {}],
])('a backend that %s names none', async (_, lists) => {
  expect(await read(await open(3, lists))).toEqual([undefined, undefined, undefined]);
});

it('lists are not requested from a backend that sends categories', async () => {
  const backend = await openBackend(3);
  await readFrom(backend, ['product.facts']);
  expect(backend.asked.filter((path) => path.includes('category='))).toEqual([]);
});

it('an unreadable list names nothing, and is reported', async () => {
  const backend = await open(3, { women: (all) => [all[1]] });
  const { instead } = backend;
  backend.instead = (path, url) =>
    url.searchParams.get('category') === 'Men'
      ? (response) => response.writeHead(500).end()
      : instead(path, url);
  expect(await read(backend)).toEqual([undefined, 'Women', undefined]);
  expect(logged.filter((line) => line.includes('category=Men'))).toEqual([
    expect.stringMatching(/answered 500.* The category has no page of its own\.$/),
  ]);
});
