import { sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';

/**
 * Days for which the content of an email is kept after it is sent or becomes a dead letter. Emails contain names,
 * addresses and purchases, and personal data must be kept no longer than needed (NDPA 2023, section 24; GDPR, article 5).
 * Thirty days are enough to answer a customer about a late parcel or a disputed payment. The row stays, so that no email
 * is sent twice and the audit finds it.
 */
export const CONTENT_DAYS = 30;
const BATCH = 1000;

/** Removes the content of emails that is no longer needed. Subject, recipient and times stay. */
export async function emptyOldEmails(db: Database): Promise<void> {
  for (;;) {
    const { rowCount } = await db.execute(sql`
      update emails set text = '', html = '' where id = any (array (
        select id from emails
        where text <> '' and coalesce(sent_at, dead_at) < now() - ${CONTENT_DAYS}::int * interval '1 day'
          and coalesce(sent_at, dead_at) is not null
        order by coalesce(sent_at, dead_at) limit ${BATCH}::int for update skip locked))`);
    if ((rowCount ?? 0) < BATCH) return;
  }
}
