import { eq } from 'drizzle-orm';
import type { Transaction } from '#backend/db/transact.ts';
import { shippingPlaces } from '#backend/shipping/tables.ts';
import { isPickup } from '#domain/delivery/places.ts';
import { findState, stateOfPlace } from '#domain/places/geography.ts';

/**
 * Whether a fee (kobo) is that of a place to which an address in this state may belong. A client that knows the
 * specification alone sends a fee without its place: for Maiduguri it may be the ₦0 of collecting in Lagos.
 */
export async function isFeeOfState(
  transaction: Transaction,
  feeKobo: number,
  address: string,
): Promise<boolean> {
  const home = findState(address);
  const places = await transaction
    .select()
    .from(shippingPlaces)
    .where(eq(shippingPlaces.amountKobo, feeKobo));
  return places.some(({ place, state }) => {
    const there = state ?? stateOfPlace(place);
    return there ? there === home : !isPickup(place);
  });
}
