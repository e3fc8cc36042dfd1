import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import type { ProductQuery } from '#contract/product.ts';
import { presentName } from './redirects.ts';

/** The order of a list. */
export type Sort = Pick<ProductQuery, 'sortBy' | 'sortOrder'>;
/** A range of the sorted products: `limit` of them after the first `offset`. */
export interface Place {
  offset: number;
  limit: number;
}

/** The filter of a list, and the number of products that meet it. */
export interface Filter {
  /** The condition on `listed_products` by the name of its table; undefined for all products. */
  where: SQL | undefined;
  total: number;
  /** The number of all listed products. */
  all: number;
}

const COLUMNS = {
  createdAt: sql`l.created_at`,
  price: sql`l.price_kobo`,
  name: sql`l.name_key`,
  soldCount: sql`s.sold_count`,
} as const;

/** A walk gives up after this many times the entries it would read if the matching products were spread evenly. */
const SPREAD = 30;
/** The number of entries that any walk may read. */
const SHORT_WALK = 500;

type Named = Pick<ProductQuery, 'category' | 'tag'>;

/** Reads the named facets, in any case, and the facet of all products. */
async function readFacets(db: Database, { category, tag }: Named) {
  const named = (kind: 'category' | 'tag', name: string) =>
    name === '' ? sql`` : sql`or (kind = ${kind} and name = match_key(${name}))`;
  const { rows } = await db.execute<{ kind: string; id: number; products: number }>(sql`
    select kind, id, products from facets
    where (kind = 'all' and name = '') ${named('category', category)} ${named('tag', tag)}`);
  return rows;
}

/**
 * Reads a filter by category or brand and by tag, in any case. An empty value filters nothing. A former name that no
 * product has any more counts as the present name (decision 27).
 */
export async function readFilter(db: Database, { category, tag }: Named): Promise<Filter> {
  let rows = await readFacets(db, { category, tag });
  if (category !== '' && !rows.some(({ kind, products }) => kind === 'category' && products > 0)) {
    const present = await presentName(db, category);
    if (present !== undefined) rows = await readFacets(db, { category: present, tag });
  }
  const of = (kind: string) => rows.find((row) => row.kind === kind);
  const all = of('all')?.products ?? 0;
  const asked = (['category', 'tag'] as const).filter((kind) => ({ category, tag })[kind] !== '');
  const facets = asked.map(of);
  const where = sql.join(
    asked.map((kind) => sql`${sql.raw(`${kind}_ids`)} @> array[${of(kind)?.id ?? 0}::int]`),
    sql` and `,
  );
  const [one, other] = facets;
  if (facets.length === 0) return { where: undefined, total: all, all };
  if (facets.some((facet) => !facet)) return { where: sql`false`, total: 0, all };
  if (!other) return { where, total: one?.products ?? 0, all };
  const { rows: both } = await db.execute<{ products: number }>(
    sql`select products from facet_pairs where category_id = ${one?.id} and tag_id = ${other.id}`,
  );
  return { where, total: both[0]?.products ?? 0, all };
}

/**
 * Returns the ids of one page of a list. Ties are sorted by id, so that no product is on two pages. Reads from the nearer
 * end of an index that also covers the filters, so that not even a deep page reads the products before it.
 */
export async function readPage(
  db: Database,
  filter: Filter,
  sort: Sort,
  place: Place,
): Promise<string[]> {
  const wanted = Math.min(place.limit, filter.total - place.offset);
  if (wanted <= 0) return [];
  const backward = place.offset > filter.total / 2;
  if (!filter.where && backward) return readEnd(db, sort, place);
  const near = backward
    ? { offset: Math.max(0, filter.total - place.offset - wanted), limit: wanted }
    : place;
  const found =
    filter.where && sort.sortBy === 'soldCount'
      ? await readBySales(db, { ...filter, where: filter.where }, sort, near, backward)
      : await readDirectly(db, filter.where, sort, near, backward);
  return backward ? found.reverse() : found;
}

