import { placesFor, stateOf } from '#domain/delivery/places.ts';
import { isPickup } from '#domain/delivery/words.ts';
import { $destination } from '#site/delivery/destination-store.ts';
import { $shippingPlaces } from '#site/delivery/places-store.ts';
import { $draft, keepDraft } from './draft-store.ts';
import type { FieldName } from './fields.ts';

/** Begins a draft that knows no state with the destination that this device has chosen elsewhere. */
export function beginDraft(): void {
  const chosen = $destination.get();
  const { state, shippingLocation } = $draft.get();
  if (!chosen || state || shippingLocation) return;
  keepDraft({ state: chosen.state, city: chosen.area, shippingLocation: chosen.place });
}

/**
 * After a change of this field: chooses the place that alone brings a parcel to the city, and remembers the destination for
 * the other pages. A place that was chosen stays if it serves the city, or is in another state: the note beneath it says so.
 */
export function followDraft(name: FieldName): void {
  const { state, city, shippingLocation } = $draft.get();
  const list = $shippingPlaces.get().list ?? [];
  if (name === 'city' && city) {
    const { serving } = placesFor(list, state, city);
    const [only, more] = serving.filter(({ place }) => !isPickup(place));
    const chosen = list.find(({ place }) => place === shippingLocation);
    const stays = chosen && (serving.includes(chosen) || stateOf(chosen) !== state);
    if (only && !more && !stays) keepDraft({ shippingLocation: only.place });
  }
  const place = $draft.get().shippingLocation;
  if (['state', 'city', 'shippingLocation'].includes(name) && state && place) {
    $destination.set({ state, area: $draft.get().city, place });
  }
}
