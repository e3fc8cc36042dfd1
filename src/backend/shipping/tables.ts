import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core';

/** The places of delivery, with their fees. */
export const shippingPlaces = pgTable('shipping_places', {
  place: text().primaryKey(),
  state: text(),
  /** The local government areas of the state that it serves (domain/places/areas.ts). Null: all of them. */
  areas: text().array(),
  amountKobo: bigint('amount_kobo', { mode: 'number' }).notNull(),
  position: integer().notNull().default(0),
});
