import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '#backend/db/columns.ts';

/**
 * The outbox of the shop. A row is written in the transaction of its event, so none is lost, and none reports what did not
 * happen. The sender of its kind takes it from here.
 */
export const emails = pgTable(
  'emails',
  {
    /** Its event, such as 'paid:ord_…'. An id is sent once. It is part of the Message-ID. */
    id: text().primaryKey(),
    /**
     * Each sender takes one kind. During an update an older version runs beside the new one. So a version that takes only
     * its own kind must be released before another kind is written.
     */
    kind: text({ enum: ['email'] })
      .notNull()
      .default('email'),
    recipient: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    /** The address for stopping such emails by one POST (RFC 8058). Null for those that answer an order or a login. */
    unsubscribeUrl: text('unsubscribe_url'),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** When the mail server accepted it. Null while it waits. */
    sentAt: moment('sent_at'),
    /** The tries so far, including one in progress. */
    tries: integer().notNull().default(0),
    /** The earliest time of the next try. A process that tries it moves this past the try. Infinite for a dead letter. */
    nextTryAt: moment('next_try_at').notNull().defaultNow(),
    /** No try begins after this. A mail server that is down over a weekend delays emails and loses none. */
    expiresAt: moment('expires_at').notNull().default(sql`now() + interval '4 days'`),
    /** The time when it became a dead letter: it was refused for good, or not accepted in time. */
    deadAt: moment('dead_at'),
    /** The mail server's last error, for the merchant. */
    lastError: text('last_error'),
  },
  (table) => [
    index('emails_waiting').on(table.nextTryAt).where(sql`sent_at is null`),
    index('emails_dead').on(table.deadAt).where(sql`dead_at is not null`),
    // For the sweeper: emails of accounts, which are removed, and others whose content is.
    index('emails_of_accounts').on(table.createdAt).where(sql`id like 'account:%'`),
    index('emails_of_stock_alerts').on(table.createdAt).where(sql`id like 'stock-alert%'`),
    index('emails_with_content')
      .on(sql`coalesce(${table.sentAt}, ${table.deadAt})`)
      .where(sql`text <> '' and coalesce(sent_at, dead_at) is not null`),
    index('emails_by_recipient').on(table.recipient, table.createdAt.desc()),
  ],
);
