import { eq, sql } from 'drizzle-orm';
import { done, type Result, refuse, type StaffCode } from '#backend/base/result.ts';
import type { Database } from '#backend/db/connect.ts';
import { transact } from '#backend/db/transact.ts';
import { catalogueChanges } from '#backend/publishing/tables.ts';
import { recordAction } from '#backend/staff/actions.ts';
import { type Actor, ownersOnly } from '#backend/staff/actor.ts';
import { LONGEST_REASON, type Moderation } from './moderations.ts';
import { countReviews, lockRatings } from './reviews.ts';
import { reviews } from './tables.ts';

const ACTIONS: Record<Moderation, string> = {
  hide: 'hide reviews',
  show: 'show hidden reviews',
  delete: 'delete reviews',
  keep: 'keep reviews',
};

/**
 * Hides, shows, deletes or keeps a review, for an owner. The same transaction updates the product's rating and number of
 * reviews, records the person, and records that pages change. A hidden review that its author rewrites stays hidden.
 * Refusals: forbidden, not_found, invalid (the field `reason`).
 * @param order.reason - why it is hidden, for the log and later questions.
 * @returns `before` if it was so already.
 */
export async function moderateReview(
  db: Database,
  id: string,
  { what, actor, reason = '' }: { what: Moderation; actor: Actor; reason?: string },
): Promise<Result<'done' | 'before', StaffCode>> {
  const forbidden = ownersOnly(actor, ACTIONS[what]);
  if (forbidden) return forbidden;
  const why = reason.trim();
  if (why.length > LONGEST_REASON) {
    const message = `has more than ${LONGEST_REASON} characters: shorten it`;
    return refuse('invalid', `The reason ${message}.`, { fields: { reason: message } });
  }
  const gone = () =>
    refuse('not_found', `There is no review ${id}. Its author or somebody else has deleted it.`);
  return transact(db, async (transaction): Promise<Result<'done' | 'before', StaffCode>> => {
    const which = eq(reviews.id, id);
    const [found] = await transaction.select().from(reviews).where(which);
    if (!found) return gone();
    await lockRatings(transaction, [found.productId]);
    const [row] = await transaction.select().from(reviews).where(which).for('update');
    if (!row) return gone();
    const waits = row.lookedAt === null || row.lookedAt < row.createdAt;
    const isSo = {
      hide: row.hiddenAt !== null,
      show: row.hiddenAt === null,
      keep: !waits,
      delete: false,
    }[what];
    if (isSo) return done('before' as const);
    const looked = { lookedAt: sql`clock_timestamp()` };
    if (what === 'delete') await transaction.delete(reviews).where(which);
    else if (what === 'keep') await transaction.update(reviews).set(looked).where(which);
    else {
      const hidden =
        what === 'hide'
          ? { hiddenAt: sql`now()`, hiddenReason: why || null }
          : { hiddenAt: null, hiddenReason: null };
      await transaction
        .update(reviews)
        .set({ ...looked, ...hidden })
        .where(which);
    }
    if (what !== 'keep') {
      await countReviews(transaction, [row.productId]);
      await transaction.insert(catalogueChanges).values({});
    }
    await recordAction(transaction, {
      action: `review.${what}`,
      subject: id,
      recordedBy: actor.name,
      ...(why && what === 'hide' ? { detail: why } : {}),
    });
    return done('done' as const);
  });
}
