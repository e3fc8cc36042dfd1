import { and, like, lt, lte, sql } from 'drizzle-orm';
import { emailCodes, passwordResets, rateLimits, sessions } from '#backend/db/account-tables.ts';
import type { Database } from '#backend/db/connect.ts';
import { emails } from '#backend/db/email-tables.ts';
import { ACCOUNT_EMAIL_PREFIX } from '#backend/mail/account-emails.ts';
import { eraseOrders } from '#backend/services/orders/erasure.ts';

/** Removes what has run out: codes, sessions, limits, emails with codes, and the persons of deleted accounts. */
export async function sweepAccounts(db: Database): Promise<void> {
  const now = sql`now()`;
  // A registration waits a day for its code to be sent again; the code itself counts ten minutes.
  await db.delete(emailCodes).where(lt(emailCodes.expiresAt, sql`now() - interval '1 day'`));
  await db.delete(sessions).where(lte(sessions.expiresAt, now));
  await db.delete(passwordResets).where(lte(passwordResets.expiresAt, now));
  await db.delete(rateLimits).where(lte(rateLimits.endsAt, now));
  // By then no code in them counts, sent or not.
  await db
    .delete(emails)
    .where(
      and(
        like(emails.id, `${ACCOUNT_EMAIL_PREFIX}%`),
        lt(emails.createdAt, sql`now() - interval '1 hour'`),
      ),
    );
  await eraseOrders(db);
}
