import { and, asc, desc, eq, gt, isNotNull, isNull, like, ne, or, sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { emails } from '#backend/db/tables/email-tables.ts';
import { ACCOUNT_EMAIL_PREFIX } from './account-emails.ts';
import { columns, type QueuedEmail } from './queue.ts';

/** The dead letters, and after them the emails that failed and are tried again; in each group the oldest first. */
export const undelivered = (db: Database): Promise<QueuedEmail[]> =>
  db
    .select(columns)
    .from(emails)
    .where(and(isNull(emails.sentAt), or(isNotNull(emails.deadAt), isNotNull(emails.lastError))))
    .orderBy(desc(isNotNull(emails.deadAt)), asc(emails.createdAt), asc(emails.id));

/**
 * Gives a dead letter four more days, or all of them. An email of an account, such as one with a code, keeps its time, and
 * stays dead when that is over. So does one that is so old that its content is gone.
 * @returns the ids of those that will be tried again.
 */
export async function retryDead(db: Database, id: string | null): Promise<string[]> {
  const ofAccount = like(emails.id, `${ACCOUNT_EMAIL_PREFIX}%`);
  const rows = await db
    .update(emails)
    .set({
      deadAt: null,
      tries: 0,
      nextTryAt: sql`now()`,
      expiresAt: sql`case when ${ofAccount} then ${emails.expiresAt} else now() + interval '4 days' end`,
    })
    .where(
      and(
        isNotNull(emails.deadAt),
        ne(emails.text, ''),
        or(sql`not ${ofAccount}`, gt(emails.expiresAt, sql`now()`)),
        id === null ? undefined : eq(emails.id, id),
      ),
    )
    .returning({ id: emails.id });
  return rows.map((row) => row.id);
}
