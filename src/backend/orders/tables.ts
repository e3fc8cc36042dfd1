import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  pgView,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { accounts } from '#backend/accounts/tables.ts';
import { moment } from '#backend/db/columns.ts';
import { promotions } from '#backend/promotions/tables.ts';
import type { DeliveryDates } from '#domain/delivery/promise.ts';
import type { Campaign } from '#domain/orders/campaign.ts';
import type { KeptPromotion } from '#domain/promotions/kept.ts';

/** The dates of an order, and the state that they were calculated for: null when it was not known. */
export type KeptDelivery = DeliveryDates & { state: string | null };

/**
 * An attempt to buy, and its outcome. `stock.reserved` counts its units exactly while it is pending and not accepted:
 * the transaction that makes the order reserves them, the one that ends it unpaid releases them, and the one that
 * accepts it takes them off `stock.onHand`. A late payment takes them off what can still be bought. The trigger
 * orders_transitions refuses every transition but those of decision 12.
 */
export const orders = pgTable(
  'orders',
  {
    /** 'ord_' and random characters. The last five are the number that people say. */
    id: text().primaryKey(),
    status: text({ enum: ['pending', 'paid', 'failed', 'cancelled'] })
      .notNull()
      .default('pending'),
    /** That of its first payment (payment-tables.ts), for ever: links, codes and seals follow from it. */
    reference: text().notNull().unique(),
    email: text().notNull(),
    /** The signed-in customer. Null for a guest: the order belongs to the account that verifies its address. */
    accountId: text('account_id').references(() => accounts.id, { onDelete: 'set null' }),
    /** SHA-256 of the secret in the link that shows the order (order-book/order-link.ts). */
    shareHash: text('share_hash').unique(),
    /**
     * SHA-256 of the secret in the previous link. That link no longer shows the order, but it can still ask for a
     * new one.
     */
    formerShareHash: text('former_share_hash').unique(),
    /** When the present link was asked for. Null while it is that of the confirmation email. */
    sharedAt: moment('shared_at'),
    /** Set when the customer's account is deleted: at this time the personal data of the order is erased. */
    eraseAt: moment('erase_at'),
    fullName: text('full_name').notNull(),
    shippingEmail: text('shipping_email').notNull(),
    /** As typed. */
    phone: text().notNull(),
    /** The same in E.164. Null when it cannot be read as a number; the merchant is told to check it. */
    phoneE164: text('phone_e164'),
    address: text().notNull(),
    city: text().notNull(),
    state: text().notNull(),
    country: text().notNull(),
    /** The shopper's additions (domain/orders/order-extras.ts). */
    gift: text(),
    giftMessage: text('gift_message'),
    buyerName: text('buyer_name'),
    buyerPhone: text('buyer_phone'),
    note: text(),
    /** The chosen place. Null when the client sent only a fee. */
    shippingPlace: text('shipping_place'),
    /** The fee is that of some place, but it is not known which place was meant. The merchant checks. */
    feeUnconfirmed: boolean('fee_unconfirmed').notNull().default(false),
    /** Nor does any place with that fee lie in the state of the address: staff name one before the order is packed. */
    placeMissing: boolean('place_missing').notNull().default(false),
    feeKobo: bigint('fee_kobo', { mode: 'number' }).notNull(),
    /** The amount that the provider takes: lines and fee less the discount. */
    totalKobo: bigint('total_kobo', { mode: 'number' }).notNull(),
    /** The discount of promotions, and which ones gave it. */
    discountKobo: bigint('discount_kobo', { mode: 'number' }).notNull().default(0),
    promotion: jsonb().$type<KeptPromotion>(),
    /** When it was promised to arrive. Null when nothing could be promised. */
    delivery: jsonb().$type<KeptDelivery>(),
    /**
     * The first order of a purchase: when a browser begins to pay anew, its new order replaces the unpaid one before it.
     * One of them can be pending, and one can be paid. Those that replace the goods of one return are a purchase, too.
     */
    purchaseId: text('purchase_id').notNull(),
    /** The browser's key for this attempt (extension payment.idempotencyKey). Null once the attempt ends unpaid. */
    attemptKey: text('attempt_key').unique(),
    /** That key once the attempt has ended unpaid. It shows its browser the order if money comes all the same. */
    endedAttemptKey: text('ended_attempt_key'),
    attemptHash: text('attempt_hash').notNull(),
    reservationExpiresAt: moment('reservation_expires_at').notNull(),
    reservationExtended: boolean('reservation_extended').notNull().default(false),
    /** Network address of the client, for the cap on reservations. Null when not known. */
    clientAddress: text('client_address'),
    /**
     * From when on it may be packed, with its units taken off the stock: a payment sets it, and a way that accepts without
     * money. Never cleared. An accepted, unpaid order is pending for every client, has no end of reservation, and ends by
     * staff alone.
     */
    acceptedAt: moment('accepted_at'),
    /** When its customer cancelled it. Money that comes later buys nothing. */
    cancelledAt: moment('cancelled_at'),
    paidAt: moment('paid_at'),
    /** Money arrived that paid for nothing: no stock was left, or the amount was wrong. */
    refundNeeded: boolean('refund_needed').notNull().default(false),
    reversedAt: moment('reversed_at'),
    /**
     * When all of a payment had gone back that was due for it or reversed. The triggers *_mark_paid_back set it, from what
     * the view order_money says.
     */
    refundedAt: moment('refunded_at'),
    /**
     * When its goods left the shop or came back into stock: nothing of it is to pack any more. The triggers *_goods_gone on
     * fulfilment_steps and restocks set it.
     */
    goneAt: moment('gone_at'),
    /**
     * When its goods were delivered, or came back: they are on the way no more. The trigger fulfilment_goods_arrived
     * sets it.
     */
    arrivedAt: moment('arrived_at'),
    /**
     * When it was made again from what was sealed beside its payment (payments/rebuild/rebuild.ts). Null for other
     * orders.
     */
    rebuiltAt: moment('rebuilt_at'),
    /** The unknown parts of a rebuilt order, as the rest of a sentence. Null if all is known. */
    rebuiltWithout: text('rebuilt_without'),
    /** The campaign that led to the visit (extension payment.campaign). Null when none is known. */
    campaign: jsonb().$type<Campaign>(),
    /** Why it failed or needs the merchant, in English. */
    remark: text(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    check('orders_status', sql`${table.status} in ('pending', 'paid', 'failed', 'cancelled')`),
    check(
      'orders_paid_when',
      sql`${table.status} <> 'paid' or (${table.paidAt} is not null and ${table.acceptedAt} is not null)`,
    ),
    check(
      'orders_sums',
      sql`${table.feeKobo} >= 0 and ${table.totalKobo} >= 0 and ${table.discountKobo} >= 0 and ${table.totalKobo} + ${table.discountKobo} >= ${table.feeKobo}`,
    ),
    check(
      'orders_refunded_what_was_due',
      sql`${table.refundedAt} is null or ${table.refundNeeded} or ${table.reversedAt} is not null`,
    ),
    index('orders_refund_due')
      .on(table.createdAt)
      .where(sql`refund_needed and refunded_at is null`),
    uniqueIndex('orders_purchase_pending').on(table.purchaseId).where(sql`status = 'pending'`),
    uniqueIndex('orders_purchase_paid').on(table.purchaseId).where(sql`status = 'paid'`),
    index('orders_by_purchase').on(table.purchaseId),
    index('orders_pending').on(table.reservationExpiresAt).where(sql`status = 'pending'`),
    index('orders_pending_email').on(table.email).where(sql`status = 'pending'`),
    index('orders_pending_address').on(table.clientAddress).where(sql`status = 'pending'`),
    index('orders_by_created').on(table.createdAt.desc()),
    index('orders_by_status').on(
      table.status,
      sql`${table.createdAt} desc nulls last`,
      sql`${table.id} desc`,
    ),
    index('orders_to_pack')
      .on(sql`${table.createdAt} desc nulls last`, sql`${table.id} desc`)
      .where(sql`accepted_at is not null and gone_at is null`),
    index('orders_on_the_way')
      .on(sql`${table.createdAt} desc nulls last`, sql`${table.id} desc`)
      .where(sql`gone_at is not null and arrived_at is null`),
    index('orders_arrived')
      .on(sql`${table.createdAt} desc nulls last`, sql`${table.id} desc`)
      .where(sql`arrived_at is not null`),
    index('orders_by_payment').on(table.paidAt).where(sql`status = 'paid'`),
    index('orders_reversed').on(table.createdAt).where(sql`reversed_at is not null`),
    index('orders_by_ended_attempt')
      .on(table.endedAttemptKey)
      .where(sql`ended_attempt_key is not null`),
    index('orders_by_email').on(table.email),
    index('orders_by_account').on(table.accountId),
    index('orders_by_phone').on(table.phoneE164).where(sql`phone_e164 is not null`),
    index('orders_to_erase').on(table.eraseAt).where(sql`erase_at is not null`),
  ],
);

export type OrderRow = typeof orders.$inferSelect;

/** The beginning of the name of a purchase that replaces returned goods. The id of the return follows. */
export const EXCHANGE = 'return-';

/** A line of an order, at the price it was ordered at. No foreign key to products: a line outlives its product. */
export const orderItems = pgTable(
  'order_items',
  {
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    productId: text('product_id').notNull(),
    name: text().notNull(),
    priceKobo: bigint('price_kobo', { mode: 'number' }).notNull(),
    image: text().notNull(),
    /** Concentration and size at that time: 'Eau de Parfum · 50 ml'. Null if they were not known. */
    facts: text(),
    quantity: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.position] }),
    check('order_items_quantity', sql`${table.quantity} > 0`),
    index('order_items_by_product').on(table.productId),
  ],
);

