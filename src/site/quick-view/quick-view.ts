/**
 * The quick view (spec §2). It opens with the card's data and fetches the rest, including current price and stock.
 * Plain elements: React would cost 57 kB for a dialog that most shoppers open once.
 */

import { paths } from '#config/paths.ts';
import type { Product } from '#contract/product.ts';
import { readDetail } from '#contract/reading/product.ts';
import { salePrice } from '#domain/money/price.ts';
import { HEART } from '#look/shapes.ts';
import { ask } from '#site/client/ask.ts';
import { shopTime } from '#site/client/clock.ts';
import type { CallFailure } from '#site/client/errors.ts';
import { createCache } from '#site/client/minute.ts';
import { fullReader } from '#site/client/reading.ts';
import { reason, remedy } from '#site/client/reason.ts';
import { emit } from '#site/events/emit.ts';
import { type Html, html, show } from '#site/html.ts';
import { iconHtml } from '#site/icons/icon-html.ts';
import { fetchStyles } from '#site/lazy/load-module.ts';
import { $panel } from '#site/panels/panel-store.ts';
import { askBox } from '#site/product/set/ask-box.ts';
import { CHOOSE, chooseLabel } from '#site/product/set/words.ts';
import { showFigures } from '#site/product-card/show-figures.ts';
import { dataOf } from '#site/product-data/card.ts';
import { reviewCount } from '#site/product-data/counts.ts';
import { askLive, ownAttempts } from '#site/product-data/live-figures.ts';
import { productPictureHtml } from '#site/product-data/picture-html.ts';
import { type ProductData, productIn } from '#site/product-data/product-data.ts';
import { FROM_SM } from '#site/styles/breakpoints.ts';
import quickStyles from './quick-view.css?url';

/** Tags shown before '+N' (spec §9). */
const TAGS = 3;
const SIZES = `${FROM_SM} 24rem, 34vw`;

const FRAME = html`
<div class="quick-picture"></div>
<div class="quick-facts">
  <p class="price"></p>
  <p class="stock"></p>
  <p class="quick-rating"></p>
</div>
<div class="quick-more" role="group" aria-label="Description"></div>
<ul class="quick-tags" aria-label="Tags"></ul>
<div class="quick-foot">
  <button type="button" class="button" data-action="add-to-cart"></button>
  <button type="button" class="icon-button quick-wish" data-action="toggle-wishlist" aria-pressed="false">
    ${iconHtml(HEART)}
  </button>
  <a class="link" data-close>See the full page</a>
</div>`;
const WAITING = html`${[1, 2, 3].map(() => html`<div class="skeleton"></div>`)}`;

type Asked = Product | CallFailure;
const isFailure = (asked: Asked): asked is CallFailure => typeof asked !== 'object';
const answers = createCache<Promise<Asked>>();

async function fetchDetail(id: string): Promise<Asked> {
  const { body, failure } = await ask(
    `/api/product/${encodeURIComponent(id)}`,
    fullReader(readDetail),
  );
  if (!body) return failure;
  const { product } = body;
  // The answer counts units that her unpaid orders reserve as sold.
  const today = ownAttempts() && (await askLive([product.id]).catch(() => undefined));
  return today ? { ...product, qtyAvailable: today(dataOf(product)).qtyAvailable } : product;
}

async function askDetail(id: string): Promise<Asked> {
  const known = answers.get(id);
  if (known) return known;
  const answer = fetchDetail(id);
  answers.set(id, answer);
  if (isFailure(await answer) && (await answer) !== 404) answers.drop(id);
  return answer;
}

function tagItems({ tags }: Product): Html {
  const shown = tags.slice(0, TAGS);
  const others = tags.length - shown.length;
  const labels = others > 0 ? [...shown, `+${others}`] : shown;
  return html`${labels.map((tag) => html`<li>${tag}</li>`)}`;
}

const rating = ({ ratings, numReviews }: Product) =>
  numReviews > 0
    ? `Rated ${ratings.toFixed(1)} of 5 · ${reviewCount(numReviews)}`
    : 'No ratings yet';

const sorry = (failure: CallFailure) =>
  failure === 404
    ? 'Product not found'
    : `The details could not be loaded. ${reason(failure)} ${remedy(failure)}`;

const find = <E extends HTMLElement>(dialog: Element, selector: string) =>
  dialog.querySelector(selector) as E;

/** Shows what may differ from the card. */
function showOffer(dialog: HTMLElement, product: ProductData): void {
  showFigures(dialog, product);
  const add = find<HTMLButtonElement>(dialog, '.button');
  if (product.choose) {
    const choose = html`<a class="button" href="${paths.product(product.id)}" aria-label="${chooseLabel(product.name)}">${CHOOSE}</a>`;
    show(add, choose, 'beforebegin');
    add.remove();
  } else {
    add.textContent = add.disabled ? 'Out of Stock' : 'Add to Cart';
  }
}

let latest = '';

async function showProduct(dialog: HTMLElement): Promise<void> {
  const known = productIn(dialog);
  if (!known) return;
  latest = known.id;
  emit('view-product', { id: known.id, price: salePrice(known, shopTime()) });
  const { image } = known;
  show(find(dialog, '[data-contents]'), FRAME);
  show(
    find(dialog, '.quick-picture'),
    productPictureHtml({ image, alt: '', sizes: SIZES, priority: 'high' }),
  );
  find<HTMLAnchorElement>(dialog, '.link').href = paths.product(known.id);
  showOffer(dialog, known);
  const rest = find(dialog, '.quick-more');
  show(rest, WAITING);
  rest.ariaBusy = 'true';

  const answer = await askDetail(known.id);
  if (latest !== known.id || !rest.isConnected) return;
  rest.ariaBusy = 'false';
  if (isFailure(answer)) {
    show(rest, html`<p class="notice notice-error" role="alert">${sorry(answer)}</p>`);
    return;
  }
  showOffer(dialog, dataOf(answer));
  find(dialog, '.quick-rating').textContent = rating(answer);
  show(find(dialog, '.quick-tags'), tagItems(answer));
  show(rest, html`<p>${answer.description}</p>`);
  const box = await askBox(answer);
  if (box && latest === known.id) show(rest, html`<p>${box}</p>`, 'afterbegin');
  // A scrolling part must be reachable by keyboard.
  if (rest.scrollHeight > rest.clientHeight) rest.tabIndex = 0;
}

/** Fills the dialog now if it is open, and whenever it opens. @throws when its style sheet did not arrive. */
export async function fillQuickView(): Promise<void> {
  await fetchStyles(quickStyles);
  const dialog = document.getElementById('quick-view');
  $panel.subscribe((id) => {
    if (dialog && id === dialog.id) void showProduct(dialog);
  });
}
