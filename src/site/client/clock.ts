/**
 * The shop's clock, for whatever the shop decides: whether a discount counts, when a parcel leaves. Devices are wrong by
 * minutes or days. The header `Date` of an answer tells how far ahead the shop is. How old something is on this device (a
 * cache, a toast) is measured by the device's own clock: clock-uses.test.ts lists these uses.
 */
import { tab } from '#site/storage/tab.ts';

/** Milliseconds; undefined until an answer has told. */
let ahead: number | undefined;
let heard = false;
const KEY = 'turare:clock';
// Where storage is blocked, each page asks for itself.
const kept = Number.parseInt(tab.get(KEY) ?? '', 10);
if (!Number.isNaN(kept)) ahead = kept;

/** Reads the clock of an answer of the server, if it is allowed to (CORS). */
export function hearClock(headers: Headers): void {
  // The header has whole seconds, and names the one that has begun.
  const told = Date.parse(headers.get('date') ?? '') + 500 - Date.now();
  // An answer may be late, or out of a cache, but never early: the latest time counts.
  if (Number.isNaN(told) || (heard && told <= (ahead ?? 0))) return;
  heard = true;
  ahead = told;
  tab.set(KEY, String(ahead));
}

/** The shop's time (ms since 1970), or the device's until the shop has told. */
export const shopTime = (): number => Date.now() + (ahead ?? 0);

/** Whether `shopTime` is the shop's. */
export const isShopTime = (): boolean => ahead !== undefined;
