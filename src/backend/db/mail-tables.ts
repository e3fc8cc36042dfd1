import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/**
 * Mail on its way. A letter is written in the transaction of what it tells of, so that none is lost and
 * none speaks of what did not happen; the sender takes it from here.
 */
export const mails = pgTable(
  'mails',
  {
    /** What the letter is about, such as 'paid:ord_…': the same thing is told once. Stands in its Message-ID. */
    id: text().primaryKey(),
    recipient: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** When the mail server took it; null while it waits. */
    sentAt: moment('sent_at'),
    tries: integer().notNull().default(0),
    nextTryAt: moment('next_try_at').notNull().defaultNow(),
    /** What the mail server said last, for the merchant. */
    lastError: text('last_error'),
  },
  (table) => [
    index('mails_waiting').on(table.nextTryAt).where(sql`sent_at is null`),
    index('mails_by_recipient').on(table.recipient, table.createdAt.desc()),
  ],
);
