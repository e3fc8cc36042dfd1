import { Hono } from 'hono';
import type { State, StoredProduct } from './state.ts';

/** The page size of spec §9. A larger `limit` gets no more. */
const PAGE = 50;
const RELATED = 5;

/** Returns a product as answered (spec §3). */
const shown = ({ categories, house, ...product }: StoredProduct, { imported }: State['rules']) => ({
  _id: product.id,
  ...product,
  ...(imported && { createdAt: '2026-03-01T09:00:00.000Z' }),
});

/** The calls of the catalogue and of the shop's lists. */
export function catalogue(state: State): Hono {
  const app = new Hono();
  app.get('/api/product', (c) => {
    const { rules } = state;
    const asked = (name: string) => (rules.ignored.includes(name) ? '' : (c.req.query(name) ?? ''));
    const limit = Math.min(Number(asked('limit')) || PAGE, PAGE);
    const page = Number(asked('page')) || 1;
    const found = state.products
      .filter(matchesText(asked('search')))
      .filter(
        ({ tags }) =>
          !asked('tag') || tags.some((tag) => tag.toLowerCase() === asked('tag').toLowerCase()),
      )
      .filter(inCategory(asked('category'), state));
    const from = Math.max(0, (page - 1) * limit - (page > 1 ? rules.overlap : 0));
    const products = sorted(found, asked('sortBy') || 'createdAt', asked('sortOrder'), rules)
      .slice(from, from + limit)
      .map((product) => shown(product, rules));
    return c.json({
      products,
      total: found.length,
      totalPages: Math.ceil(found.length / limit),
    });
  });
  app.get('/api/product/:id', (c) => {
    const product = state.product(c.req.param('id'));
    if (!product) return c.json({ message: 'Product not found' }, 404);
    const relatedProducts = state.products
      .filter(({ id, categories }) => id !== product.id && categories[0] === product.categories[0])
      .slice(0, RELATED)
      .map((each) => shown(each, state.rules));
    return c.json({ product: shown(product, state.rules), relatedProducts });
  });
  app.get('/api/app-data/categories', (c) => c.json(state.categories));
  app.get('/api/app-data/tags', (c) =>
    c.json([...new Set(state.products.flatMap(({ tags }) => tags))].sort()),
  );
  app.get('/api/app-data/shipping-addresses', (c) => c.json(state.places));
  return app;
}

function matchesText(search: string): (product: StoredProduct) => boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return ({ name, tags }) => {
    const text = `${name} ${tags.join(' ')}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
}

function inCategory(
  category: string,
  { categories, products, rules }: State,
): (product: StoredProduct) => boolean {
  if (!category) return () => true;
  const wanted = category.toLowerCase();
  const same = (name: string) => name.toLowerCase() === wanted;
  switch (rules.category) {
    case 'houses': {
      const known = categories.some(same) || products.some(({ house }) => same(house));
      return (product) => known && (product.categories.some(same) || same(product.house));
    }
    case 'families':
      return (product) => product.categories.some(same);
    case 'exact':
      return (product) => product.categories.includes(category) || product.house === category;
    case 'none':
      return () => false;
    case 'ignored':
      return (product) => !categories.some(same) || product.categories.some(same);
  }
}

function sorted(
  products: readonly StoredProduct[],
  sortBy: string,
  sortOrder: string,
  { imported, unstable }: State['rules'],
): StoredProduct[] {
  const sign = (sortOrder || (sortBy === 'createdAt' ? 'desc' : 'asc')) === 'desc' ? -1 : 1;
  const tie = unstable ? () => Math.random() - 0.5 : byId;
  const compare = ORDERS[sortBy] ?? byTime;
  return products.toSorted((a, b) => {
    const order = imported && compare === byTime ? 0 : sign * compare(a, b);
    return order || tie(a, b);
  });
}

type Compare = (a: StoredProduct, b: StoredProduct) => number;
const byId: Compare = (a, b) => (a.id < b.id ? -1 : 1);
const byTime: Compare = (a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt);
const ORDERS: Record<string, Compare> = {
  createdAt: byTime,
  name: (a, b) => a.name.localeCompare(b.name, 'en'),
  price: (a, b) => a.price - b.price,
  soldCount: (a, b) => a.soldCount - b.soldCount,
};