export type OrderLine = typeof orderItems.$inferSelect;

/**
 * The promotions that counted for an order. Whether they still do is what the order's status says
 * (promotions/uses.ts).
 */
export const promotionUses = pgTable(
  'promotion_uses',
  {
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    promotionId: text('promotion_id')
      .notNull()
      .references(() => promotions.id),
    /** Null for one that counted by itself. */
    code: text(),
    kobo: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [
    // Several codes of samples belong to one promotion, and may count for one order.
    uniqueIndex('promotion_uses_once').on(
      table.orderId,
      table.promotionId,
      sql`coalesce(${table.code}, '')`,
    ),
    index('promotion_uses_by_promotion').on(table.promotionId),
    index('promotion_uses_by_code').on(table.code).where(sql`code is not null`),
  ],
);

/**
 * The parts of the sets in an order, as they were ordered. A line without rows is not a set. The view order_units
 * has the units whose stock an order moves: the parts of its sets, and its other products.
 */
export const orderParts = pgTable(
  'order_parts',
  {
    orderId: text('order_id').notNull(),
    position: integer().notNull(),
    productId: text('product_id').notNull(),
    /** Units in one set. */
    quantity: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.position, table.productId] }),
    foreignKey({
      columns: [table.orderId, table.position],
      foreignColumns: [orderItems.orderId, orderItems.position],
    }).onDelete('cascade'),
    index('order_parts_by_product').on(table.productId),
    check('order_parts_quantity', sql`${table.quantity} > 0`),
  ],
);

