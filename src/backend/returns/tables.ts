import { type SQL, sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import { bytes, moment } from '#backend/db/columns.ts';
import { orderItems, orders } from '#backend/orders/tables.ts';
import { REASON_IDS, WISH_IDS } from '#domain/returns/rules.ts';

/**
 * Requests to return goods, one row each (decision 62). A request changes no stock and no money: staff answer it,
 * receive the goods, and pay back or send another order. The trigger refunds_end_returns sets the end when the
 * money goes back.
 */
export const returns = pgTable(
  'returns',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    /** The browser's name for the request: sent twice, it is one. */
    attempt: text().notNull().unique(),
    reason: text({ enum: REASON_IDS }).notNull(),
    /** Whether she says that a seal is broken. */
    opened: boolean().notNull(),
    /** Her description. Empty once it is erased. */
    words: text().notNull(),
    wish: text({ enum: WISH_IDS }).notNull(),
    askedAt: moment('asked_at').notNull().defaultNow(),
    acceptedAt: moment('accepted_at'),
    refusedAt: moment('refused_at'),
    /** The steps that staff have written to her, or why they refuse. */
    answer: text(),
    answeredBy: text('answered_by'),
    receivedAt: moment('received_at'),
    receivedBy: text('received_by'),
    /** The share of what arrived, in kobo: its goods, and its part of the delivery fee. Null before. */
    goodsKobo: bigint('goods_kobo', { mode: 'number' }),
    feeKobo: bigint('fee_kobo', { mode: 'number' }),
    /** The order that replaces the goods, and the kobo of them that it used up. */
    exchangeId: text('exchange_id').references(() => orders.id, { onDelete: 'set null' }),
    exchangeKobo: bigint('exchange_kobo', { mode: 'number' }).notNull().default(0),
    /** When it was refused, paid back or exchanged. */
    endedAt: moment('ended_at'),
  },
  (table) => [
    index('returns_by_order').on(table.orderId),
    index('returns_open').on(table.askedAt).where(sql`ended_at is null`),
    index('returns_by_exchange').on(table.exchangeId).where(sql`exchange_id is not null`),
    check('returns_refused', sql`refused_at is null or ended_at is not null`),
    check(
      'returns_received',
      sql`(received_at is null) = (goods_kobo is null) and (goods_kobo is null) = (fee_kobo is null)`,
    ),
  ],
);

export type ReturnRow = typeof returns.$inferSelect;

/** The lines of a return. The trigger return_lines_within_order refuses more units than the order has left. */
export const returnLines = pgTable(
  'return_lines',
  {
    returnId: bigint('return_id', { mode: 'number' })
      .notNull()
      .references(() => returns.id, { onDelete: 'cascade' }),
    orderId: text('order_id').notNull(),
    position: integer().notNull(),
    quantity: integer().notNull(),
    /** The units that have arrived. Null before. */
    received: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.returnId, table.position] }),
    foreignKey({
      columns: [table.orderId, table.position],
      foreignColumns: [orderItems.orderId, orderItems.position],
    }).onDelete('cascade'),
    index('return_lines_by_line').on(table.orderId, table.position),
    check('return_lines_units', sql`quantity > 0 and received between 0 and quantity`),
  ],
);

export type ReturnLine = typeof returnLines.$inferSelect;

/**
 * The pictures of a return, redrawn without place and device. They are here and not in the store of pictures, so that
 * nobody else can ask for them, and they are gone with their row.
 */
export const returnPictures = pgTable(
  'return_pictures',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    returnId: bigint('return_id', { mode: 'number' })
      .notNull()
      .references(() => returns.id, { onDelete: 'cascade' }),
    /** The hash of the file as it was sent: sent twice, it is one. */
    hash: text().notNull(),
    mime: text().notNull(),
    bytes: bytes().notNull(),
    /** A small WebP, for her own page. */
    preview: bytes().notNull(),
    at: moment('at').notNull().defaultNow(),
  },
  (table) => [index('return_pictures_by_return').on(table.returnId)],
);

/** The units of a line `i` that a request or an arrival keeps from being asked for again. */
export const unitsAsked: SQL = sql`(select coalesce(sum(coalesce(l.received, l.quantity)), 0)::int
  from return_lines l join returns r on r.id = l.return_id
  where l.order_id = i.order_id and l.position = i.position and (r.refused_at is null or r.received_at is not null))`;
