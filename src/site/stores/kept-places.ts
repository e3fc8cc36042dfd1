import type { ShippingPlace } from '#contract/app-data.ts';
import { isNaira, isRecord, isText, readJson } from './json.ts';

/** Ms for which cached API data is kept (spec §9). */
export const FRESH = 60_000;

/** Reads places kept by an earlier page of this tab; undefined when there are none, or they are too old. */
export function decodePlaces(text: string | null, now: number): ShippingPlace[] | undefined {
  const value = readJson(text);
  if (!isRecord(value) || typeof value.at !== 'number' || !Array.isArray(value.places))
    return undefined;
  if (Math.abs(now - value.at) > FRESH) return undefined;
  const places = value.places.filter(
    (place): place is ShippingPlace =>
      isRecord(place) && isText(place.place, 1000) && isNaira(place.amount),
  );
  return places.length === value.places.length ? places : undefined;
}
