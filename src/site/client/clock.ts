/**
 * The shop's clock, for everything that the shop decides: whether a discount counts, when a parcel leaves. Device
 * clocks are wrong by minutes or days. The `Date` header of an answer tells how far ahead the shop is. The age of
 * something on this device (a cache, a toast) uses the device's own clock: clock-uses.test.ts lists these uses.
 */
import { tab } from '#site/storage/tab.ts';

/** Milliseconds; undefined before the first answer. */
let ahead: number | undefined;
let heard = false;
const KEY = 'turare:clock';
// Where storage is blocked, each page asks by itself.
const kept = Number.parseInt(tab.get(KEY) ?? '', 10);
if (!Number.isNaN(kept)) ahead = kept;

/** Reads the clock from an answer of the server, if CORS allows it. */
export function hearClock(headers: Headers): void {
  // The header has whole seconds, rounded down.
  const told = Date.parse(headers.get('date') ?? '') + 500 - Date.now();
  // An answer may be late or cached, but never early: the latest time counts.
  if (Number.isNaN(told) || (heard && told <= (ahead ?? 0))) return;
  heard = true;
  ahead = told;
  tab.set(KEY, String(ahead));
}

/** Returns the shop's time (ms since 1970), or the device's before the first answer. */
export const shopTime = (): number => Date.now() + (ahead ?? 0);

/** Whether `shopTime` is the shop's own time. */
export const isShopTime = (): boolean => ahead !== undefined;
