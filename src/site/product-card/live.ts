/**
 * A built page can be old: after load, price and stock of the products on it are brought up to date, and said politely.
 * What a clock alone can tell, that a discount has run out, is shown at once. The server reprices in any case.
 */
import { formatNaira } from '#domain/money.ts';
import { discountBadge, salePrice } from '#domain/price.ts';
import { stockLabel, stockLevel } from '#domain/stock.ts';
import { askLive, hasLive, LIVE_LIMIT } from '#site/product-data/live-figures.ts';
import { badgeHtml, priceHtml } from '#site/product-data/price-html.ts';
import { type ProductData, readProductData } from '#site/product-data/product-data.ts';
import { whenShown } from '#site/speculation/shown.ts';

/** Ms; a timer for more would go off at once. */
const LONGEST_WAIT = 1e9;

const status = document.createElement('p');
status.className = 'visually-hidden';
status.role = 'status';
document.body.append(status);

/** Shows a product's figures where `place` (a card, the product's page) has them. Answers what changed, '' for nothing. */
export function show(place: HTMLElement, product: ProductData): string {
  const part = (name: string) => place.querySelector<HTMLElement>(name);
  const now = Date.now();
  const level = stockLevel(product.qtyAvailable);
  const sale = salePrice(product, now);
  const price = formatNaira(sale);
  const badge = discountBadge(product, now);
  const label = stockLabel(product.qtyAvailable);
  const line = part('.price');
  const stock = part('.stock');
  const shown = ['.price-now', '.badge', '.stock'].map((name) => part(name)?.textContent);
  place.dataset.product = JSON.stringify(product);

  const left = Date.parse(product.discount?.expiresAt ?? '') - now;
  if (left >= 0 && left < LONGEST_WAIT) setTimeout(showAgain, left + 1, place);
  if (!line || !stock || `${shown}` === `${[price, badge, label]}`) return '';

  part('.badge')?.remove();
  // A new line: one that grew upwards would count as a shift of the page.
  const fresh = line.cloneNode() as HTMLElement;
  fresh.innerHTML = priceHtml(price, badge && formatNaira(product.price));
  (part('.card-picture') ?? fresh).insertAdjacentHTML('beforeend', badgeHtml(badge));
  line.replaceWith(fresh);
  place.dataset.stock = stock.dataset.level = level;
  stock.textContent = label;
  for (const button of place.querySelectorAll<HTMLButtonElement>('[data-action]')) {
    const { action } = button.dataset;
    if (action === 'add-to-cart') button.disabled = level === 'none';
    if (action === 'buy-now') button.hidden = level === 'none';
  }
  const perMl = place.matches('.product')
    ? document.querySelector<HTMLElement>('dd[data-ml]')
    : part('[data-ml]');
  if (perMl) perMl.textContent = formatNaira(Math.round(sale / Number(perMl.dataset.ml)));
  return `${product.name}: ${price}, ${label}`;
}

/** Shows what `place` carries as it counts now, after `today` has brought it up to date. */
function showAgain(place: HTMLElement, today = (product: ProductData) => product): string {
  const product = readProductData(place.dataset.product);
  return product ? show(place, today(product)) : '';
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
    (place) => hasLive() || root !== document || place.matches('.product'),
  );
  const ids = asked.flatMap((place) => readProductData(place.dataset.product)?.id ?? []);
  if (ids.length === 0) return true;
  try {
    const today = await askLive([...new Set(ids)]);
    const changes = places.map((place) => showAgain(place, today)).filter(Boolean);
    status.textContent = changes[1] ? 'Prices and stock are up to date now' : changes.join();
    return true;
  } catch {
    // No connection: what the page shows is what it was built with, and the checkout reprices.
    return false;
  }
}

// Without a discount the page shows what it was built with, and fifty cards would take their time.
for (const place of placesIn(document))
  if (!place.dataset.product?.includes('"discount":null')) showAgain(place);
// Not before the first paint, for which pictures and fonts need the line.
const ask = () =>
  requestAnimationFrame(() => (window.requestIdleCallback ?? setTimeout)(() => void refresh()));
whenShown(() => {
  // After load, and when the page comes back out of the back/forward cache.
  addEventListener('pageshow', ask);
  // A page that was prepared before it was shown has had its event.
  if (document.readyState === 'complete') ask();
});
