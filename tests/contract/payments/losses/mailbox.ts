import { isNull, sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { messageIdOf } from '#backend/mail/smtp.ts';
import { emails } from '#backend/mail/tables.ts';

/** The delivered emails by Message-ID, each with its subject. No restore takes them back. */
export type Mailbox = Map<string, Set<string>>;

/** Delivers waiting emails. */
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
