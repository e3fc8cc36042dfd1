import type { ShippingPlace } from '#contract/app-data.ts';
import { stateOf } from '#domain/delivery/places.ts';
import { looksMistyped } from '#domain/orders/phone.ts';
import type { Draft } from '#site/checkout/draft-store.ts';

/** Asks about a phone number that is hardly one. It is allowed. */
export function phoneDoubt({ phone }: Draft): string | undefined {
  return phone.trim() && looksMistyped(phone)
    ? 'Is this number right? A Nigerian one has 11 digits.'
    : undefined;
}

/** Points out a place that does not serve the address. It is allowed: the customer may collect the parcel there. */
export function placeDoubt(place: ShippingPlace, state: string, city: string): string | undefined {
  const there = stateOf(place);
  if (!there || !state) return undefined;
  if (there !== state) {
    return `This location is in ${there}, your address in ${state}. Leave it if that is what you mean.`;
  }
  if (!city || !place.areas || place.areas.includes(city)) return undefined;
  return `This location does not serve ${city}. Leave it if you collect your parcel there.`;
}
