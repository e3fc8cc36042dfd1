/**
 * The shop's clock. Devices are wrong by minutes or days, and a date that is promised by one would be. The header `Date` of
 * an answer of the API tells how far ahead the shop is.
 */

/** Milliseconds; undefined until an answer has told. */
let ahead: number | undefined;
const KEY = 'turare:clock';
try {
  const kept = Number.parseInt(sessionStorage.getItem(KEY) ?? '', 10);
  if (!Number.isNaN(kept)) ahead = kept;
} catch {
  // Storage is blocked: each page asks for itself.
}

/** Reads the clock of an answer that came from the server just now, if it is allowed to (CORS). */
export function hearClock(headers: Headers): void {
  // The header has whole seconds, and names the one that has begun.
  const told = Date.parse(headers.get('date') ?? '') + 500;
  if (Number.isNaN(told)) return;
  ahead = told - Date.now();
  try {
    sessionStorage.setItem(KEY, String(ahead));
  } catch {
    // Storage is blocked: each page asks for itself.
  }
}

/** The shop's time (ms since 1970), or the device's until the shop has told. */
export const shopTime = (): number => Date.now() + (ahead ?? 0);

/** Whether `shopTime` is the shop's. */
export const isShopTime = (): boolean => ahead !== undefined;
