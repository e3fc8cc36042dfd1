import { isNull, sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { messageIdOf } from '#backend/mail/smtp.ts';
import { emails } from '#backend/mail/tables.ts';
import { MERCHANT_EMAIL_PREFIX } from '#backend/orders/merchant-emails.ts';

/** The delivered emails. No restore takes them back. */
export interface Mailbox {
  /** The recipients and subjects by Message-ID. */
  matters: Map<string, Set<string>>;
  /** The merchant's emails with a copy of their order, by its id. */
  copies: Map<string, string>;
}

/** Delivers waiting emails. */
export async function deliverMail(db: Database, { matters, copies }: Mailbox): Promise<void> {
  const waiting = await db
    .update(emails)
    .set({ sentAt: sql`now()` })
    .where(isNull(emails.sentAt))
    .returning();
  for (const email of waiting) {
    const id = messageIdOf(email, 'shop.example');
    matters.set(id, (matters.get(id) ?? new Set()).add(`${email.recipient} ${email.subject}`));
    const { text } = email;
    if (text.includes('order-copy['))
      copies.set(email.id.slice(MERCHANT_EMAIL_PREFIX.paid.length), text);
  }
}
