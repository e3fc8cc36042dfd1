import type { ShippingPlace } from '#contract/app-data.ts';
import { stateOf } from '#domain/delivery/places.ts';
import { looksMistyped } from '#domain/orders/phone.ts';
import type { Draft } from '#site/checkout/draft-store.ts';

/** The places of a state, and the others. If none is in it, all are in one list. */
export function byState(list: readonly ShippingPlace[], state: string) {
  const here = list.filter((place) => stateOf(place) === state);
  return here.length === 0
    ? { here: list, others: [] }
    : { here, others: list.filter((place) => !here.includes(place)) };
}

/** Asks about a phone number that is hardly one. It is allowed. */
export function phoneDoubt({ phone }: Draft): string | undefined {
  return phone.trim() && looksMistyped(phone)
    ? 'Is this number right? A Nigerian one has 11 digits.'
    : undefined;
}

const ANOTHER = 'Choose another place, or keep this one to collect the parcel there yourself.';

/** Points out a place that does not serve the address. It is allowed: the customer may collect the parcel there. */
export function placeDoubt(place: ShippingPlace, state: string, city: string): string | undefined {
  const there = stateOf(place);
  if (!there || !state) return undefined;
  if (there !== state) {
    return `This place is in ${there}, and your address is in ${state}. ${ANOTHER}`;
  }
  if (!city || !place.areas || place.areas.includes(city)) return undefined;
  return `We do not deliver to ${city} from this place. ${ANOTHER}`;
}
