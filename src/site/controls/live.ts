/**
 * A built page can be old: after load, price and stock of the products on it are brought up to date, and said politely. What a
 * clock alone can tell, that a discount has run out, is shown at once. The server reprices in any case.
 */
import { paths } from '#config/paths.ts';
import { formatNaira } from '#domain/money.ts';
import { discountBadge, salePrice } from '#domain/price.ts';
import { stockLabel, stockLevel } from '#domain/stock.ts';
import { $panel } from '../stores/panels.ts';
import { askLive, hasLive, withFigures } from './live-answer.ts';
import { type ProductData, readProductData } from './product-data.ts';

/** The longest wait that a timer can have. */
const TIMER_MS = 2 ** 31 - 1;

const status = document.createElement('p');
status.className = 'visually-hidden';
status.role = 'status';
document.body.append(status);

/** Shows a product's figures where `place` (a card, the product's page) has them. Answers what changed, as a text; '' for nothing. */
export function show(place: HTMLElement, product: ProductData): string {
  const part = (name: string) => place.querySelector<HTMLElement>(name);
  const level = stockLevel(product.qtyAvailable);
  const label = stockLabel(product.qtyAvailable);
  const badge = discountBadge(product, Date.now());
  const sale = salePrice(product, Date.now());
  const price = formatNaira(sale);
  const [line, stock] = [part('.price'), part('.stock')];
  place.dataset.product = JSON.stringify(product);
  const shown = [part('.price-now')?.textContent, part('.badge')?.textContent, stock?.textContent];
  if (!line || !stock || shown.join() === [price, badge ?? undefined, label].join()) return '';

  place.dataset.stock = level;
  part('.badge')?.remove();
  // As components/Price.astro has it. All of it are numbers of ours.
  line.innerHTML =
    `<span class="price-now">${price}</span>` +
    (badge
      ? `<s class="price-was"><span class="visually-hidden">instead of </span><span>${formatNaira(product.price)}</span></s>`
      : '');
  if (badge) {
    const where = part('.card-picture') ?? line;
    where.insertAdjacentHTML('beforeend', `<span class="badge">${badge}</span>`);
  }
  stock.textContent = label;
  stock.dataset.level = level;
  for (const button of place.querySelectorAll<HTMLButtonElement>('[data-action]')) {
    const { action } = button.dataset;
    if (action === 'add-to-cart') button.disabled = level === 'none';
    if (action === 'buy-now') button.hidden = level === 'none';
  }
  const perMl = place.matches('.product') && document.querySelector<HTMLElement>('[data-ml]');
  if (perMl) perMl.textContent = formatNaira(Math.round(sale / Number(perMl.dataset.ml)));
  return `${product.name}: ${price}, ${label}`;
}

const placesIn = (root: ParentNode) =>
  [...root.querySelectorAll<HTMLElement>('[data-product]')].flatMap((place) => {
    const product = readProductData(place.dataset.product);
    return product ? [{ place, product }] : [];
  });

let timer = 0;
/** Ends the discounts that have run out, and waits for the next one that will. */
function watchClock(): void {
  let next = Number.POSITIVE_INFINITY;
  for (const { place, product } of placesIn(document)) {
    const end = Date.parse(product.discount?.expiresAt ?? '');
    if (end >= Date.now()) next = Math.min(next, end);
    else if (end) show(place, product);
  }
  clearTimeout(timer);
  const wait = next - Date.now() + 1;
  if (wait < TIMER_MS) timer = window.setTimeout(watchClock, wait);
}

/** Asks for today's figures of the products in `root` and shows them. false when there was no answer. */
export async function refresh(root: ParentNode = document): Promise<boolean> {
  // What is not on screen (a list's default view behind another) is not asked for.
  const places = placesIn(root).filter(({ place }) => place.offsetParent);
  // Without the extension a call brings one product and its related ones: enough for a product's own page.
  const asked =
    hasLive() || root !== document
      ? places
      : places.filter(({ place }) => place.matches('.product'));
  try {
    const found = await askLive([...new Set(asked.map(({ product }) => product.id))]);
    const changes = places.flatMap(({ place, product }) => {
      const now = withFigures(product, found.get(product.id));
      return (now && show(place, now)) || [];
    });
    if (changes.length > 0) {
      status.textContent =
        changes.length === 1 ? `${changes}` : 'Prices and stock are up to date now';
    }
    return true;
  } catch {
    // No connection: what the page shows is what it was built with, and the checkout reprices.
    return false;
  }
}

watchClock();
// After load, and when the page comes back out of the back/forward cache.
addEventListener('pageshow', () => {
  watchClock();
  (window.requestIdleCallback ?? setTimeout)(() => void refresh());
});

/** The lines of the cart are asked for when a shopper looks at them. */
const lines = () => void import('./live-lines.ts').then(({ refreshLines }) => refreshLines());
$panel.listen((id) => id && lines());
if (location.pathname === paths.checkout) lines();
