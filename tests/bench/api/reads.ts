import { sql } from 'drizzle-orm';
import { hashSecret } from '#backend/base/secrets.ts';
import type { Database } from '#backend/db/connect.ts';
import { catalogueOf, type Services, shopOf } from '#backend/http/services.ts';
import { findOrder, listOrders } from '#backend/order-book/customer-orders.ts';
import { productQuery } from '#contract/product.ts';
import { TOKEN } from './fill.ts';

const AS_STORED = async <T>(rows: readonly T[]) => [...rows];

/** A read of the API, in variants that are requested in turn. */
export interface Read {
  name: string;
  variants: readonly Variant[];
}

interface Variant {
  path: string;
  headers?: Record<string, string>;
  /** The same read by the service alone. */
  work(db: Database): Promise<unknown>;
}

/** Returns the measured reads, over the contents of the database. */
export async function readsOf(db: Database): Promise<Read[]> {
  const { rows: facets } = await db.execute<{ kind: string; name: string; products: number }>(sql`
    select kind, name, products from facets where products > 0 order by products desc, name`);
  const largest = (kind: string) => facets.find((facet) => facet.kind === kind)?.name ?? '';
  const median = (kind: string) => {
    const all = facets.filter((facet) => facet.kind === kind);
    return all[Math.floor(all.length / 2)]?.name ?? '';
  };
  const all = facets.find(({ kind }) => kind === 'all')?.products ?? 0;
  const inLargest =
    facets.find(({ kind, name }) => kind === 'category' && name === largest('category'))
      ?.products ?? 0;
  const some = await db.execute<{ id: string; name: string }>(
    sql`select id, name from products order by md5(id) limit 200`,
  );
  const ids = some.rows.map(({ id }) => id);
  const names = some.rows.map(({ name }) => name);
  const her = await db.execute<{ id: string }>(sql`
    select o.id from orders o join sessions s on s.account_id = o.account_id
    where s.token_hash = ${hashSecret(TOKEN)} order by o.created_at desc limit 50`);
  const last = Math.ceil(all / 50);

  const list = (name: string, ...queries: Record<string, string | number>[]): Read => ({
    name,
    variants: queries.map((query) => {
      const text = Object.entries(query).map(([key, value]) => [key, String(value)]);
      return {
        path: `/api/product?${new URLSearchParams(text)}`,
        work: (db) => catalogueOf(db).list(productQuery.parse(query)),
      };
    }),
  });
  const one = (
    name: string,
    path: string,
    work: (catalogue: Services['catalogue'], db: Database) => Promise<unknown>,
  ): Read => ({ name, variants: [{ path, work: (db) => work(catalogueOf(db), db) }] });
  const hers = (name: string, paths: readonly [string, (db: Database) => Promise<unknown>][]) => ({
    name,
    variants: paths.map(([path, work]) => ({
      path,
      headers: { authorization: `Bearer ${TOKEN}` },
      work,
    })),
  });
  const user = { id: 'usr_0', email: 'customer0@example.com', fullName: '' };
  const session = { token: TOKEN, tokenHash: hashSecret(TOKEN), user };
  const search = (name: string, texts: readonly string[], more = {}) =>
    list(name, ...texts.map((text) => ({ search: text, ...more })));
  const typed = typedQueries();

  return [
    list('list', {}),
    list('list, page 2 to 20', ...Array.from({ length: 19 }, (_, n) => ({ page: n + 2 }))),
    list('list, largest category', { category: largest('category') }),
    list('list, a middling category or brand', { category: median('category') }),
    list('list, a brand', { category: largest('brand') }),
    list('list, largest tag', { tag: largest('tag') }),
    list('list, a middling tag', { tag: median('tag') }),
    list('list, category and tag', { category: largest('category'), tag: largest('tag') }),
    ...(['price', 'name', 'soldCount', 'createdAt'] as const).flatMap((sortBy) =>
      (['asc', 'desc'] as const).map((sortOrder) =>
        list(`list by ${sortBy}, ${sortOrder}`, { sortBy, sortOrder }),
      ),
    ),
    list('list by price, largest category', {
      sortBy: 'price',
      sortOrder: 'asc',
      category: largest('category'),
    }),
    ...(['price', 'name', 'soldCount', 'createdAt'] as const).map((sortBy) =>
      list(
        `deep pages by ${sortBy}`,
        ...[0.45, 0.5, 0.55, 0.9, 1].map((part) => ({
          sortBy,
          sortOrder: 'asc',
          page: Math.max(1, Math.floor(last * part)),
        })),
      ),
    ),
    list(
      'deep pages, largest category',
      ...[0.5, 1].map((part) => ({
        category: largest('category'),
        page: Math.max(1, Math.floor((inLargest / 50) * part)),
      })),
    ),
    search('suggestion', typed, { limit: 5 }),
    search(
      'suggestion, two letters',
      typed.filter((text) => text.length === 2),
      { limit: 5 },
    ),
    search('search, common', ['oud', 'rose', 'tom ford', 'night']),
    search('search, rare', names.slice(0, 20)),
    search('search, misspelt', MISSPELT),
    search('search by price', ['oud', 'rose'], { sortBy: 'price', sortOrder: 'asc' }),
    search('search in a category', ['oud', 'rose'], { category: largest('category') }),
    {
      name: 'detail',
      variants: ids.map((id) => ({
        path: `/api/product/${id}`,
        work: (db: Database) => catalogueOf(db).find(id),
      })),
    },
    one('live, 50 products', `/api/live?ids=${ids.slice(0, 50).join(',')}`, (catalogue) =>
      catalogue.live(ids.slice(0, 50)),
    ),
    one('categories', '/api/app-data/categories', (catalogue) => catalogue.categories()),
    one('tags', '/api/app-data/tags', (catalogue) => catalogue.tags()),
    one('shipping places', '/api/app-data/shipping-addresses', (catalogue) =>
      catalogue.shippingPlaces(),
    ),
    one('shop facts', '/api/shop', (_, db) => shopOf(db).changes()),
    one('version', '/api/catalogue/version', (catalogue) => catalogue.version()),
    hers('order list, 500 orders', [
      ['/api/order/my-orders', (db) => listOrders(db, session.user)],
    ]),
    hers(
      'order detail',
      her.rows.map(({ id }) => [
        `/api/order/${id}`,
        (db) => findOrder(db, session.user, id, AS_STORED),
      ]),
    ),
  ];
}

/** Names as people write what they hear or half remember. */
const MISSPELT = [
  ...['tomford', 'tom frod oud', 'tobaco vanile', 'lost chery', 'yves sant laurent', 'black opuim'],
  ...['givency', 'baccarat rogue', 'creed avantus', 'dior savage', 'mis dior', 'chanel no5'],
  ...['lattafa kamra', 'club de nuit intens', 'jean paul gautier', 'eros versacce', 'amuage'],
  ...['oud wod', 'coco madmoiselle', 'refelction man'],
];

/** Returns the text in the field at each pause while they are typed. */
const typedQueries = () => [
  ...new Set(MISSPELT.flatMap((query) => [query.slice(0, 2), query.slice(0, 4), query])),
];
