import { productPath } from '#config/paths.ts';
import { discountBadge } from '#domain/discount-badge.ts';
import { formatNaira } from '#domain/money.ts';
import { salePrice } from '#domain/price.ts';
import { factsLine } from '#domain/product-facts.ts';
import { fragranceName } from '#domain/product-name.ts';
import { stockLabel, stockLevel } from '#domain/stock.ts';
import { type ProductPicture, productPictureHtml } from '#site/product-data/picture-html.ts';
import { CARD_SIZES } from '#site/product-data/pictures.ts';
import { badgeHtml, priceHtml } from '#site/product-data/price-html.ts';
import type { Listed } from '#site/product-data/product-data.ts';

/** Puts a text into its place in a card, or removes the place when there is no text. */
function put(card: Element, place: string, text: string | null | undefined): void {
  const element = card.querySelector(place);
  if (text) element?.replaceChildren(text);
  else element?.remove();
}

function write(card: Element, place: string, html: string): void {
  const element = card.querySelector(place);
  if (element) element.innerHTML = html;
}

/** A product as a card: a copy of what product-card/ProductCard.astro wrote into the page's template. */
export function fillCard(
  pattern: Element,
  product: Listed,
  now: number,
  priority?: ProductPicture['priority'],
): Element {
  const card = pattern.cloneNode(true) as HTMLElement;
  const { brand, pictures, concentration, sizeMl, ...data } = product;
  const stock = stockLevel(data.qtyAvailable);
  const badge = discountBadge(data, now);
  Object.assign(card.dataset, { product: JSON.stringify(data), stock });
  const picture = {
    image: data.image,
    meta: pictures?.[0],
    alt: '',
    sizes: CARD_SIZES,
    priority,
  };
  write(card, '.card-picture', productPictureHtml(picture) + badgeHtml(badge));
  const sale = formatNaira(salePrice(data, now));
  write(card, '.price', priceHtml(sale, badge && formatNaira(data.price)));
  put(card, '.card-brand', brand);
  put(card, '.card-name', fragranceName(data.name, brand));
  put(card, '.card-facts', factsLine(product));
  put(card, '.stock', stockLabel(data.qtyAvailable));
  card.querySelector('.stock')?.setAttribute('data-level', stock);
  card.querySelector('a')?.setAttribute('href', productPath(data.id));
  const add = card.querySelector('button');
  if (add) {
    add.ariaLabel = `Add ${data.name} to cart`;
    add.disabled = stock === 'none';
  }
  return card;
}
