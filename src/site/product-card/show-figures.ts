/** Shows a product's current figures. Loaded when they differ from the page: rarely, and after its first paint. */
import { discountBadge } from '#domain/money/discount-badge.ts';
import { formatNaira } from '#domain/money/money.ts';
import { salePrice } from '#domain/money/price.ts';
import { stockLabel, stockLevel } from '#domain/products/stock.ts';
import { shopTime } from '#site/client/clock.ts';
import { show } from '#site/html.ts';
import { badgeHtml, priceHtml } from '#site/product-data/price-html.ts';
import type { ProductData } from '#site/product-data/product-data.ts';

/**
 * Shows the figures in `place`, a card or the product page. Returns the sentence to announce. Empty if nothing changed,
 * or if another product than the page's changed.
 */
export function showFigures(place: HTMLElement, product: ProductData): string {
  // A product page may contain other products: its sizes.
  const all = (name: string) =>
    [...place.querySelectorAll<HTMLElement>(name)].filter((each) => {
      const of = each.closest('[data-product]');
      return of === place || !place.contains(of);
    });
  const first = (name: string) => all(name)[0];
  const now = shopTime();
  const level = stockLevel(product.qtyAvailable);
  const sale = salePrice(product, now);
  const price = formatNaira(sale);
  const badge = discountBadge(product, now);
  const label = stockLabel(product.qtyAvailable);
  const line = first('.price');
  const stock = first('.stock');
  const shown = ['.price-now', '.badge', '.stock'].map((name) => first(name)?.textContent);
  place.dataset.product = JSON.stringify(product);
  if (!line || !stock || `${shown}` === `${[price, badge, label]}`) return '';

  if (place.matches('[data-sizes]')) {
    // Another size may now be the cheapest in stock.
    void import('./renew-card.ts').then(({ renewCard }) => renewCard(place, product.id));
    return '';
  }
  first('.badge')?.remove();
  // A new line: one that grew upwards would count as a layout shift.
  const fresh = line.cloneNode() as HTMLElement;
  show(fresh, priceHtml(price, badge && formatNaira(product.price)));
  show(first('.card-picture') ?? fresh, badgeHtml(badge), 'beforeend');
  line.replaceWith(fresh);
  place.dataset.stock = stock.dataset.level = level;
  stock.textContent = label;
  const none = level === 'none' || all('[data-choose]:not([data-chosen])').length > 0;
  for (const button of all('[data-action]') as HTMLButtonElement[]) {
    const { action } = button.dataset;
    if (action === 'add-to-cart') button.disabled = none;
    if (action === 'buy-now') button.hidden = none;
  }
  const perMl = place.matches('.product')
    ? document.querySelector<HTMLElement>('dd[data-ml]')
    : first('[data-ml]');
  if (perMl) perMl.textContent = formatNaira(Math.round(sale / Number(perMl.dataset.ml)));
  const other = !place.matches('.product') && document.querySelector('.product');
  return other ? '' : `${product.name}: ${price}, ${label}`;
}
