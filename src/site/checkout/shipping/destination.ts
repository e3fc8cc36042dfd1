import { placesFor, stateOf } from '#domain/delivery/places.ts';
import { $draft, type FieldName, keepDraft } from '#site/checkout/draft-store.ts';
import { $destination } from '#site/delivery/destination-store.ts';
import { fetchShippingPlaces } from '#site/delivery/places-store.ts';

/**
 * Follows a change of this field: chooses the place if only one delivers to the city, and remembers the destination for
 * the other pages. A chosen place stays if it serves the city. It also stays if it is in another state: a note says so.
 */
export async function followDraft(name: FieldName): Promise<void> {
  if (name === 'city') await choosePlace($draft.get().city);
  const { state, city, shippingLocation: place } = $draft.get();
  if (['state', 'city', 'shippingLocation'].includes(name) && state && place) {
    $destination.set({ state, area: city, place });
  }
}

async function choosePlace(city: string): Promise<void> {
  // A quick shopper gets here before the places have loaded.
  const list = (city && (await fetchShippingPlaces())) || [];
  const draft = $draft.get();
  if (draft.city !== city) return;
  const { serving, delivered } = placesFor(list, draft.state, city);
  const [only, more] = delivered;
  const chosen = list.find(({ place }) => place === draft.shippingLocation);
  const stays = chosen && (serving.includes(chosen) || stateOf(chosen) !== draft.state);
  if (only && !more && !stays) keepDraft({ shippingLocation: only.place });
}
