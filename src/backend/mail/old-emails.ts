import { sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';

/**
 * The content of an email is kept for so many days. They begin when it is sent or becomes a dead letter. Emails hold names,
 * addresses and what was bought. Personal data is kept no longer than it is needed (NDPA 2023, section 24; GDPR, article 5).
 * Thirty days are enough to answer a customer whose parcel is late or whose payment is disputed. The row itself stays, so
 * that no email is sent twice and the audit finds it.
 */
export const CONTENT_DAYS = 30;
/** Emails emptied at a time. */
const BATCH = 1000;

/** Empties the emails whose content is not needed any more. Subject, recipient and times stay. */
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
