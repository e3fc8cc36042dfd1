import { productPath } from '#config/paths.ts';
import { discountBadge } from '#domain/money/discount-badge.ts';
import { formatNaira } from '#domain/money/money.ts';
import { salePrice } from '#domain/money/price.ts';
import { factsLine } from '#domain/products/product-facts.ts';
import { fragranceName, sizedName } from '#domain/products/product-name.ts';
import { stockLabel, stockLevel } from '#domain/products/stock.ts';
import { PLUS } from '#look/shapes.ts';
import { type Html, html } from '#site/html.ts';
import { iconHtml } from '#site/icons/icon-html.ts';
import { CHOOSE, chooseLabel } from '#site/product/set/words.ts';
import { type Card, dataOfCard } from '#site/product-data/card.ts';
import { type ProductPicture, productPictureHtml } from '#site/product-data/picture-html.ts';
import { CARD_SIZES } from '#site/product-data/pictures.ts';
import { badgeHtml, priceHtml } from '#site/product-data/price-html.ts';

export interface CardOptions {
  /** The time (ms) that decides which discounts are valid. */
  now: number;
  /** The level of its heading. */
  level: 2 | 3;
  /** The displayed width of the picture, as in the `sizes` attribute. The default is that of product lists. */
  imageSizes?: string | undefined;
  priority?: ProductPicture['priority'] | undefined;
}

/** Renders a product in a list, for built pages and for lists that scripts show. */
export function cardHtml(
  product: Card,
  { now, level, imageSizes = CARD_SIZES, priority }: CardOptions,
): Html {
  const { brand, pictures } = product;
  const data = dataOfCard(product);
  const stock = stockLevel(data.qtyAvailable);
  const badge = discountBadge(data, now);
  const facts = factsLine(product, product.sizes);
  const sized = product.sizes && sizedName(data.name, product.sizeMl);
  const price = priceHtml(formatNaira(salePrice(data, now)), badge && formatNaira(data.price));
  const picture = productPictureHtml({
    image: data.image,
    meta: pictures?.[0],
    // The link beside it names the fragrance, so screen readers read it once.
    alt: '',
    sizes: imageSizes,
    priority,
  });
  const path = productPath(data.id);
  const name = [
    brand && html`<span class="label card-brand" dir="auto">${brand}</span> `,
    html`<span class="card-name" dir="auto">${fragranceName(data.name, brand)}</span>`,
  ];
  const add = data.choose
    ? html`<a class="icon-button card-add card-choose" href="${path}" aria-label="${chooseLabel(data.name)}">${CHOOSE}</a>`
    : html`<button type="button" class="icon-button card-add js-only" data-action="add-to-cart" aria-label="Add ${sized || data.name} to cart"${sized && html` data-name="${sized}"`}${stock === 'none' && html` disabled`}>${iconHtml(PLUS)}</button>`;
  const parts = [
    html`<div class="card-picture">${picture}${badgeHtml(badge)}</div>`,
    html`<h${level} class="card-title"><a href="${path}">${name}</a></h${level}>`,
    facts && html`<p class="card-facts">${facts}</p>`,
    html`<div class="card-foot"><div><p class="price">${product.sizes && html`<span class="price-from">from </span>`}${price}</p>`,
    html`<p class="stock" data-level="${stock}">${stockLabel(data.qtyAvailable)}</p></div>${add}</div>`,
  ];
  return html`<li class="card" data-product="${JSON.stringify(data)}" data-stock="${stock}"${product.sizes && html` data-sizes`}>${parts}</li>`;
}

/** Renders the cards of a list. `first`: the list is on the first screen of its page. */
export const cardsHtml = (
  products: readonly Card[],
  { first = false, ...options }: Omit<CardOptions, 'priority'> & { first?: boolean },
): Html =>
  html`${products.map((product, index) =>
    cardHtml(product, { ...options, priority: first ? picturePriority(index) : undefined }),
  )}`;

/** Cards in a row on a phone. */
const COLUMNS = 2;

/**
 * Returns the priority of a card's picture by its position in the list. A phone first shows two rows. The pictures of
 * the first row are fetched at once. Those of the second must wait. Without 'low', Chromium fetches them as early as
 * the first once it has laid them out, and the largest paint comes 0.15 s later.
 */
function picturePriority(index: number): ProductPicture['priority'] {
  if (index < COLUMNS) return 'high';
  return index < 2 * COLUMNS ? 'low' : undefined;
}
