/**
 * Shows a product that was made after the last build, on the page that a host answers an unknown path with. After any
 * error it says 'Product not found' (spec §2); the truth, where it is another one, stands beneath.
 */
import { productPath } from '#config/paths.ts';
import type { Product } from '#contract/product.ts';
import { readDetail } from '#contract/reading/product.ts';
import { ask } from '#site/client/ask.ts';
import { shopTime } from '#site/client/clock.ts';
import type { CallFailure } from '#site/client/errors.ts';
import { has } from '#site/client/extensions.ts';
import { by } from '#site/client/reading.ts';
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

/** Of pages/404.astro, the only one with this script. */
const late = document.querySelector('.late') as HTMLElement;
const ending = document.title.slice(document.title.indexOf(' ·'));

/** The product, and what goes with it. */
interface Late {
  product: Product;
  related: readonly Card[];
}

/** The id that the URL names; undefined when it cannot be read. */
function askedId(): string | undefined {
  try {
    return decodeURIComponent(location.pathname.split('/')[2] ?? '');
  } catch {
    return undefined;
  }
}

/** The product, or how the call failed. */
async function fetchProduct(id: string): Promise<Late | CallFailure> {
  const { body, failure } = await ask(`/api/product/${encodeURIComponent(id)}`, by(readDetail));
  if (failure !== undefined) return failure;
  const { product, relatedProducts } = body;
  const box = await askBox(product);
  const description = [box, product.description].filter(Boolean).join('\n');
  return { product: { ...product, description }, related: relatedProducts.map(toCard) };
}

/** Draws the page as a build would, but for what the build alone knows. */
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

/** Goes over to a state of the page: its title, and its heading as the place of the focus. */
function turn(state: 'found' | 'missing' | 'failed', title: string): void {
  late.dataset.state = state;
  document.title = title + ending;
  const at = document.activeElement;
  // Whoever has gone on meanwhile, to the search box say, is left there.
  if (at && at !== document.body && !late.contains(at)) return;
  const shown = state === 'found' ? '.product:not(.late-asking)' : `.late-${state}`;
  const heading = late.querySelector<HTMLElement>(`${shown} h1`);
  if (!heading) return;
  heading.tabIndex = -1;
  heading.classList.add('focus:outline-none');
  heading.focus({ preventScroll: true });
}

/** Asks for the product that the URL names, and shows what comes of it. */
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
  // A former id, at a host that does not know of the redirect yet.
  if (product.id !== id) {
    history.replaceState(
      history.state,
      '',
      productPath(product.id) + location.search + location.hash,
    );
  }
  show(late, pageHtml(found), 'beforeend');
  // Of what her unpaid orders hold the answer says that it is sold. And a discount may end while the page is open.
  if (ownAttempts() || product.discount?.expiresAt) void refresh(late);
  turn('found', product.name);
  if (location.hash === '#reviews') openPanel('reviews-panel');
}
