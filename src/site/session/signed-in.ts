/**
 * The page of a signed-in customer: the greeting, 'Logout', the refresh of the profile. Loaded on a device with a
 * session, and when a session begins or ends in another tab (frame/every-page.ts).
 */
import { paths } from '#config/paths.ts';
import { readUser } from '#contract/reading/account.ts';
import { saysUnauthorized } from '#contract/reading/error.ts';
import { ask } from '#site/client/ask.ts';
import { has } from '#site/client/extensions.ts';
import { createTabCache } from '#site/client/minute.ts';
import { fullReader } from '#site/client/reading.ts';
import { quiet } from '#site/lazy/load-module.ts';
import { readJson } from '#site/storage/json.ts';
import { DESTINATION_KEY, DRAFT_KEY, DRAFT_OWNER_KEY } from '#site/storage/keys.ts';
import { device } from '#site/storage/persistent.ts';
import { toast } from '#site/toasts/toasts-store.ts';
import { nextPath } from './next-path.ts';
import {
  $session,
  endSession,
  firstName,
  readSession,
  readStoredSession,
} from './session-store.ts';
import { SESSION_ENDED } from './texts.ts';

/** Each tab refreshes the profile at most once a minute (decision 8). Where storage is blocked, every page does. */
const asked = createTabCache('turare:profile-asked', Boolean);

const root = document.documentElement;
const here = () => location.pathname + location.search + location.hash;

let followed = false;
$session.subscribe((session) => {
  root.classList.toggle('signed-in', session !== null);
  for (const slot of document.querySelectorAll('[data-first-name]')) {
    slot.textContent = session ? firstName(session.user.fullName) : '';
  }
  // Follows a logout in another tab. A logout in this tab leaves the page by itself.
  const { access } = root.dataset;
  if (!session) endSession();
  // A session that ended before this script ran is not a logout: after the login the customer returns here.
  if (!session && access === 'signed-in') {
    location.replace(followed ? paths.login : paths.loginThen(here()));
  }
  followed = true;
  if (session && access === 'signed-out') location.replace(nextPath(location.href, paths.welcome));
});

/** Reads the session again: another tab, or a page after this one, may have changed it. */
export function readAgain(): void {
  const stored = readStoredSession();
  if (stored?.token !== $session.get()?.token) $session.set(stored);
}

const anything = () => true;

/** Refreshes the profile. An expired session ends quietly, except on pages that need one (decision 15). */
async function refresh(token: string): Promise<void> {
  const { body, failure, refusal } = await ask('/api/auth/profile', fullReader(readUser), {
    headers: { authorization: `Bearer ${token}` },
  });
  if (failure !== undefined) {
    const said = await refusal?.text().catch(() => '');
    if (!saysUnauthorized(failure, readJson(said) ?? said)) return;
    // The end of a session leads to /login without `next`. This later navigation replaces it.
    if (endSession(token) && root.dataset.access === 'signed-in') {
      toast(SESSION_ENDED);
      location.replace(paths.loginThen(here()));
    }
    return;
  }
  // The token stays the same (spec §4).
  const fresh = readSession({ token, user: body });
  if (fresh && $session.get()?.token === token) $session.set(fresh);
}

/** Logs out here and, with the extension account.logout, on the server. Then opens /login (spec §2, Top bar). */
export function handle(): void {
  const token = $session.get()?.token;
  if (token && has('account.logout')) {
    // `keepalive` sends it although the page closes. If the server cannot be reached, the session expires.
    void ask('/api/auth/logout', fullReader(anything), {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      keepalive: true,
    });
  }
  location.assign(paths.login);
  // The next person at this device must not see the address.
  for (const key of [DRAFT_KEY, DRAFT_OWNER_KEY, DESTINATION_KEY]) delete device[key];
  // A form whose island loads while the page closes would store its fields.
  for (const form of document.forms) form.reset();
  endSession();
}

const token = $session.get()?.token;
if (token && !asked.get()) {
  asked.set(true);
  void refresh(token);
}
if (token && document.querySelector('.product'))
  import('#site/orders/bought-on.ts').then(({ showBought }) => showBought(token), quiet);
