import { persistentAtom } from '@nanostores/persistent';
import { isRecord, isText, readJson } from '#site/storage/json.ts';
import { SESSION_KEY } from '#site/storage/keys.ts';

/** Who is logged in (spec §3). */
export interface SessionUser {
  id: string;
  fullName: string;
  /** Not every backend tells. */
  email?: string;
}

/** A token and whose it is. */
export interface Session {
  token: string;
  user: SessionUser;
}

/** Reads a session, stored or received; null when it is none. */
export function readSession(value: unknown): Session | null {
  const user = isRecord(value) ? value.user : undefined;
  if (!isRecord(value) || !isRecord(user)) return null;
  const { token } = value;
  const { id, fullName, email } = user;
  // What is no header's value would make every call throw.
  if (!isText(token, 4000) || !/^[\x21-\x7e]+$/.test(token)) return null;
  if (!isText(id, 200) || !isText(fullName, 200)) return null;
  return { token, user: { id, fullName, ...(isText(email, 254) && { email }) } };
}

const decode = (text: string | null) => readSession(readJson(text));

/** What storage holds now, which a page that comes out of the back/forward cache has not been told. */
export function readStoredSession(): Session | null {
  try {
    return decode(localStorage.getItem(SESSION_KEY));
  } catch {
    return null;
  }
}

/** The session of this device: kept in localStorage, in step between tabs, null when nobody is logged in. */
export const $session = persistentAtom<Session | null>(SESSION_KEY, null, {
  decode,
  // The library deletes the key for undefined; its type says string.
  encode: ((session: Session | null) => (session ? JSON.stringify(session) : undefined)) as (
    session: Session | null,
  ) => string,
});

/** Forgets token and user. With `token`: only if that is still the one, for what is said of an old one says nothing of a new. */
export function endSession(token?: string): boolean {
  if (token !== undefined && $session.get()?.token !== token) return false;
  $session.set(null);
  try {
    // What could not be read is no session either, but a page's head would take it for one (frame/early.ts).
    localStorage.removeItem(SESSION_KEY);
  } catch {
    // Nothing can be stored: nothing is.
  }
  return true;
}

/** First word of a name, for the greeting 'Hi {first name},' (spec §2). */
export const firstName = (fullName: string): string => fullName.trim().split(/\s+/)[0] ?? '';
