import { stateOfPlace } from '#domain/places/geography.ts';

/** A shipping place and its location. */
export interface MappedPlace {
  /** Its name, unique. */
  place: string;
  /** Naira. */
  amount: number;
  /** Its state; absent or null if the backend does not say. */
  state?: string | null | undefined;
  /** Its local government areas; absent or null if the backend does not say: then its whole state. */
  areas?: readonly string[] | null | undefined;
}

/** Whether a shipping place is the shop itself, by its name. Its parcel is ready that day, and nobody delivers it. */
export const isPickup = (place: string): boolean => /\b(pick[- ]?up|collect(ion)?)\b/i.test(place);

/** Returns the state of a place: what the backend says, otherwise the one in its name; null if it has none. */
export const stateOf = ({ place, state }: MappedPlace): string | null =>
  state ?? stateOfPlace(place) ?? null;

/** The places of a state, by whether they serve an area. */
export interface PlacesFor<P> {
  /** Places that serve the area. If there is more than one, the shopper chooses. */
  serving: P[];
  /** Those with delivery. If there is only one, it is chosen for the shopper. */
  delivered: P[];
  /** Places in the state that do not serve the area. */
  others: P[];
}

const words = (text: string) => ` ${text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')} `;

/**
 * Returns the places for an area of a state (areas.ts). A place without areas serves its whole state, one without a
 * state serves all states. Among those, places with the area in their name come first.
 */
export function placesFor<P extends MappedPlace>(
  places: readonly P[],
  state: string,
  area: string,
): PlacesFor<P> {
  const here = places.filter((place) => [state, null].includes(stateOf(place)));
  const serves = ({ areas }: P) => !areas || areas.includes(area);
  const named = ({ place }: P) => words(place).includes(words(area));
  const unsorted = here.filter(serves);
  const serving = [...unsorted.filter(named), ...unsorted.filter((place) => !named(place))];
  return {
    serving,
    delivered: serving.filter(({ place }) => !isPickup(place)),
    others: here.filter((place) => !serves(place)),
  };
}
