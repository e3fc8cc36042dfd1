import { and, asc, desc, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { emails } from '#backend/db/email-tables.ts';
import type { Email } from './email.ts';
import { MERCHANT_EMAIL_PREFIX } from './merchant-emails.ts';
import { ORDER_PAID_EMAIL_PREFIX } from './order-paid.ts';

/** Puts an email into the queue, inside the caller's transaction. Does nothing if its id is there already. */
export async function enqueue(db: Pick<Database, 'insert'>, email: Email): Promise<void> {
  await db.insert(emails).values(email).onConflictDoNothing();
}

/** An email of the queue. */
export interface QueuedEmail extends Email {
  createdAt: Date;
  /** Null while it waits. */
  sentAt: Date | null;
}

/** The last hundred emails, newest first, to one recipient or to all. */
export async function latestEmails(db: Database, recipient?: string): Promise<QueuedEmail[]> {
  return db
    .select()
    .from(emails)
    .where(recipient ? eq(emails.recipient, recipient.trim().toLowerCase()) : undefined)
    .orderBy(desc(emails.createdAt), desc(emails.id))
    .limit(100);
}

/** The emails about an order, to the customer and to the merchant, oldest first. */
export async function emailsOfOrder(db: Database, order: { id: string }): Promise<QueuedEmail[]> {
  const prefixes = [ORDER_PAID_EMAIL_PREFIX, ...Object.values(MERCHANT_EMAIL_PREFIX)];
  const ids = prefixes.map((prefix) => prefix + order.id);
  return db
    .select()
    .from(emails)
    .where(inArray(emails.id, ids))
    .orderBy(asc(emails.createdAt), asc(emails.id));
}

/** Minutes before an email is tried again: 1, 2, 4 and so on, up to an hour. */
const backOff = sql`now() + least(power(2, ${emails.tries}), 60) * interval '1 minute'`;

/**
 * Takes the next email that is due and passes it to `send`. Other processes skip it meanwhile. A crash between the mail
 * server's answer and our commit may send it again, under the same Message-ID.
 * @returns false when none was due.
 */
export async function sendNext(
  db: Database,
  send: (email: Email) => Promise<void>,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [email] = await tx
      .select()
      .from(emails)
      .where(and(isNull(emails.sentAt), lte(emails.nextTryAt, sql`now()`)))
      .orderBy(asc(emails.nextTryAt))
      .limit(1)
      .for('update', { skipLocked: true });
    if (!email) return false;
    const row = eq(emails.id, email.id);
    try {
      await send(email);
      await tx.update(emails).set({ sentAt: new Date() }).where(row);
    } catch (error) {
      const lastError = error instanceof Error ? error.message : String(error);
      await tx
        .update(emails)
        .set({ tries: sql`${emails.tries} + 1`, nextTryAt: backOff, lastError })
        .where(row);
    }
    return true;
  });
}
