import { bigserial, index, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '#backend/db/columns.ts';

/**
 * The actions of the merchant's people on products, orders, reviews and accounts: who, what, when. Rows are only ever
 * added; the trigger staff_actions_append_only refuses all else. They outlive their subjects, and hold no personal data of
 * customers.
 */
export const staffActions = pgTable(
  'staff_actions',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    at: moment('at').notNull().defaultNow(),
    recordedBy: text('recorded_by').notNull(),
    action: text({
      enum: [
        'review.hide',
        'review.show',
        'review.delete',
        'review.keep',
        'account.block',
        'account.unblock',
        'account.erase',
        'product.add',
        'product.change',
        'product.hide',
        'product.show',
        'product.retire',
        'product.delete',
        'product.rename',
        'catalogue.import',
        'catalogue.undo',
        'brand.rename',
        'category.rename',
        'staff.invite',
        'staff.join',
        'staff.recover',
        'staff.add-device',
        'staff.revoke',
        'staff.role',
        'staff.remove',
        'order.cancel',
        'order.rebuild',
        'order.note',
        'order.sheet',
        'order.refund',
        'order.refunded',
        'order.refund_account',
        'order.transfer',
        'order.accept_less',
        'order.collected',
        'order.write_off',
        'cash.handed_in',
        'order.refused',
        'order.lift_refusal',
        'order.end-code',
        'order.name-place',
        'order.give-code-back',
        'order.export',
        'return.accept',
        'return.refuse',
        'return.receive',
        'return.exchange',
        'payment.refund',
        'place.add',
        'place.change',
        'place.move',
        'place.remove',
        'promotion.add',
        'promotion.stop',
        'promotion.codes',
        'fact.set',
        'fact.reset',
        'email.retry',
        'site.publish',
        'site.rollback',
        'site.resume',
        'backup.make',
      ],
    }).notNull(),
    /** The id of the review, account, product or order, or the earlier name of the person, brand or category. */
    subject: text().notNull(),
    /** The id or name afterwards. Null if it did not change. */
    renamedTo: text('renamed_to'),
    /** The changes, in words: 'price from ₦12,000 to ₦13,500'. Null if the action is enough. */
    detail: text(),
  },
  (table) => [index('staff_actions_by_subject').on(table.subject)],
);

export type StaffAction = typeof staffActions.$inferSelect;
