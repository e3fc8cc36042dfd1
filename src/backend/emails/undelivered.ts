import { and, asc, desc, eq, gt, isNotNull, isNull, like, ne, or, sql } from 'drizzle-orm';
import { ACCOUNT_EMAIL_PREFIX } from '#backend/accounts/emails.ts';
import { done, type Result, refuse, type StaffCode } from '#backend/base/result.ts';
import type { Database } from '#backend/db/connect.ts';
import { columns, type QueuedEmail } from '#backend/mail/outbox.ts';
import { emails } from '#backend/mail/tables.ts';
import { recordAction } from '#backend/staff/actions.ts';
import { type Actor, ownersOnly } from '#backend/staff/actor.ts';

/** An email that was not delivered. */
export interface UndeliveredEmail extends QueuedEmail {
  /** Whether it can be tried again by hand. */
  canBeRetried: boolean;
}

/** The dead letters, and after them the emails that failed and are tried again; in each group the oldest first. */
export const undelivered = (db: Database): Promise<UndeliveredEmail[]> =>
  db
    .select({ ...columns, canBeRetried: sql<boolean>`${canBeRetried}` })
    .from(emails)
    .where(and(isNull(emails.sentAt), or(isNotNull(emails.deadAt), isNotNull(emails.lastError))))
    .orderBy(desc(isNotNull(emails.deadAt)), asc(emails.createdAt), asc(emails.id));

/**
 * Gives one failed email or all of them four more days, and records who did it. An email of an account, such as one with
 * a code, keeps its time, and stays dead after it. So does one that is so old that its content is gone.
 * @returns the ids of those that will be tried again, or a refusal: `not_found` if one id was given and no such email
 * failed, or `forbidden`.
 */
export async function retryDead(
  db: Database,
  actor: Actor,
  id: string | null,
): Promise<Result<string[], StaffCode>> {
  const forbidden = ownersOnly(actor, 'send emails again');
  if (forbidden) return forbidden;
  return db.transaction(async (transaction) => {
    const rows = await transaction
      .update(emails)
      .set({
        deadAt: null,
        tries: 0,
        nextTryAt: sql`now()`,
        expiresAt: sql`case when ${ofAccount} then ${emails.expiresAt} else now() + interval '4 days' end`,
      })
      .where(and(canBeRetried, id === null ? undefined : eq(emails.id, id)))
      .returning({ id: emails.id });
    if (id !== null && rows.length === 0) {
      return refuse(
        'not_found',
        `${id} is not among the emails that could not be delivered, or its code has expired.`,
      );
    }
    for (const { id: subject } of rows) {
      await recordAction(transaction, { action: 'email.retry', subject, recordedBy: actor.name });
    }
    return done(rows.map((row) => row.id));
  });
}

const ofAccount = like(emails.id, `${ACCOUNT_EMAIL_PREFIX}%`);

/** A dead letter that still has its content, and whose code has not expired. */
const canBeRetried = and(
  isNotNull(emails.deadAt),
  ne(emails.text, ''),
  or(sql`not ${ofAccount}`, gt(emails.expiresAt, sql`now()`)),
);
