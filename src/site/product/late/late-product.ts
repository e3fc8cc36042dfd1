/**
 * Shows a product that was created after the last build, on the page that a host serves for unknown paths. After any
 * error it says 'Product not found' (spec §2); if the real reason differs, it is shown below.
 */
import { productPath } from '#config/paths.ts';
import type { Product } from '#contract/product.ts';
import { readDetail } from '#contract/reading/product.ts';
import { ask } from '#site/client/ask.ts';
import { shopTime } from '#site/client/clock.ts';
import type { CallFailure } from '#site/client/errors.ts';
import { has } from '#site/client/extensions.ts';
import { fullReader } from '#site/client/reading.ts';
import { reason, remedy } from '#site/client/reason.ts';
import { type Html, html, show } from '#site/html.ts';
import { openPanel } from '#site/panels/panel-store.ts';
import { galleryHtml } from '#site/product/gallery/gallery-html.ts';
import { productTextHtml } from '#site/product/product-text-html.ts';
import { askBox } from '#site/product/set/ask-box.ts';
import { cardsHtml } from '#site/product-card/card-html.ts';
import { refresh } from '#site/product-card/live.ts';
import { type Card, dataOf, toCard } from '#site/product-data/card.ts';
import { ownAttempts } from '#site/product-data/live-figures.ts';

/** An element of pages/404.astro, the only page with this script. */
const late = document.querySelector('.late') as HTMLElement;
const ending = document.title.slice(document.title.indexOf(' ·'));

interface Late {
  product: Product;
  related: readonly Card[];
}

/** Returns the id that the URL names; undefined if it is unreadable. */
function askedId(): string | undefined {
  try {
    return decodeURIComponent(location.pathname.split('/')[2] ?? '');
  } catch {
    return undefined;
  }
}

/** Fetches the product, or returns how the call failed. */
async function fetchProduct(id: string): Promise<Late | CallFailure> {
  const { body, failure } = await ask(
    `/api/product/${encodeURIComponent(id)}`,
    fullReader(readDetail),
  );
  if (failure !== undefined) return failure;
  const { product, relatedProducts } = body;
  const box = await askBox(product);
  const description = [box, product.description].filter(Boolean).join('\n');
  return { product: { ...product, description }, related: relatedProducts.map(toCard) };
}

/** Renders the page as a build would, except for what only the build knows. */
function pageHtml({ product, related }: Late): Html {
  const { name, image, images, pictures } = product;
  const now = shopTime();
  const url = location.origin + location.pathname;
  const urls = images.length > 0 ? images : [image ?? ''].filter(Boolean);
  const text = productTextHtml(product, {
    now,
    url,
    related: related.length > 0,
    alert: has('product.stockAlert'),
  });
  return html`<article class="product" data-product="${JSON.stringify(dataOf(product))}">${text}<div class="product-pictures"${urls.length > 1 && html` data-gallery`}>${galleryHtml({ name, urls, pictures })}</div></article>${related.length > 0 && html`<section class="related" aria-labelledby="related"><h2 class="heading" id="related">You may also like</h2><ul class="cards">${cardsHtml(related, { now, level: 3 })}</ul></section>`}`;
}

/** Switches to a state of the page: sets its title, and moves the focus to its heading. */
function turn(state: 'found' | 'missing' | 'failed', title: string): void {
  late.dataset.state = state;
  document.title = title + ending;
  const at = document.activeElement;
  // If the shopper has moved on, for example to the search field, the focus stays there.
  if (at && at !== document.body && !late.contains(at)) return;
  const shown = state === 'found' ? '.product:not(.late-asking)' : `.late-${state}`;
  const heading = late.querySelector<HTMLElement>(`${shown} h1`);
  if (!heading) return;
  heading.tabIndex = -1;
  heading.classList.add('focus:outline-none');
  heading.focus({ preventScroll: true });
}

/** Fetches the product that the URL names, and shows the result. */
export async function handle(): Promise<void> {
  late.dataset.state = 'asking';
  const id = askedId();
  const found = id ? await fetchProduct(id) : 404;
  if (typeof found !== 'object') {
    const missing = found === 404 || found === 400;
    const text = `That is not certain. ${reason(found)} ${remedy(found)} Your cart is kept.`;
    late.querySelector('.late-failed p')?.replaceChildren(text);
    turn(missing ? 'missing' : 'failed', 'Product not found');
    return;
  }
  const { product } = found;
  // A former id, at a host that does not know the redirect yet.
  if (product.id !== id) {
    history.replaceState(
      history.state,
      '',
      productPath(product.id) + location.search + location.hash,
    );
  }
  show(late, pageHtml(found), 'beforeend');
  // The answer counts units that her unpaid orders reserve as sold. And a discount may end while the page is open.
  if (ownAttempts() || product.discount?.expiresAt) void refresh(late);
  turn('found', product.name);
  if (location.hash === '#reviews') openPanel('reviews-panel');
}
