import { useEffect } from 'react';
import { CallError } from '#site/client/errors.ts';
import { $session, readSession, type Session } from '#site/session/session-store.ts';

/** Reloads the page, whose guard redirects a signed-in customer (spec §2, Login). */
const reload = () => location.reload();

/**
 * Leaves the page as soon as there is a session: from this form, from another tab, or found on return by the
 * back/forward cache. `leave` must be a stable function.
 */
export function useSignedIn(leave: () => void = reload): void {
  useEffect(() => $session.listen((session) => session && leave()), [leave]);
}

/** The session in an answer. @throws CallError PARSING_ERROR if it cannot be stored or sent. */
export function sessionOf(answer: unknown): Session {
  const session = readSession(answer);
  if (!session) throw new CallError('PARSING_ERROR', 'The answer holds no session');
  return session;
}
