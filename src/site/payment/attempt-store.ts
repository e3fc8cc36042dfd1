import { persistentAtom } from '@nanostores/persistent';
import { newIdentity } from '#site/storage/identity.ts';
import { isRecord, isText, readJson } from '#site/storage/json.ts';

/** One attempt to pay. The same key with the same content makes one order, however often it is sent. */
export interface Attempt {
  /** The Idempotency-Key. */
  key: string;
  /** Fingerprint of the content. */
  content: string;
}

const NONE: Attempt = { key: '', content: '' };

/** Reads a stored attempt. */
export function decodeAttempt(text: string): Attempt {
  const value = readJson(text);
  return isRecord(value) && isText(value.key, 100) && isText(value.content, 100)
    ? { key: value.key, content: value.content }
    : NONE;
}

/** The current attempt. It survives reloads, so that a second press does not order twice. */
export const $attempt = persistentAtom<Attempt>('turare:attempt', NONE, {
  decode: decodeAttempt,
  encode: ((attempt: Attempt) => (attempt.key ? JSON.stringify(attempt) : undefined)) as (
    attempt: Attempt,
  ) => string,
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
  const attempt = { key: newIdentity(), content };
  $attempt.set(attempt);
  return attempt.key;
}

/** Makes the next press a new attempt, after a refusal or at the end of the payment. */
export function endAttempt(): void {
  $attempt.set(NONE);
}
