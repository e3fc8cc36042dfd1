import { and, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { accounts } from '#backend/accounts/tables.ts';
import type { Database } from '#backend/db/connect.ts';
import { products } from '#backend/products/tables.ts';
import type { ReviewView } from './moderations.ts';
import { authorName } from './reviews.ts';
import { reviews } from './tables.ts';

/** The merchant's selection of reviews. */
export interface ReviewFilter {
  productId: string | null;
  view: ReviewView;
  /** Only reviews after this one, as in `ReviewPage.next`. */
  after?: string | undefined;
}

/** Matches reviews that the merchant's people have not read since they were written. A rewritten review counts again. */
const toLookAt = sql`(${reviews.lookedAt} is null or ${reviews.lookedAt} < ${reviews.createdAt})`;

const CONDITIONS: Record<ReviewView, SQL | undefined> = {
  'to-look-at': toLookAt,
  all: undefined,
  hidden: isNotNull(reviews.hiddenAt),
};

const conditionsOf = ({ productId, view }: Pick<ReviewFilter, 'productId' | 'view'>) =>
  and(productId === null ? undefined : eq(reviews.productId, productId), CONDITIONS[view]);

/** Returns the newest reviews for the merchant, with product and author. */
export async function listAllReviews(db: Database, filter: ReviewFilter, limit = 200) {
  return db
    .select({
      id: reviews.id,
      productId: reviews.productId,
      product: products.name,
      author: authorName,
      /** Whether it was written in the merchant's previous shop. */
      previousShop: isNull(reviews.accountId).mapWith(Boolean),
      rating: reviews.rating,
      comment: reviews.comment,
      createdAt: reviews.createdAt,
      hiddenAt: reviews.hiddenAt,
      hiddenReason: reviews.hiddenReason,
      toLookAt: toLookAt.mapWith(Boolean),
      /** Microseconds since 1970, with the precision of the database. */
      micros: sql<string>`(extract(epoch from ${reviews.createdAt}) * 1000000)::bigint::text`,
    })
    .from(reviews)
    .innerJoin(products, eq(products.id, reviews.productId))
    .leftJoin(accounts, eq(accounts.id, reviews.accountId))
    .where(and(conditionsOf(filter), afterOf(filter.after)))
    .orderBy(desc(reviews.createdAt), desc(reviews.id))
    .limit(limit);
}

export type ListedReview = Awaited<ReturnType<typeof listAllReviews>>[number];

/** The number of reviews on a merchant's page. */
const PAGE = 10;

/** Returns a page of reviews, newest first. `next` names the page of older ones; null if there are none. */
export async function reviewPage(
  db: Database,
  filter: ReviewFilter,
): Promise<{ reviews: ListedReview[]; next: string | null }> {
  const found = await listAllReviews(db, filter, PAGE + 1);
  const shown = found.slice(0, PAGE);
  const last = shown.at(-1);
  const next = found.length > PAGE && last ? `${last.micros}.${last.id}` : null;
  return { reviews: shown, next };
}

export const countReviews = (
  db: Database,
  filter: Pick<ReviewFilter, 'productId' | 'view'>,
): Promise<number> => db.$count(reviews, conditionsOf(filter));

/** Counts the reviews that nobody has read yet. */
export const countToLookAt = (db: Database): Promise<number> =>
  countReviews(db, { productId: null, view: 'to-look-at' });

function afterOf(after: string | undefined): SQL | undefined {
  const [, micros, id] = /^(\d{1,18})\.([\w-]{1,60})$/.exec(after ?? '') ?? [];
  if (micros === undefined || id === undefined) return undefined;
  const moment = sql`timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond'`;
  return sql`(${reviews.createdAt}, ${reviews.id}) < (${moment}, ${id})`;
}
