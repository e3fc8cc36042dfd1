import { isNull, sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { messageIdOf } from '#backend/mail/smtp.ts';
import { emails } from '#backend/mail/tables.ts';

/** What has been delivered, by Message-ID, each with what it is about. No restore takes it back. */
export type Mailbox = Map<string, Set<string>>;

/** Delivers what waits. */
export async function deliverMail(db: Database, mailbox: Mailbox): Promise<void> {
  const waiting = await db
    .update(emails)
    .set({ sentAt: sql`now()` })
    .where(isNull(emails.sentAt))
    .returning();
  for (const email of waiting) {
    const id = messageIdOf(email, 'shop.example');
    mailbox.set(id, (mailbox.get(id) ?? new Set()).add(`${email.recipient} ${email.subject}`));
  }
}
