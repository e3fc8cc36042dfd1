import { isRecord } from '#contract/reading/record.ts';
import { isText, readJson } from '#site/storage/json.ts';
import { DESTINATION_KEY } from '#site/storage/keys.ts';
import { persistent } from '#site/storage/persistent.ts';

/** The destination of this device's parcels: no address, only what decides fee and date. */
export interface Destination {
  state: string;
  /** A local government area of the state; '' if none was chosen. */
  area: string;
  /** The name of the shipping place; '' if none serves the area. */
  place: string;
}

/** Reads a stored destination; null if it is invalid. */
export function decodeDestination(text: string | null): Destination | null {
  const value = readJson(text);
  if (!isRecord(value)) return null;
  const { state, area, place } = value;
  const isField = (field: unknown): field is string => field === '' || isText(field, 200);
  return isText(state, 60) && isField(area) && isField(place) ? { state, area, place } : null;
}

/** The destination, chosen on a product page or at checkout, and synchronised between tabs; null if none was chosen. */
export const $destination = persistent<Destination | null>(DESTINATION_KEY, null, {
  decode: decodeDestination,
  encode: (destination) => (destination ? JSON.stringify(destination) : undefined),
});
