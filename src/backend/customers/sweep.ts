import { and, lt, lte, sql } from 'drizzle-orm';
import { ACCOUNT_EMAIL_MINUTES, ACCOUNT_EMAIL_PREFIX } from '#backend/accounts/emails.ts';
import {
  emailCodes,
  knownDevices,
  passwordResets,
  replacedRegistrations,
  sessions,
} from '#backend/accounts/tables.ts';
import type { Database } from '#backend/db/connect.ts';
import { rateLimits } from '#backend/limits/tables.ts';
import { emptyOldEmails } from '#backend/mail/old-emails.ts';
import { emails } from '#backend/mail/tables.ts';
import { forgetRefusals } from '#backend/on-delivery/refusals.ts';
import { eraseOrders } from '#backend/order-book/erasure.ts';
import { sweepStaff } from '#backend/staff/sweep.ts';

/**
 * Removes expired data: codes, sessions of shoppers and staff, devices, limits, emails with codes, the content of old
 * emails, and the personal data of deleted accounts.
 */
export async function sweepAccounts(db: Database): Promise<void> {
  const now = sql`now()`;
  // A registration is kept for a day, so that its code can be sent again. The code itself is valid for ten minutes.
  await db.delete(emailCodes).where(lt(emailCodes.expiresAt, sql`now() - interval '1 day'`));
  await db
    .delete(replacedRegistrations)
    .where(lt(replacedRegistrations.replacedAt, sql`now() - interval '1 day'`));
  await db.delete(sessions).where(lte(sessions.expiresAt, now));
  await db.delete(passwordResets).where(lte(passwordResets.expiresAt, now));
  await db.delete(knownDevices).where(lt(knownDevices.usedAt, sql`now() - interval '90 days'`));
  await db.delete(rateLimits).where(lte(rateLimits.endsAt, now));
  // By then every code in them has expired, whether the email was sent or not. The prefix is literal in the query, so that
  // PostgreSQL can use the index of these emails.
  await db
    .delete(emails)
    .where(
      and(
        sql`${emails.id} like ${sql.raw(`'${ACCOUNT_EMAIL_PREFIX}%'`)}`,
        lt(emails.createdAt, sql`now() - ${ACCOUNT_EMAIL_MINUTES}::int * interval '1 minute'`),
      ),
    );
  await sweepStaff(db);
  await emptyOldEmails(db);
  await eraseOrders(db);
  await forgetRefusals(db);
}
