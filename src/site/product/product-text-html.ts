import { paths } from '#config/paths.ts';
import { shop } from '#config/shop.ts';
import type { Product } from '#contract/product.ts';
import { discountBadge } from '#domain/money/discount-badge.ts';
import { formatNaira } from '#domain/money/money.ts';
import { salePrice } from '#domain/money/price.ts';
import { factsLine } from '#domain/products/product-facts.ts';
import { fragranceName } from '#domain/products/product-name.ts';
import { stockLabel, stockLevel } from '#domain/products/stock.ts';
import { HEART_WIDE } from '#look/shapes.ts';
import { type Html, html } from '#site/html.ts';
import { iconHtml } from '#site/icons/icon-html.ts';
import { listingPath } from '#site/product-data/listing-path.ts';
import { badgeHtml, priceHtml } from '#site/product-data/price-html.ts';
import { foldDescription } from './description.ts';
import { ratingHtml } from './page-rating.ts';
import { leftWords } from './set/words.ts';
import { shareLinks, shareText } from './share/share-links.ts';

/** A product without the fields that no page shows. */
export type TextProduct = Omit<Product, '_id' | 'soldCount'>;

/** The text's data beside the product. */
export interface TextOptions {
  /** The time (ms) that decides which discounts are valid. */
  now: number;
  /** The page's absolute URL. */
  url: string;
  /** Whether 'You may also like' follows. */
  related: boolean;
  /** Whether a shopper can request an email for when it is back (extension product.stockAlert). */
  alert: boolean;
  /** The parts that only the build renders. */
  sizes?: Html;
  choice?: Html;
  delivery?: Html;
  samples?: Html;
}

/**
 * Renders the text beside the pictures of a product, for built pages and for a product that no build knows yet
 * (late/late-product.ts).
 */
export function productTextHtml(product: TextProduct, options: TextOptions): Html {
  const { name, brand, description, tags, ratings, numReviews } = product;
  const { url, sizes, delivery, samples } = options;
  const facts = factsLine(product);
  const parts = [
    html`<div class="product-top"><a class="link" href="${paths.products}" data-back>Back</a>${shareHtml(shareText(name, facts, shop.name), url)}</div>`,
    html`<h1>${brand && html`<span class="label product-brand" dir="auto">${brand}</span>`} <span class="title product-name" dir="auto">${fragranceName(name, brand)}</span></h1>`,
    facts && html`<p class="product-facts">${facts}</p>`,
    sizes,
    html`<p class="product-rating">${ratingHtml({ average: ratings, count: numReviews })} <button type="button" class="link js-only" data-open="reviews-panel" aria-haspopup="dialog">Reviews &#38; Ratings</button></p>`,
    html`<div class="product-buy">${buyHtml(product, options)}</div>`,
    delivery,
    samples,
    descriptionHtml(description),
    tagsHtml(tags),
  ];
  return html`<div class="product-text">${parts}</div>`;
}

// Renders the share menu. The links work without a script. share.ts shows the buttons and makes them work.
function shareHtml(text: string, url: string): Html {
  const links = Object.entries(shareLinks(text, url)).map(
    ([name, href]) => html`<a href="${href}" target="_blank" rel="noopener">${name}</a>`,
  );
  const buttons = { instagram: 'Instagram', copy: 'Copy Link', native: 'Share…' };
  return html`<details class="share" data-share="${url}" data-text="${text}"><summary>Share</summary><div class="share-menu">${links}${Object.entries(buttons).map(([value, label]) => html`<button type="button" value="${value}" hidden>${label}</button>`)}</div></details>`;
}

function buyHtml(product: TextProduct, { now, related, alert, choice }: TextOptions): Html {
  if (product.retired) {
    return html`<p>We no longer sell this fragrance.</p><a class="button" href="${related ? '#related' : paths.products}">${related ? 'See similar fragrances' : 'All Fragrances'}</a>`;
  }
  const badge = discountBadge(product, now);
  const price = priceHtml(
    formatNaira(salePrice(product, now)),
    badge && formatNaira(product.price),
  );
  const stock = stockLevel(product.qtyAvailable);
  return html`<div><p class="price">${price} ${badgeHtml(badge)}</p><p class="stock" data-level="${stock}">${stockLabel(product.qtyAvailable)}</p></div>${choice}${actionsHtml(product, !choice)}${alert && ALERT}`;
}

/** Shown while the product is sold out (stock-alert.css). The form loads on the first touch (stock-alert.ts). */
const ALERT = html`<details class="stock-alert js-only"><summary class="button-quiet wide">Tell me when it is back</summary><div aria-live="polite"><p>Loading…</p></div></details>`;

// Renders the buttons. cart/add-to-cart.ts makes them work; product-card/live.ts updates them with the stock.
function actionsHtml({ name, qtyAvailable, choose }: TextProduct, isLate: boolean): Html {
  if (choose && isLate) {
    return html`<div class="product-actions">You can choose what is in it here soon.</div>`;
  }
  const none = qtyAvailable <= 0 || choose !== undefined;
  const parts = [
    html`<button type="button" class="button" data-action="add-to-cart"${none && html` disabled`}${choose && html` aria-describedby="to-choose"`}>ADD TO CART</button>`,
    choose && html`<p id="to-choose">${leftWords(choose)}</p>`,
    html`<button type="button" class="button-quiet" data-action="buy-now"${none && html` hidden`}>BUY NOW</button>`,
    html`<button type="button" class="icon-button product-wish" data-action="toggle-wishlist" aria-pressed="false" aria-label="Add ${name} to wishlist">${iconHtml(HEART_WIDE)}</button>`,
    html`<button type="button" class="link" data-open="cart-panel" aria-haspopup="dialog">View Cart</button>`,
  ];
  return html`<div class="product-actions js-only">${parts}</div>`;
}

/** Renders the merchant's description; each line is a paragraph. */
function descriptionHtml(text: string): Html {
  const { shown, folded } = foldDescription(text);
  const paragraph = (each: string) => html`<p dir="auto">${each}</p>`;
  return html`<div class="product-description">${shown.map(paragraph)}${folded.length > 0 && html`<details><summary><span>Read more</span><span>Read less</span></summary>${folded.map(paragraph)}</details>`}</div>`;
}

/** Tags that the page shows at once. A few more are not worth a tap. */
const SHOWN = 12;
const WORTH_FOLDING = 4;

/** Renders the tags as links to the list, which only a script can filter. */
function tagsHtml(tags: readonly string[]): Html {
  const shown = tags.length < SHOWN + WORTH_FOLDING ? tags : tags.slice(0, SHOWN);
  const folded = tags.slice(shown.length);
  const item = (tag: string) => html`<li><a href="${listingPath({ tag })}">${tag}</a></li>`;
  return html`<ul class="tags js-only" aria-label="Tags">${shown.map(item)}</ul>${folded.length > 0 && html`<details class="more-tags js-only"><summary>${folded.length} more tags</summary><ul class="tags" aria-label="More tags">${folded.map(item)}</ul></details>`}`;
}
