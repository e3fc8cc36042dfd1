import { PUBLIC_API_URL, PUBLIC_IMAGE_URL } from 'astro:env/client';
import { productPath } from '#config/paths.ts';
import { formatNaira } from '#domain/money.ts';
import { discountBadge, salePrice } from '#domain/price.ts';
import { fragranceName } from '#domain/product-name.ts';
import { stockLabel, stockLevel } from '#domain/stock.ts';
import { cardFacts } from '#site/product-data/card-facts.ts';
import type { Listed } from '#site/product-data/listing-answer.ts';
import { CARD_SIZES, pictureUrls } from '#site/product-data/pictures.ts';

/** Puts a text where a card has its place, or takes the place away when there is none. */
function put(card: Element, place: string, text: string | null | undefined): void {
  const element = card.querySelector(place);
  if (text) element?.replaceChildren(text);
  else element?.remove();
}

function putPicture(card: Element, { image, pictures }: Listed, first: boolean): void {
  const picture = card.querySelector('picture');
  const img = card.querySelector('img');
  const meta = pictures?.[0];
  if (meta) card.querySelector('.card-picture path')?.setAttribute('fill', meta.color);
  else card.querySelector('.card-picture svg')?.remove();
  if (!image || !img) {
    picture?.replaceWith(
      Object.assign(document.createElement('span'), {
        className: 'no-picture',
        textContent: 'No image available',
      }),
    );
    return;
  }
  const urls = pictureUrls(image, { api: PUBLIC_API_URL, template: PUBLIC_IMAGE_URL });
  const sizes = CARD_SIZES;
  const sources = urls.sources.map((source) =>
    Object.assign(document.createElement('source'), source, { sizes }),
  );
  if (urls.srcset) Object.assign(img, { sizes, srcset: urls.srcset });
  Object.assign(img, meta && { width: meta.width, height: meta.height });
  img.loading = first ? 'eager' : 'lazy';
  picture?.replaceChildren(...sources, img);
  img.src = urls.src;
}

/** A product as a card: a copy of what product-card/ProductCard.astro wrote into the page's template. */
export function fillCard(pattern: Element, product: Listed, now: number, first: boolean): Element {
  const card = pattern.cloneNode(true) as HTMLElement;
  const { brand, pictures, concentration, sizeMl, ...data } = product;
  const stock = stockLevel(data.qtyAvailable);
  const badge = discountBadge(data, now);
  Object.assign(card.dataset, { product: JSON.stringify(data), stock });
  putPicture(card, product, first);
  put(card, '.badge', badge);
  put(card, '.card-house', brand);
  put(card, '.card-name', fragranceName(data.name, brand));
  put(card, '.card-facts', cardFacts(product));
  put(card, '.price-now', formatNaira(salePrice(data, now)));
  put(card, '.price-was > :last-child', badge && formatNaira(data.price));
  if (!badge) put(card, '.price-was', null);
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
