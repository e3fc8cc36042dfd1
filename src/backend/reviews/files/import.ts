import { sql } from 'drizzle-orm';
import { newReviewId } from '#backend/base/ids.ts';
import type { Database } from '#backend/db/connect.ts';
import type { Transaction } from '#backend/db/transact.ts';
import { oldSlug } from '#backend/products/files/understanding/cells/old-slug.ts';
import { catalogueChanges } from '#backend/publishing/tables.ts';
import { countReviews, lockRatings } from '#backend/reviews/reviews.ts';
import { productPath } from '#config/paths.ts';
import type { LeftOutReview, OldReview, OldReviews } from './read.ts';

/** The result of an import of reviews, or of a dry run. */
export interface ReviewsReport {
  format: string;
  rows: number;
  added: number;
  /** The number of reviews that the shop has already, or that are twice in the file. */
  known: number;
  /** In the order of the rows. */
  leftOut: readonly LeftOutReview[];
}

/**
 * Adds the reviews of another program in one transaction. They have no account, count in the stars, and count as read by
 * the merchant. Reviews that the shop has stay as they are, even hidden ones.
 */
export function importReviews(
  db: Database,
  { format, rows, reviews, leftOut }: OldReviews,
  { dryRun }: { dryRun: boolean },
): Promise<ReviewsReport> {
  return db.transaction(async (transaction) => {
    const found = await findProducts(transaction, reviews);
    const lost: LeftOutReview[] = [];
    const values = reviews.flatMap(({ row, key, handle, product, createdAt, ...review }): Row[] => {
      const productId = found.get(row);
      if (productId !== undefined) {
        const said = { product_id: productId, source_key: key, created_at: createdAt };
        return [{ id: newReviewId(), source: format, ...said, ...review }];
      }
      lost.push({ row, what: `is of '${handle || product}', which the shop does not have` });
      return [];
    });
    const added = await write(transaction, values, dryRun);
    return {
      format,
      rows,
      added,
      known: values.length - added,
      leftOut: [...leftOut, ...lost].toSorted((one, other) => one.row - other.row),
    };
  });
}

type Row = { product_id: string } & Record<string, unknown>;

async function write(
  transaction: Transaction,
  values: readonly Row[],
  dryRun: boolean,
): Promise<number> {
  const ids = [...new Set(values.map(({ product_id }) => product_id))];
  await lockRatings(transaction, ids);
  const given = sql`jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as given(id text, product_id text, author text,
    source text, source_key text, rating int, comment text, created_at timestamptz)`;
  if (dryRun) {
    const { rows } = await transaction.execute<{ added: number }>(sql`
      select count(distinct source_key)::int as added from ${given}
      where not exists (select from reviews r where r.source = given.source and r.source_key = given.source_key)`);
    return rows[0]?.added ?? 0;
  }
  const { rows } = await transaction.execute<{ id: string }>(sql`
    insert into reviews (id, product_id, author, source, source_key, rating, comment, created_at, looked_at)
    select id, product_id, author, source, source_key, rating, comment, created_at, now() from ${given}
    on conflict (source, source_key) do nothing returning product_id as id`);
  if (rows.length === 0) return 0;
  await countReviews(transaction, [...new Set(rows.map(({ id }) => id))]);
  await transaction.insert(catalogueChanges).values({});
  return rows.length;
}

/** Finds the products of reviews, by row: by the handle as an id, by an old address that leads to it, or by a unique name. */
async function findProducts(
  transaction: Transaction,
  reviews: readonly OldReview[],
): Promise<Map<number, string>> {
  const wanted = reviews.map(({ row, handle, product }) => ({
    row,
    id: handle.toLowerCase(),
    paths: [handle, oldSlug(product)]
      .filter(Boolean)
      .flatMap((part) => [productPath(part), `/product/${encodeURIComponent(part)}/`]),
    name: product.toLowerCase(),
  }));
  const { rows } = await transaction.execute<{ row: number; id: string }>(sql`
    with wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted("row" int, id text, paths jsonb, name text)
    ), found as (
      select "row", p.id, 1 as rank from wanted join products p on p.id = wanted.id
      union all
      select "row", p.id, 2 from wanted, jsonb_array_elements_text(paths) as path
        join redirects on from_path = path join products p on '/products/' || p.id = to_path
      union all
      select "row", min(named.id), 3 from wanted join (
        select id, lower(name) as name from products union select id, lower(brand || ' ' || name) from products
      ) as named using (name)
      where name <> '' group by "row" having count(distinct named.id) = 1
    )
    select distinct on ("row") "row", id from found order by "row", rank, id`);
  return new Map(rows.map(({ row, id }) => [row, id]));
}