/** Sorts by `key` and then `id`. `backward` reads the same order from its end. */
function orderBy({ sortOrder }: Sort, key: SQL, id: SQL, backward = false): SQL {
  const up = (sortOrder === 'asc') !== backward;
  return sql`order by ${key} ${sql.raw(up ? 'asc' : 'desc')}, ${id} ${sql.raw(backward ? 'desc' : 'asc')}`;
}

const idsOf = async (db: Database, query: SQL): Promise<string[]> => {
  const { rows } = await db.execute<{ id: string }>(query);
  return rows.map((row) => row.id);
};

const source = (sort: Sort) =>
  sort.sortBy === 'soldCount'
    ? { id: sql`s.product_id`, rows: sql`stock s`, listed: sql`s.listed` }
    : { id: sql`l.product_id`, rows: sql`listed_products l`, listed: undefined };

function readDirectly(
  db: Database,
  where: SQL | undefined,
  sort: Sort,
  { offset, limit }: Place,
  backward: boolean,
): Promise<string[]> {
  const { id, rows, listed } = source(sort);
  return idsOf(
    db,
    sql`select ${id} as id from ${rows} where ${where ?? listed ?? sql`true`}
      ${orderBy(sort, COLUMNS[sort.sortBy], id, backward)} offset ${offset}::int limit ${limit}::int`,
  );
}

/** Reads a page of all products from the end. The same query counts them, because products come and go. */
async function readEnd(db: Database, sort: Sort, { offset, limit }: Place): Promise<string[]> {
  const { id, rows, listed } = source(sort);
  const total = sql`(select products from facets where kind = 'all' and name = '')`;
  const found = await idsOf(
    db,
    sql`select ${id} as id from ${rows} where ${listed ?? sql`true`}
      ${orderBy(sort, COLUMNS[sort.sortBy], id, true)}
      offset greatest(${total} - ${offset + limit}::int, 0)
      limit greatest(least(${total} - ${offset}::int, ${limit}::int), 0)`,
  );
  return found.reverse();
}

/**
 * Reads a filtered page by units sold, which are in another table. Takes the cheaper of two ways: it walks along the order
 * until the page is full, or collects and sorts what meets the filter. A walk that meets too few gives up.
 */
async function readBySales(
  db: Database,
  filter: Filter & { where: SQL },
  sort: Sort,
  place: Place,
  backward: boolean,
): Promise<string[]> {
  const wanted = Math.min(place.limit, filter.total - place.offset);
  const even = ((place.offset + wanted) * filter.all) / filter.total;
  const order = orderBy(sort, sql`key`, sql`id`, backward);
  const page = sql`${order} offset ${place.offset}::int limit ${place.limit}::int`;
  if (even < filter.total) {
    const most = Math.min(Math.ceil(SPREAD * even) + SHORT_WALK, filter.total);
    const found = await idsOf(
      db,
      sql`select id from (
        select s.product_id as id, s.sold_count as key, l.category_ids, l.tag_ids
        from stock s join listed_products l on l.product_id = s.product_id where s.listed
        ${orderBy(sort, sql`s.sold_count`, sql`s.product_id`, backward)} limit ${most}::int
      ) as first where ${filter.where} ${page}`,
    );
    if (found.length === wanted) return found;
  }
  // Materialized, so that the order does not tempt PostgreSQL into a walk along all products.
  return idsOf(
    db,
    sql`with found as materialized (
      select l.product_id as id, s.sold_count as key
      from listed_products l join stock s on s.product_id = l.product_id where ${filter.where}
    ) select id from found ${page}`,
  );
}

/** Returns SQL for one page of the products in the table `found`, which an outer query defines. */
export const pageOfFound = (sort: Sort, { offset, limit }: Place): SQL => sql`
  select l.product_id as id from found join listed_products l on l.product_id = found.id
    ${sort.sortBy === 'soldCount' ? sql`join stock s on s.product_id = l.product_id` : sql``}
  ${orderBy(sort, COLUMNS[sort.sortBy], sql`l.product_id`)} offset ${offset}::int limit ${limit}::int`;

export async function countListed(db: Database): Promise<number> {
  return (await readFilter(db, { category: '', tag: '' })).all;
}
