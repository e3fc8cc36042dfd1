import { bigserial, index, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/**
 * What the merchant's people did to reviews and accounts: who, what, when. Rows are only ever added: the trigger
 * staff_actions_append_only refuses all else. They outlive what they are about, and hold no personal data of customers.
 */
export const staffActions = pgTable(
  'staff_actions',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    at: timestamp({ withTimezone: true, mode: 'date' }).notNull().defaultNow(),
    recordedBy: text('recorded_by').notNull(),
    action: text({
      enum: [
        'review.hide',
        'review.show',
        'review.delete',
        'account.block',
        'account.unblock',
        'account.erase',
      ],
    }).notNull(),
    /** The id of the review or account. */
    subject: text().notNull(),
  },
  (table) => [index('staff_actions_by_subject').on(table.subject)],
);

export type StaffAction = typeof staffActions.$inferSelect;
