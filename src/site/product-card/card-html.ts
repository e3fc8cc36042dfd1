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
  /** Decides which discounts are valid (ms). */
  now: number;
  /** The level of its heading. */
  level: 2 | 3;
  /** The displayed width of the picture, as in the attribute `sizes`; by default that of the usual grid. */
  sizes?: string | undefined;
  priority?: ProductPicture['priority'] | undefined;
}

/** Draws a product in a list: in pages that are built and in lists that scripts show. */
export function cardHtml(
  product: Card,
  { now, level, sizes = CARD_SIZES, priority }: CardOptions,
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
    // The link beside it names the fragrance, which is read out once.
    alt: '',
    sizes,
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

/** Draws the cards of a list. `first`: the list is on the first screen of its page. */
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
 * The priority of a card's picture, by the place of the card in its list. A phone first shows two rows. The pictures of
 * the first row are fetched at once. Those of the second must wait: without 'low', Chromium fetches them as early as
 * the first as soon as it has laid them out, and the largest paint comes 0.15 s later.
 */
function picturePriority(index: number): ProductPicture['priority'] {
  if (index < COLUMNS) return 'high';
  return index < 2 * COLUMNS ? 'low' : undefined;
}
