import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import { accounts } from '#backend/accounts/tables.ts';
import { newReviewId } from '#backend/base/ids.ts';
import { done, type Result, refuse } from '#backend/base/result.ts';
import { isBought, unitsKept } from '#backend/base/still-counts.ts';
import type { Database } from '#backend/db/connect.ts';
import { type Transaction, transact } from '#backend/db/transact.ts';
import { count, type Limit } from '#backend/limits/rate-limits.ts';
import { movedId } from '#backend/products/catalogue/redirects.ts';
import { hasPage } from '#backend/products/stocked-products.ts';
import { products } from '#backend/products/tables.ts';
import type { Review } from '#contract/review.ts';
import { reviews } from './tables.ts';

/** The limit of reviews by one account. The name is part of its stored key. */
const REVIEWS: Limit = { name: 'reviews', max: 30, seconds: 3600 };

/** The most reviews in a list. */
const LIST_LIMIT = 500;

const unknownProduct = () => refuse('product_not_found', 'Product not found');

/**
 * Returns the reviews of a product's fragrance that are not hidden, newest first. Each customer has only her last one, for
 * any size. A former id finds its product. Refusal: product_not_found.
 */
export async function listReviews(db: Database, asked: string): Promise<Result<Review[]>> {
  const productId = (await withPage(db, asked)) ?? (await withPage(db, await movedId(db, asked)));
  if (productId === undefined) return unknownProduct();
  return done(
    await read(
      db,
      sql`${reviews.id} in (
    select r.id from products p, reviews_of(p) r where p.id = ${productId})`,
    ),
  );
}

/** Returns the id if its product has a page. */
async function withPage(db: Database, id: string | undefined): Promise<string | undefined> {
  if (id === undefined) return;
  return (await db.$count(products, and(eq(products.id, id), hasPage))) > 0 ? id : undefined;
}

/** Returns the reviews by one account, including hidden ones, newest first. */
export const reviewsBy = (db: Database, accountId: string): Promise<Review[]> =>
  read(db, eq(reviews.accountId, accountId));

/**
 * Writes a customer's review of a product, in place of her last one. A former id finds its product. Updates the product's
 * rating and number of reviews in the same transaction. Refusals: product_not_found, rate_limited.
 */
export async function writeReview(
  db: Database,
  accountId: string,
  asked: string,
  body: { rating: number; comment: string },
): Promise<Result<Review>> {
  const limited = await count(db, [REVIEWS, accountId]);
  if (!limited.ok) return limited;
  return transact(db, async (transaction) => {
    // Locks the product, so that two simultaneous reviews both count in its rating.
    const product = await lockMeant(transaction, asked);
    if (!product || product.status === 'hidden') return unknownProduct();
    const productId = product.id;
    const [row] = await transaction
      .insert(reviews)
      .values({ id: newReviewId(), productId, accountId, ...body })
      .onConflictDoUpdate({
        target: [reviews.productId, reviews.accountId],
        set: { ...body, createdAt: sql`now()` },
      })
      .returning({ id: reviews.id });
    await countReviews(transaction, [productId]);
    const [review] = row ? await read(transaction, eq(reviews.id, row.id)) : [];
    if (!review) throw new Error('The database returned no review');
    return done(review);
  });
}

/** Deletes a customer's own review. Refusal: review_not_found, also for another customer's review. */
export async function deleteReview(
  db: Database,
  accountId: string,
  id: string,
): Promise<Result<null>> {
  const own = and(eq(reviews.id, id), eq(reviews.accountId, accountId));
  return transact(db, async (transaction) => {
    const [row] = await transaction.select().from(reviews).where(own);
    if (!row) return refuse('review_not_found', 'You have not written such a review.');
    await lockRatings(transaction, [row.productId]);
    // Reviews of other sizes go, too. Otherwise the newest of them would appear in its place.
    await transaction
      .delete(reviews)
      .where(
        and(
          eq(reviews.accountId, accountId),
          sql`${reviews.productId} in (select sizes_with(array[${row.productId}]))`,
        ),
      );
    await countReviews(transaction, [row.productId]);
    return done(null);
  });
}

export async function deleteReviewsBy(transaction: Transaction, accountId: string): Promise<void> {
  const by = eq(reviews.accountId, accountId);
  const rows = await transaction.select({ id: reviews.productId }).from(reviews).where(by);
  const ids = rows.map((row) => row.id);
  if (ids.length === 0) return;
  await lockRatings(transaction, ids);
  await transaction.delete(reviews).where(by);
  await countReviews(transaction, ids);
}

/** Locks products and the other sizes of their fragrances, which share their ratings. Returns those that exist. */
export const lockRatings = (transaction: Transaction, ids: readonly string[]) =>
  transaction
    .select({ id: products.id, status: products.status })
    .from(products)
    .where(sql`${products.id} in (select sizes_with(${sql.param([...ids])}::text[]))`)
    .orderBy(asc(products.id))
    .for('no key update');

/** Locks the product that has an id or, if there is none, once had it. */
async function lockMeant(transaction: Transaction, asked: string) {
  const locked = async (one: string) =>
    (await lockRatings(transaction, [one])).find(({ id }) => id === one);
  const product = await locked(asked);
  if (product) return product;
  const id = await movedId(transaction, asked);
  return id === undefined ? undefined : locked(id);
}

/**
 * Updates rating and number of reviews of locked or new products, and of the other sizes of their fragrances. Pages show
 * them from the next release on.
 */
export async function countReviews(
  transaction: Transaction,
  ids: readonly string[],
): Promise<void> {
  await transaction.execute(sql`
    select rate_products(array(select sizes_with(${sql.param([...ids])}::text[])))`);
}

/** Whether the author has bought the product: by the account, or as a guest with its email address. */
const boughtHere = sql<boolean>`exists (
  select from orders o join order_items i on i.order_id = o.id
  where i.product_id = ${reviews.productId} and ${isBought(sql`o`)} and ${unitsKept} > 0
    and (o.account_id = ${accounts.id} or (o.account_id is null and o.email = ${accounts.email})))`;

/** The name of a review's author, with an account `accounts` or without. */
export const authorName = sql<string>`coalesce(${accounts.fullName}, ${reviews.author})`;

async function read(db: Pick<Database, 'select'>, which: SQL | undefined): Promise<Review[]> {
  const rows = await db
    .select({ review: reviews, userName: authorName, boughtHere })
    .from(reviews)
    .leftJoin(accounts, eq(accounts.id, reviews.accountId))
    .where(which)
    .orderBy(desc(reviews.createdAt), desc(reviews.id))
    .limit(LIST_LIMIT);
  return rows.map(({ review, userName, boughtHere }) => ({
    _id: review.id,
    userName,
    rating: review.rating,
    comment: review.comment,
    createdAt: review.createdAt.toISOString(),
    // An author without an account has no id, so the review's is used.
    user: { _id: review.accountId ?? review.id },
    boughtHere,
    ...(review.accountId === null ? { previousShop: true } : {}),
  }));
}
