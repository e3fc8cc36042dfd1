import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { accounts } from '#backend/db/tables/account-tables.ts';
import { catalogueChanges, products } from '#backend/db/tables/catalogue-tables.ts';
import { reviews } from '#backend/db/tables/review-tables.ts';
import { transact } from '#backend/db/transact.ts';
import { countReviews, lockRatings } from '#backend/services/catalogue/reviews.ts';
import { recordAction } from '#backend/services/staff/actions.ts';
import type { Moderation } from './moderations.ts';

/** Reviews in one list. */
const LIST_LIMIT = 200;

/** Which reviews the merchant lists. */
export interface ReviewFilter {
  productId: string | null;
  /** Only those that are hidden. */
  hidden: boolean;
}

/** The newest reviews, for the merchant: with the product and the author. */
export const listAllReviews = (db: Database, { productId, hidden }: ReviewFilter) =>
  db
    .select({
      id: reviews.id,
      product: products.name,
      author: accounts.fullName,
      rating: reviews.rating,
      comment: reviews.comment,
      createdAt: reviews.createdAt,
      hiddenAt: reviews.hiddenAt,
    })
    .from(reviews)
    .innerJoin(products, eq(products.id, reviews.productId))
    .innerJoin(accounts, eq(accounts.id, reviews.accountId))
    .where(
      and(
        productId === null ? undefined : eq(reviews.productId, productId),
        hidden ? isNotNull(reviews.hiddenAt) : undefined,
      ),
    )
    .orderBy(desc(reviews.createdAt), desc(reviews.id))
    .limit(LIST_LIMIT);

export type ListedReview = Awaited<ReturnType<typeof listAllReviews>>[number];

/**
 * Hides, shows or deletes a review. The rating and the number of reviews of its product follow in the same transaction, which
 * records who did it, and that pages show something else now. A hidden review that its author writes anew stays hidden.
 * @returns `before` if it was so already, and `unknown` if there is no such review.
 */
export function moderateReview(
  db: Database,
  id: string,
  { what, by }: { what: Moderation; by: string },
): Promise<'done' | 'before' | 'unknown'> {
  return transact(db, async (transaction) => {
    const which = eq(reviews.id, id);
    const [found] = await transaction.select().from(reviews).where(which);
    if (!found) return 'unknown';
    await lockRatings(transaction, [found.productId]);
    const [row] = await transaction.select().from(reviews).where(which).for('update');
    if (!row) return 'unknown';
    if (what === 'delete') {
      await transaction.delete(reviews).where(which);
    } else {
      if ((row.hiddenAt !== null) === (what === 'hide')) return 'before';
      const hiddenAt = what === 'hide' ? sql`now()` : null;
      await transaction.update(reviews).set({ hiddenAt }).where(which);
    }
    await countReviews(transaction, [row.productId]);
    await transaction.insert(catalogueChanges).values({});
    await recordAction(transaction, { action: `review.${what}`, subject: id, recordedBy: by });
    return 'done';
  });
}
