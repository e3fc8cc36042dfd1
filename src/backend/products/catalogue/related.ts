import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import type { ProductRow } from '#backend/products/stocked-products.ts';
import { RELATED_LIMIT } from '#domain/products/related.ts';

/** The most sets of tags in one query. With more, a product is compared with all that share any of its tags. */
const MOST_SETS = 40;

/**
 * Returns the ids of the cards that may be most related to a product. They include all that `rankRelated` would choose
 * among the listed ones. First looks for those that share all of its tags, then all but one, and so on. As soon as enough
 * share `n` tags, no product that shares fewer can be among them.
 */
export async function relatedCandidates(
  db: Database,
  product: Pick<ProductRow, 'id' | 'group' | 'brand' | 'tags'>,
): Promise<string[]> {
  const { rows } = await db.execute<{ id: number; tag: boolean }>(sql`
    select id, kind = 'tag name' as tag from facets
    where (kind = 'tag name' and name = any(${sql.param(product.tags)}::text[]))
      or (kind = 'brand' and name = ${product.brand})`);
  const tags = rows.flatMap(({ id, tag }) => (tag ? id : []));
  const brand = rows.flatMap(({ id, tag }) => (tag ? [] : id));
  let found: string[] = [];
  for (let shared = tags.length; shared > 0; shared--) {
    const sets = choices(tags, shared);
    if (sets.length > MOST_SETS) break;
    // Those of the same brand are the most related, and there are few of them.
    if (shared === tags.length && brand.length > 0) {
      found = await best(db, product, tags, brand, holds([...tags, ...brand]));
      if (found.length >= RELATED_LIMIT) return found;
    }
    found = await best(db, product, tags, brand, any(sets));
    if (found.length >= RELATED_LIMIT) return found;
  }
  const anything = [...tags, ...brand].map((one) => [one]);
  return anything.length > 0 ? best(db, product, tags, brand, any(anything)) : found;
}

const holds = (ids: readonly number[]) => sql`name_ids @> ${sql.param(ids)}::int[]`;
const any = (sets: readonly (readonly number[])[]): SQL =>
  sql`(${sql.join(sets.map(holds), sql` or `)})`;

/** Returns the most related cards that meet a condition, in the order of rankRelated: twice as many as are shown. */
async function best(
  db: Database,
  { id, group }: Pick<ProductRow, 'id' | 'group'>,
  tags: readonly number[],
  brand: readonly number[],
  where: SQL,
): Promise<string[]> {
  const each = (ids: readonly number[], points: number) =>
    ids.map((one) => sql`${sql.raw(String(points))} * (${one}::int = any(name_ids))::int`);
  const likeness = sql.join([sql`0`, ...each(tags, 2), ...each(brand, 1)], sql` + `);
  const { rows } = await db.execute<{ id: string }>(sql`
    with found as materialized (
      select product_id as id, ${likeness} as likeness from listed_products
      where product_id <> ${id} and ${where}
        and not (card_key = card_key(${group}, ${id}) and cardinality(size_ids) > 1)
    )
    select id from found
    order by likeness desc, id collate "C" < ${id}, id collate "C" limit ${RELATED_LIMIT * 2}::int`);
  return rows.map((row) => row.id);
}

/** Returns all ways to choose `size` of these numbers. */
function choices(from: readonly number[], size: number): number[][] {
  if (size === 0) return [[]];
  return from.flatMap((one, at) =>
    choices(from.slice(at + 1), size - 1).map((rest) => [one, ...rest]),
  );
}
