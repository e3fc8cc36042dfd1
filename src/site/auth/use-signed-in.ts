import { useEffect } from 'react';
import { $session } from '#site/session/session-store.ts';

/** Reloads the page, whose guard redirects a signed-in customer (spec §2, Login). */
const reload = () => location.reload();

/**
 * Leaves the page as soon as there is a session: from this form, from another tab, or on return by the back/forward
 * cache. `leave` must be a stable function.
 */
export function useSignedIn(leave: () => void = reload): void {
  useEffect(() => $session.listen((session) => session && leave()), [leave]);
}
