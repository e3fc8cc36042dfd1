import { isRecord } from '#contract/reading/record.ts';
import { newIdentity } from '#site/storage/identity.ts';
import { isText, readJson } from '#site/storage/json.ts';
import { ATTEMPT_KEY } from '#site/storage/keys.ts';
import { persistent } from '#site/storage/persistent.ts';

/** One attempt to pay. The same key with the same content makes one order, however often it is sent. */
export interface Attempt {
  /** The Idempotency-Key. */
  key: string;
  /** Fingerprint of the content. */
  content: string;
  /** Keys of earlier attempts that may be unpaid orders, newest first. The next order replaces them. */
  previous: readonly string[];
}

/** The number of attempts that are kept: as the contract allows. Its constant would bring the schemas onto every page. */
export const KEPT_ATTEMPTS = 5;

const NONE: Attempt = { key: '', content: '', previous: [] };

/** Reads a stored attempt. */
export function decodeAttempt(text: string): Attempt {
  const value = readJson(text);
  if (!isRecord(value)) return NONE;
  // A refused attempt has no key of its own, and the next one still replaces those before it.
  const known = isText(value.key, 100) && isText(value.content, 100);
  if (!known && (value.key !== '' || value.content !== '')) return NONE;
  // An attempt of an older release has no earlier ones.
  const keys: unknown[] = Array.isArray(value.previous) ? value.previous : [];
  const previous = keys.filter((key): key is string => isText(key, 100) && key !== '');
  const { key, content } = known ? (value as unknown as Attempt) : NONE;
  return { key, content, previous: previous.slice(0, KEPT_ATTEMPTS) };
}

/** The current attempt. It survives reloads, so that a second press does not order twice. */
export const $attempt = persistent<Attempt>(ATTEMPT_KEY, NONE, {
  decode: decodeAttempt,
  encode: (attempt) =>
    attempt.key || attempt.previous.length > 0 ? JSON.stringify(attempt) : undefined,
});

/**
 * A 53-bit fingerprint (cyrb53). It only has to detect a changed order: the server compares the whole body, and refuses
 * a key that it received with another one.
 */
function fingerprint(text: string): string {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36);
}

/** The key for this cart and content: the last one if nothing has changed, else a new one. */
export function attemptKey(cart: string, body: unknown): string {
  const content = fingerprint(`${cart}\n${JSON.stringify(body)}`);
  const last = $attempt.get();
  if (last.content === content) return last.key;
  const attempt = { key: newIdentity(), content, previous: earlier(last) };
  $attempt.set(attempt);
  return attempt.key;
}

/** The keys of earlier attempts together with the present one. */
const earlier = ({ key, previous }: Attempt): readonly string[] =>
  (key ? [key, ...previous] : previous).slice(0, KEPT_ATTEMPTS);

/** The keys of this browser's earlier attempts that the present one replaces. */
export const previousAttempts = (): readonly string[] => $attempt.get().previous;

/** Makes the next press a new attempt. `made`: the present one may have made an order, which the next one replaces. */
export function renewAttempt({ made }: { made: boolean }): void {
  const last = $attempt.get();
  $attempt.set({ ...NONE, previous: made ? earlier(last) : last.previous });
}

/** Makes the next press a new attempt that replaces nothing: the payment has ended. */
export function endAttempt(): void {
  $attempt.set(NONE);
}
