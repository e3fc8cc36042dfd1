import { isRecord } from '#contract/reading/record.ts';
import { isText, readJson } from '#site/storage/json.ts';
import { SESSION_KEY } from '#site/storage/keys.ts';
import { device, persistent } from '#site/storage/persistent.ts';

/** The signed-in customer (spec §3). */
export interface SessionUser {
  id: string;
  fullName: string;
  /** Not every backend sends it. */
  email?: string;
}

/** A token and its customer. */
export interface Session {
  token: string;
  user: SessionUser;
}

/** Reads a stored or received session; null if it is invalid. */
export function readSession(value: unknown): Session | null {
  const user = isRecord(value) ? value.user : undefined;
  if (!isRecord(value) || !isRecord(user)) return null;
  const { token } = value;
  const { id, fullName, email } = user;
  // A token that is not a valid header value would make every call throw.
  if (!isText(token, 4000) || !/^[\x21-\x7e]+$/.test(token)) return null;
  if (!isText(id, 200) || !isText(fullName, 200)) return null;
  return { token, user: { id, fullName, ...(isText(email, 254) && { email }) } };
}

const decode = (text: string | null) => readSession(readJson(text));

/** Reads the stored session. After a return by the back/forward cache it may differ from `$session`. */
export function readStoredSession(): Session | null {
  return decode(device[SESSION_KEY] ?? null);
}

/** The session of this device, in localStorage and synchronised between tabs; null for a guest. */
export const $session = persistent<Session | null>(SESSION_KEY, null, {
  decode,
  encode: (session) => (session ? JSON.stringify(session) : undefined),
});

/** Ends the session. With `token`: only if it is the current one; returns false if it is not. */
export function endSession(token?: string): boolean {
  if (token !== undefined && $session.get()?.token !== token) return false;
  // This also removes an invalid value, which frame/early.ts would take for a session.
  $session.set(null);
  return true;
}

/** Returns the first word of a name, for the greeting 'Hi {first name},' (spec §2). */
export const firstName = (fullName: string): string => fullName.trim().split(/\s+/)[0] ?? '';
