/**
 * The script of every page: plain HTML made to work over the stores, before and without React.
 * Elements are found by event delegation, so that cards that come later work as well.
 */
import '#site/waking/early-taps.ts';
import './badges.ts';
import '#site/cart/add-to-cart.ts';
import '#site/wishlist/wish-buttons.ts';
import '#site/panels/panels.ts';
import '#site/toasts/toast-region.ts';
import './back.ts';
import '#site/product-card/live.ts';
import '#site/search/search.ts';
import { PAYMENTS_KEY, SESSION_KEY } from '#site/storage/keys.ts';
import { NOT_LOADED, toast } from '#site/toasts/toasts-store.ts';

// The script that asks after payments comes only to a device that has begun one.
try {
  if (localStorage.getItem(PAYMENTS_KEY)) void import('#site/payment/open-payments.ts');
} catch {
  // Storage is blocked: no payment was kept here.
}

// So does what a page has for who is logged in, here or by now in another tab.
const session = () => import('#site/session/signed-in.ts');
const follow = () =>
  session().then(
    ({ readAgain }) => readAgain(),
    () => {},
  );
if (document.documentElement.classList.contains('signed-in')) follow();
addEventListener('storage', ({ key }) => key === SESSION_KEY && follow());
// Nobody tells a page in the back/forward cache.
addEventListener('pageshow', ({ persisted }) => persisted && follow());
document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element && target.closest<HTMLElement>('[data-logout]');
  if (!button) return;
  session().then(
    ({ logOut }) => logOut(button),
    () => toast(NOT_LOADED),
  );
});

// A release that was built without categories asks for them.
if (document.querySelector('.strip ul:empty')) void import('./categories.ts');
