import { and, inArray, isNotNull, or, sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { unmatchedPayments } from './tables.ts';

/** Days after which whose payment it was is erased, once it is settled. Of another shop's, after it was found. */
const DAYS = 365;

/** Erases the email and the metadata of old payments that are settled. What was paid stays, for the books. */
export async function eraseUnmatched(db: Database): Promise<void> {
  await db
    .update(unmatchedPayments)
    .set({ email: null, metadata: null })
    .where(
      and(
        inArray(unmatchedPayments.state, ['matched', 'returned', 'other-shop']),
        sql`coalesce(${unmatchedPayments.settledAt}, ${unmatchedPayments.foundAt}) < now() - ${DAYS}::int * interval '1 day'`,
        or(isNotNull(unmatchedPayments.email), isNotNull(unmatchedPayments.metadata)),
      ),
    );
}
