import { useEffect } from 'react';
import { CallError } from '#site/client/errors.ts';
import { $session, readSession, type Session } from '#site/session/session-store.ts';

/** Who is logged in has nothing to do here: the page is asked for again, and its guard leads on (spec §2, Login). */
const reload = () => location.reload();

/**
 * Leaves the page once there is a session: of this form, of another tab, or found on coming back out of the back/forward
 * cache. `leave` must stay the same function.
 */
export function useSignedIn(leave: () => void = reload): void {
  useEffect(() => $session.listen((session) => session && leave()), [leave]);
}

/** The session in an answer; no answer to use if a browser could not keep or send it. */
export function sessionOf(answer: unknown): Session {
  const session = readSession(answer);
  if (!session) throw new CallError('PARSING_ERROR', 'The answer holds no session');
  return session;
}
