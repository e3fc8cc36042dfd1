import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';
import type { Scope, Takes } from '#domain/promotions/promotion.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** The merchant's promotions (domain/promotions/promotion.ts). Their rules never change, so that an order's can be told; a new one does. */
export const promotions = pgTable(
  'promotions',
  {
    id: text().primaryKey(),
    label: text().notNull(),
    takes: jsonb().$type<Takes>().notNull(),
    scope: jsonb().$type<Scope>().notNull(),
    fromKobo: bigint('from_kobo', { mode: 'number' }).notNull().default(0),
    beginsAt: moment('begins_at'),
    endsAt: moment('ends_at'),
    useLimit: integer('use_limit'),
    customerLimit: integer('customer_limit'),
    addsUp: boolean('adds_up').notNull().default(false),
    automatic: boolean().notNull().default(false),
    stoppedAt: moment('stopped_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    check('promotions_period', sql`${table.beginsAt} < ${table.endsAt}`),
    check('promotions_limits', sql`${table.useLimit} > 0 and ${table.customerLimit} > 0`),
  ],
);

export type PromotionRow = typeof promotions.$inferSelect;

/** The codes of promotions, in capitals. */
export const promotionCodes = pgTable(
  'promotion_codes',
  {
    code: text().primaryKey(),
    promotionId: text('promotion_id')
      .notNull()
      .references(() => promotions.id),
    /** Whether it counts once. */
    once: boolean().notNull().default(false),
  },
  (table) => [index('promotion_codes_by_promotion').on(table.promotionId)],
);
