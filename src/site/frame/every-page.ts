/**
 * The script of every page. It connects plain HTML to the stores, before and without React. It finds elements by event
 * delegation, so cards that are added later work as well.
 */
import './badges.ts';
import '#site/cart/add-to-cart.ts';
import '#site/wishlist/wish-buttons.ts';
import '#site/panels/panels.ts';
import '#site/toasts/toast-region.ts';
import './back.ts';
import '#site/product-card/live.ts';
import '#site/search/search.ts';
import { fetchModule, loadModule, loadOnEvents, quiet } from '#site/lazy/load-module.ts';
import { modules, panels } from '#site/lazy/modules.ts';
import { whenShown } from '#site/speculation/shown.ts';
import { PAYMENTS_KEY, SESSION_KEY } from '#site/storage/keys.ts';
import { device } from '#site/storage/persistent.ts';

loadOnEvents([...Object.values(panels), ...Object.values(modules)]);

// Only a device with a session, in this tab or another, loads the script for it.
const follow = () => loadModule(modules.session).then(({ readAgain }) => readAgain(), quiet);
addEventListener('storage', ({ key }) => key === SESSION_KEY && follow());
// A page in the back/forward cache hears no storage event.
addEventListener('pageshow', ({ persisted }) => persisted && follow());

// A release that was built without categories fetches them.
if (document.querySelector('.strip ul:empty')) loadModule(modules.categories).catch(quiet);

const once = { once: true };
const prepare = () => fetchModule(modules.nextPage);
whenShown(() => {
  // Only a device that has begun a payment loads the script for payments.
  if (device[PAYMENTS_KEY]) loadModule(modules.payments).catch(quiet);
  if (document.documentElement.classList.contains('signed-in')) follow();
  // Prepares the next page for shoppers who go on: at the second page, or when they move the pointer on the first.
  if (document.referrer.startsWith(`${location.origin}/`)) prepare();
  // A page that opens under a resting mouse gets one move event that nobody made. The second one is the shopper's.
  else addEventListener('pointermove', () => addEventListener('pointermove', prepare, once), once);
});
