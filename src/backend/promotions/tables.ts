import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '#backend/db/columns.ts';
import type { Scope, Takes } from '#domain/promotions/promotion.ts';

/**
 * The merchant's promotions (domain/promotions/promotion.ts). Their rules never change, so that an order's stay known. New
 * rules need a new promotion.
 */
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
    firstOrder: boolean('first_order').notNull().default(false),
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

/** The promotion of all sample codes, so that the list of promotions stays short. Each code has its own rules. */
export const SAMPLES = 'samples';

/** The rules of a sample's code: the price of the sample comes off a bottle of its fragrance (sample-codes.ts). */
export interface SampleTerms {
  kobo: number;
  group: string;
  /** The bottle that its link leads to. The trigger product_renamed updates its id. It counts in any group. */
  productId: string;
  name: string;
  /** In ms since 1970. */
  endsAt: number;
  /** The positions of the samples in its order. Absent in older codes. */
  lines?: number[];
}

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
    /**
     * The order whose customer alone may use it, until its sample is refunded (uses.ts). If the order is deleted, nothing
     * shows whose code it is. Its foreign key is made by hand, because the tables of orders depend on those of promotions.
     */
    orderId: text('order_id'),
    /** Rules that replace those of its promotion. */
    terms: jsonb().$type<SampleTerms>(),
    staffEndedAt: moment('staff_ended_at'),
    /** The time when staff last gave it back, whatever had ended it. */
    givenBackAt: moment('given_back_at'),
  },
  (table) => [
    index('promotion_codes_by_promotion').on(table.promotionId),
    index('promotion_codes_by_plain').on(sql`plain_code(code)`),
    index('promotion_codes_by_order').on(table.orderId).where(sql`order_id is not null`),
    index('promotion_codes_by_bottle').on(sql`(terms->>'productId')`).where(sql`terms is not null`),
    check('promotion_codes_whole', sql`(${table.orderId} is null) = (${table.terms} is null)`),
  ],
);
