import { asc } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import type { Transaction } from '#backend/db/transact.ts';
import type { ShopFacts } from '#config/shop.ts';
import type { ShippingPlace } from '#contract/app-data.ts';
import { toNaira } from '#domain/money/money.ts';
import { shippingPlaces } from './tables.ts';

/** A place as the merchant stores it. */
export interface OwnPlace {
  /** Its name, as the checkout shows it. Unique. */
  place: string;
  /** Its state; null if the merchant named none. */
  state: string | null;
  /** The local government areas of the state that it serves; null for all of them. */
  areas: string[] | null;
  amountKobo: number;
}

/** Returns the places in the merchant's order. */
export async function ownPlaces(db: Database | Transaction): Promise<OwnPlace[]> {
  const { place, state, areas, amountKobo, position } = shippingPlaces;
  return db
    .select({ place, state, areas, amountKobo })
    .from(shippingPlaces)
    .orderBy(asc(position), asc(place));
}

/**
 * Returns the places to which the shop delivers, with the fee in naira, in the merchant's order (spec §3).
 * @param onDelivery - where she may pay on delivery, and up to how many naira. Null if nowhere.
 */
export async function listShippingPlaces(
  db: Database | Transaction,
  onDelivery: ShopFacts['payOnDelivery'] = null,
): Promise<ShippingPlace[]> {
  const places = await ownPlaces(db);
  return places.map(({ place, state, areas, amountKobo }) => ({
    place,
    amount: toNaira(amountKobo),
    state,
    areas,
    ...(onDelivery?.places?.includes(place) !== false &&
      onDelivery && {
        onDelivery: onDelivery.most,
        ...(onDelivery.deposit && { deposit: true }),
      }),
  }));
}
