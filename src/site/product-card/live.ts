/**
 * A built page can be old: after load, price and stock of the products on it are brought up to date, and said politely.
 * What a clock alone can tell, that a discount has run out, is shown at that moment, by the shop's clock. The server
 * reprices in any case.
 */
import { hearClock, isShopTime, shopTime } from '#site/client/clock.ts';
import { has } from '#site/client/extensions.ts';
import { askLive, LIVE_LIMIT } from '#site/product-data/live-figures.ts';
import { type ProductData, productIn } from '#site/product-data/product-data.ts';
import { whenShown } from '#site/speculation/shown.ts';

/** Ms; a timer for more would go off at once. */
const LONGEST_WAIT = 1e9;

const status = document.createElement('p');
status.className = 'visually-hidden';
status.role = 'status';
document.body.append(status);

/**
 * Shows the products of these places as they count now, after `today` has brought them up to date. What shows them loads
 * if anything has changed.
 */
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
    // No connection: the next look shows them, and the checkout reprices.
  }
}

const placesIn = (root: ParentNode) => [...root.querySelectorAll<HTMLElement>('[data-product]')];

/** Asks for today's figures of the products in `root` and shows them. false when there was no answer. */
export async function refresh(root: ParentNode = document): Promise<boolean> {
  // What is not on screen (a list's default view behind another) is not asked for.
  const places = placesIn(root)
    .filter((place) => place.offsetParent)
    .slice(0, LIVE_LIMIT);
  // Without the extension a call brings one product and its related ones: enough for a product's own page.
  const asked = places.filter(
    (place) => has('live') || root !== document || place.matches('.product'),
  );
  const ids = asked.flatMap((place) => productIn(place)?.id ?? []);
  const today = ids[0] ? await askLive([...new Set(ids)]).catch(() => {}) : undefined;
  // Nobody has told the time that a discount ends by. The site's own host does.
  if (!isShopTime() && places.some((place) => place.dataset.product?.includes('"expiresAt":"')))
    await fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
      ({ headers }) => hearClock(headers),
      () => {},
    );
  // No connection: what the page shows is what it was built with, by the clock that is known.
  await update(places, today || undefined);
  return !ids[0] || Boolean(today);
}

// Not by a clock that may be wrong: until the shop has told its time, what the page was built with is nearer to the truth.
if (isShopTime()) void update(placesIn(document));
// Not before the first paint, for which pictures and fonts need the line.
const ask = () =>
  requestAnimationFrame(() => (window.requestIdleCallback ?? setTimeout)(() => void refresh()));
whenShown(() => {
  // After load, and when the page comes back out of the back/forward cache.
  addEventListener('pageshow', ask);
  // A page that was prepared before it was shown has had its event.
  if (document.readyState === 'complete') ask();
});
