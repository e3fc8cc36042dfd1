/**
 * What a page shows and does for who is logged in: the greeting, 'Logout', the refresh of the profile. Fetched by
 * main.ts on a device with a session, and when one begins or ends in another tab.
 */
import { paths } from '#config/paths.ts';
import { ask } from '#site/client/ask.ts';
import { isRecord } from '#site/storage/json.ts';
import { DRAFT_KEY, DRAFT_OWNER_KEY } from '#site/storage/keys.ts';
import { nextPath } from './next-path.ts';
import {
  $session,
  endSession,
  firstName,
  readSession,
  readStoredSession,
} from './session-store.ts';

const ASKED_KEY = 'turare:profile-asked';
/** Ms: the profile is refreshed at most once in this time, in each tab (decision 8). */
const ASK_EVERY = 60_000;

const root = document.documentElement;
const here = () => location.pathname + location.search + location.hash;

let followed = false;
$session.subscribe((session) => {
  root.classList.toggle('signed-in', session !== null);
  for (const slot of document.querySelectorAll('[data-first-name]')) {
    slot.textContent = session ? firstName(session.user.fullName) : '';
  }
  // This tab follows what another has done; one that has logged out by itself is on its way already.
  const { access } = root.dataset;
  if (!session) endSession();
  // What ended before this script has come was no logout: she is to come back here.
  if (!session && access === 'signed-in') {
    location.replace(followed ? paths.login : paths.loginThen(here()));
  }
  followed = true;
  if (session && access === 'signed-out') location.replace(nextPath(location.href, paths.welcome));
});

/** Another tab, or a page after this one, may have logged in or out. */
export function readAgain(): void {
  const stored = readStoredSession();
  if (stored?.token !== $session.get()?.token) $session.set(stored);
}

function askedLately(): boolean {
  try {
    const asked = Number(sessionStorage.getItem(ASKED_KEY) ?? Number.NaN);
    if (Math.abs(Date.now() - asked) < ASK_EVERY) return true;
    sessionStorage.setItem(ASKED_KEY, String(Date.now()));
  } catch {
    // Without session storage every page asks.
  }
  return false;
}

/** Asks who is logged in. A session that has run out ends quietly, but on pages that need one (the 401 rule). */
async function refresh(token: string): Promise<void> {
  const { body, failure } = await ask('/api/auth/profile', {
    headers: { authorization: `Bearer ${token}` },
  });
  if (failure === 401) {
    // What follows the end of a session leads to a bare /login: the later one counts.
    if (endSession(token) && root.dataset.access === 'signed-in') {
      location.replace(paths.loginThen(here()));
    }
    return;
  }
  // The token is kept as it is (spec §4).
  const fresh = isRecord(body) && readSession({ ...body, token });
  if (fresh && $session.get()?.token === token) $session.set(fresh);
}

/** Ends the session here and, with a button that says 'call', at the server; then to /login (spec §2, Top bar). */
export function logOut(button: HTMLElement): void {
  const token = $session.get()?.token;
  if (token && button.dataset.logout === 'call') {
    // `keepalive`: it is sent though the page is left. A server that cannot be reached lets the session run out.
    void ask('/api/auth/logout', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      keepalive: true,
    });
  }
  location.assign(paths.login);
  // The next one at this device has nothing to do with her address.
  for (const key of [DRAFT_KEY, DRAFT_OWNER_KEY]) localStorage.removeItem(key);
  endSession();
}

const token = $session.get()?.token;
if (token && !askedLately()) {
  void refresh(token);
}