/** Units of products, each once, whose stock an order moves. */
export const orderUnits = pgView('order_units', {
  orderId: text('order_id').notNull(),
  productId: text('product_id').notNull(),
  quantity: integer().notNull(),
}).existing();

/** The same units without those that came back one by one: what a restock of the whole order brings back. */
export const unitsOut = pgView('units_out', {
  orderId: text('order_id').notNull(),
  productId: text('product_id').notNull(),
  quantity: integer().notNull(),
}).existing();

/**
 * Webhooks that were received. The provider sends no event id: `dataId` is what tells an event from others of its name
 * (payment-provider/provider.ts).
 */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    event: text().notNull(),
    dataId: text('data_id').notNull(),
    reference: text(),
    receivedAt: moment('received_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.event, table.dataId] })],
);

/**
 * Orders whose units have come back into stock as a whole: all that had not come back before (the view units_out).
 * Later none can come back one by one.
 */
export const restocks = pgTable('restocks', {
  orderId: text('order_id')
    .primaryKey()
    .references(() => orders.id, { onDelete: 'cascade' }),
  recordedBy: text('recorded_by').notNull(),
  at: moment('at').notNull().defaultNow(),
});

/**
 * Units of a line that came back one by one (decision 62). Rows are only added. The trigger units_back_within_line
 * refuses more than the line has.
 */
export const unitsBack = pgTable(
  'units_back',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    orderId: text('order_id').notNull(),
    position: integer().notNull(),
    /** The units that can be sold again, and those that cannot. */
    restocked: integer().notNull(),
    writtenOff: integer('written_off').notNull(),
    recordedBy: text('recorded_by').notNull(),
    at: moment('at').notNull().defaultNow(),
  },
  (table) => [
    foreignKey({
      columns: [table.orderId, table.position],
      foreignColumns: [orderItems.orderId, orderItems.position],
    }).onDelete('cascade'),
    index('units_back_by_line').on(table.orderId, table.position),
    check(
      'units_back_some',
      sql`restocked >= 0 and written_off >= 0 and restocked + written_off > 0`,
    ),
  ],
);
