/**
 * A built page can be old. After load, this script updates price and stock of the products on it, and announces changes
 * politely. A discount that only the clock ends is removed at that moment, by the shop's clock. The server always
 * checks prices again.
 */
import { hearClock, isShopTime, shopTime } from '#site/client/clock.ts';
import { has } from '#site/client/extensions.ts';
import { askLive, LIVE_LIMIT } from '#site/product-data/live-figures.ts';
import { type ProductData, productIn } from '#site/product-data/product-data.ts';
import { whenShown } from '#site/speculation/shown.ts';

/** Milliseconds; a longer timer would fire at once. */
const LONGEST_WAIT = 1e9;

const status = document.createElement('p');
status.className = 'visually-hidden';
status.role = 'status';
document.body.append(status);

/** Updates these places after `today` has fetched figures. The script that shows changes loads only if needed. */
async function update(
  places: readonly HTMLElement[],
  today = (product: ProductData) => product,
): Promise<void> {
  const changed = places.flatMap((place): [HTMLElement, ProductData][] => {
    const known = productIn(place);
    if (!known) return [];
    const fresh = today(known);
    const left = Date.parse(fresh.discount?.expiresAt ?? '') - shopTime();
    if (left >= 0 && left < LONGEST_WAIT) setTimeout(update, left + 1, [place]);
    return left < 0 || JSON.stringify(fresh) !== place.dataset.product ? [[place, fresh]] : [];
  });
  if (!changed[0]) return;
  try {
    const { showFigures } = await import('./show-figures.ts');
    const changes = changed.map((each) => showFigures(...each)).filter(Boolean);
    status.textContent = changes[1] ? 'Prices and stock are up to date now' : changes.join();
  } catch {
    // No connection: the next look updates them, and the checkout checks prices.
  }
}

const placesIn = (root: ParentNode) => [...root.querySelectorAll<HTMLElement>('[data-product]')];

/** Fetches current figures for the products in `root` and shows them. Returns false when there was no answer. */
export async function refresh(root: ParentNode = document): Promise<boolean> {
  // Products that are not on screen (a list's default view behind another) are not requested.
  const places = placesIn(root)
    .filter((place) => place.offsetParent)
    .slice(0, LIVE_LIMIT);
  // Without the extension, one call brings one product and its related ones: enough for a product page.
  const asked = places.filter(
    (place) => has('live') || root !== document || place.matches('.product'),
  );
  const ids = asked.flatMap((place) => productIn(place)?.id ?? []);
  const today = ids[0] ? await askLive([...new Set(ids)]).catch(() => {}) : undefined;
  // A discount ends at a time, and the shop's time is not known yet. The site's own host tells it.
  if (!isShopTime() && places.some((place) => place.dataset.product?.includes('"expiresAt":"')))
    await fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
      ({ headers }) => hearClock(headers),
      () => {},
    );
  // No connection: the page keeps its built data, by the clock that is known.
  await update(places, today || undefined);
  return !ids[0] || Boolean(today);
}

// Not by a clock that may be wrong: until the shop's time is known, the built data is closer to the truth.
if (isShopTime()) void update(placesIn(document));
// Not before the first paint, when pictures and fonts need the line.
const ask = () =>
  requestAnimationFrame(() => (window.requestIdleCallback ?? setTimeout)(() => void refresh()));
whenShown(() => {
  // After load, and on return by the back/forward cache.
  addEventListener('pageshow', ask);
  // A prerendered page has already had its event.
  if (document.readyState === 'complete') ask();
});
