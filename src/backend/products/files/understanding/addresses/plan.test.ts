import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pagePath } from '#backend/products/catalogue/redirects.ts';
import { brandPath, categoryPath, paths, productPath } from '#config/paths.ts';
import type { OldAddress } from './old-addresses.ts';
import { planRedirects, type ShopProduct } from './plan.ts';

const NONE = new Map<string, string>();
const product = (id: string, row: number | null, rest: Partial<ShopProduct> = {}): ShopProduct => ({
  id,
  row,
  status: 'shown',
  brand: '',
  categories: [],
  ...rest,
});
const page = (from: string, ...rows: number[]): OldAddress => ({
  row: rows[0] ?? 0,
  from,
  shows: { rows },
});
const list = (from: string, name: string, row = 2): OldAddress => ({ row, from, shows: { name } });

describe('an old address', () => {
  it('of several sizes leads to the first that is shown, else to one that is retired', () => {
    const sizes = [product('a', 2, { status: 'hidden' }), product('b', 3), product('c', 4)];
    const plan = (...all: ShopProduct[]) => planRedirects([page('/x/', 2, 3, 4)], all, NONE);
    expect(plan(...sizes).redirects).toEqual([{ from: '/x/', to: '/products/b' }]);
    const [first] = sizes;
    if (!first) throw new Error('no size');
    expect(plan(first, product('c', 4, { status: 'retired' })).redirects).toEqual([
      { from: '/x/', to: '/products/c' },
    ]);
    expect(plan(first).redirects).toEqual([{ from: '/x/', to: '/products/a' }]);
    // Its rows were faulty.
    expect(plan(product('other', null))).toEqual({ redirects: [], refused: [] });
  });

  it('of a list leads to the page of its category or brand, if there is one', () => {
    const shop = [
      product('a', 2, { brand: 'Kano', categories: ['Gift Sets'] }),
      product('b', 3, { brand: 'Gone', status: 'hidden' }),
    ];
    const old = [
      list('/c/gift-sets', 'gift sets'),
      list('/c/kano', 'Kano'),
      list('/c/gone', 'Gone'),
      list('/c/tag', 'tag'),
    ];
    const { redirects, refused } = planRedirects(old, shop, NONE);
    expect(redirects.map(({ from, to }) => [from, pagePath(to)])).toEqual([
      ['/c/gift-sets', '/categories/gift-sets'],
      ['/c/kano', '/brands/kano'],
    ]);
    expect(refused).toEqual([]);
  });

  it('that two products want is named with its rows, even if the two differ only in a slash', () => {
    const shop = [product('a', 2), product('b', 3)];
    const { redirects, refused } = planRedirects([page('/x/', 2), page('/x', 3)], shop, NONE);
    expect(redirects).toEqual([]);
    expect(refused).toEqual([
      {
        row: 2,
        column: null,
        message: 'The address /x/ would lead from rows 2, 3 to different pages.',
      },
    ]);
  });

  it('that is the product’s own is ignored, and one of another product is named', () => {
    const shop = [product('a', 2), product('b', 3), product('old', null, { status: 'hidden' })];
    const old = [page('/products/a', 2), page('/products/old', 3)];
    expect(planRedirects(old, shop, NONE)).toEqual({
      redirects: [],
      refused: [
        {
          row: 3,
          column: null,
          message: 'The address /products/old is that of another product here.',
        },
      ],
    });
  });

  it('that was once a product of this shop stays with that product', () => {
    const former = new Map([
      ['/products/was', '/products/b'],
      ['/x.html', '/products/b'],
    ]);
    const shop = [product('a', 2), product('b', null)];
    const old = [page('/products/was', 2), page('/x.html', 2)];
    const { redirects, refused } = planRedirects(old, shop, former);
    expect(redirects).toEqual([{ from: '/x.html', to: '/products/a' }]);
    expect(refused[0]?.message).toBe('The address /products/was is the former one of /products/b.');
  });
});

it('never covers a page, and never leads to where another address begins, whatever a file says', () => {
  const id = fc.constantFrom('a', 'b', 'c', 'cart', 'kano');
  const name = fc.constantFrom('', 'Kano', 'kano', 'Gift Sets', 'cart', 'عود');
  const shop = fc.uniqueArray(
    fc.record({
      id,
      row: fc.option(fc.integer({ min: 2, max: 6 })),
      status: fc.constantFrom('shown', 'hidden', 'retired'),
      brand: name,
      categories: fc.array(name.filter(Boolean), { maxLength: 2 }),
    }) satisfies fc.Arbitrary<ShopProduct>,
    { selector: (one) => one.id },
  );
  const from = fc
    .tuple(
      fc.constantFrom('', '/products', '/brands', '/categories', '/product', '/orders', '/api'),
      fc.oneof(id, fc.constantFrom('gift-sets', '1', '12-x.html', '%D8%B9')),
      fc.constantFrom('', '/'),
    )
    .map(([folder, last, slash]) => `${folder}/${last}${slash}`);
  const old = fc.record({
    row: fc.integer({ min: 2, max: 6 }),
    from,
    shows: fc.oneof(
      fc.record({ rows: fc.array(fc.integer({ min: 2, max: 6 }), { minLength: 1, maxLength: 3 }) }),
      fc.record({ name: name.filter(Boolean) }),
    ),
  });
  const former = fc.array(fc.tuple(from, id.map(productPath))).map((entries) => new Map(entries));
  fc.assert(
    fc.property(fc.array(old), shop, former, (addresses, products, moved) => {
      const { redirects, refused } = planRedirects(addresses, products, moved);
      const live = new Set([
        ...products.map((one) => productPath(one.id)),
        ...products.flatMap(({ categories }) => categories.map((each) => categoryPath(each))),
        ...products.map(({ brand }) => brandPath(brand)),
        ...Object.values(paths).filter((path) => typeof path === 'string'),
        '/cart',
      ]);
      const begins = redirects.map((one) => one.from.replace(/\/$/, ''));
      expect(new Set(begins).size).toBe(begins.length);
      for (const path of begins) expect(live).not.toContain(path);
      for (const { to } of redirects) {
        expect(live).toContain(pagePath(to));
        expect(begins).not.toContain(pagePath(to));
      }
      for (const { row, message } of refused) expect([row > 1, message]).toEqual([true, message]);
    }),
  );
});
