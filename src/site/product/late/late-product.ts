/**
 * Shows a product that was made after the last build, on the page that a host answers an unknown path with. After any
 * error it says 'Product not found' (spec §2); the truth, where it is another one, stands beneath.
 */
import { productPath } from '#config/paths.ts';
import { shop } from '#config/shop.ts';
import { readDetail } from '#contract/reading/product.ts';
import { factsLine } from '#domain/products/product-facts.ts';
import { fragranceName } from '#domain/products/product-name.ts';
import { ask } from '#site/client/ask.ts';
import { shopTime } from '#site/client/clock.ts';
import type { CallFailure } from '#site/client/errors.ts';
import { by } from '#site/client/reading.ts';
import { reason, remedy } from '#site/client/reason.ts';
import { show } from '#site/html.ts';
import { openPanel } from '#site/panels/panel-store.ts';
import { type GalleryPictures, galleryHtml } from '#site/product/gallery/gallery-html.ts';
import { showPageRating } from '#site/product/page-rating.ts';
import { askBox } from '#site/product/set/ask-box.ts';
import { shareLinks, shareText } from '#site/product/share/share-links.ts';
import { cardsHtml } from '#site/product-card/card-html.ts';
import { refresh } from '#site/product-card/live.ts';
import { showFigures } from '#site/product-card/show-figures.ts';
import { type Card, dataOfCard, toCard } from '#site/product-data/card.ts';
import { listingPath } from '#site/product-data/listing-path.ts';
import { ownAttempts } from '#site/product-data/live-figures.ts';
import type { Rating } from '#site/product-data/rating.ts';

/** Of pages/404.astro, the only one with this script. */
const late = document.querySelector('.late') as HTMLElement;
const ending = document.title.slice(document.title.indexOf(' ·'));

interface Late extends Card {
  description: string;
  tags: string[];
  rating: Rating;
  gallery: GalleryPictures;
  related: readonly Card[];
  retired: boolean;
  /** What is in a set. */
  box: string;
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
  const { name, description, tags, ratings, numReviews, images, pictures = [] } = product;
  const card = toCard(product);
  return {
    ...card,
    description,
    tags,
    rating: { average: ratings, count: numReviews },
    gallery: { name, urls: images.length > 0 ? images : [card.image].filter(Boolean), pictures },
    related: relatedProducts.map(toCard),
    retired: product.retired === true,
    box: await askBox(product),
  };
}

/** 'You may also like' (spec §2); nothing without related products. */
function fillRelated(section: Element | null | undefined, related: readonly Card[]): void {
  const list = section?.querySelector('ul');
  if (list && related.length > 0) show(list, cardsHtml(related, { now: shopTime(), level: 3 }));
  else section?.remove();
}

function fillShare(article: Element, product: Late): void {
  const menu = article.querySelector<HTMLElement>('.share');
  const text = shareText(product.name, factsLine(product), shop.name);
  const url = location.origin + location.pathname;
  if (menu) Object.assign(menu.dataset, { text, share: url });
  const links = Object.values(shareLinks(text, url));
  for (const [index, link] of [
    ...article.querySelectorAll<HTMLAnchorElement>('.share a'),
  ].entries()) {
    link.href = links[index] ?? url;
  }
}

function fill(article: HTMLElement, product: Late): void {
  const { brand, description, tags, rating, gallery, retired, box } = product;
  const data = dataOfCard(product);
  const put = (place: string, text: string | undefined) => {
    const element = article.querySelector(place);
    if (text) element?.replaceChildren(text);
    else element?.remove();
  };
  put('.product-brand', brand);
  put('.product-name', fragranceName(data.name, brand));
  put('.product-facts', factsLine(product));
  put('.product-description', [box, description].filter(Boolean).join('\n\n'));
  article
    .querySelector('[data-action="toggle-wishlist"]')
    ?.setAttribute('aria-label', `Add ${data.name} to wishlist`);
  const place = article.querySelector('.product-pictures') as HTMLElement;
  show(place, galleryHtml(gallery));
  place.toggleAttribute('data-gallery', gallery.urls.length > 1);
  fillShare(article, product);
  const list = article.querySelector('.tags');
  for (const tag of tags) {
    const link = Object.assign(document.createElement('a'), { href: listingPath({ tag }) });
    link.textContent = tag;
    const item = document.createElement('li');
    item.append(link);
    list?.append(item);
  }
  if (tags.length === 0) list?.remove();
  showPageRating(article, rating);
  showFigures(article, data);
  if (retired) {
    article.querySelector('.product-buy')?.replaceChildren('We no longer sell this fragrance.');
  } else if (data.choose) {
    // The choice comes with the product's own page.
    article
      .querySelector('.product-actions')
      ?.replaceChildren('You can choose what is in it here soon.');
  }
}

/** Goes over to a state of the page: its title, and its heading as the place of the focus. */
function turn(state: 'found' | 'missing' | 'failed', title: string): void {
  late.dataset.state = state;
  document.title = title + ending;
  const at = document.activeElement;
  // Whoever has gone on meanwhile, to the search box say, is left there.
  if (at && at !== document.body && !late.contains(at)) return;
  const part = state === 'found' ? '.product:not(.late-asking)' : `.late-${state}`;
  late.querySelector<HTMLElement>(`${part} h1`)?.focus({ preventScroll: true });
}

/** Asks for the product that the URL names, and shows what comes of it. */
export async function handle(): Promise<void> {
  late.dataset.state = 'asking';
  const id = askedId();
  const product = id ? await fetchProduct(id) : 404;
  if (typeof product !== 'object') {
    const missing = product === 404 || product === 400;
    const text = `That is not certain. ${reason(product)} ${remedy(product)} Your cart is kept.`;
    late.querySelector('.late-failed p')?.replaceChildren(text);
    turn(missing ? 'missing' : 'failed', 'Product not found');
    return;
  }
  // A former id, at a host that does not know of the redirect yet.
  if (product.id !== id) {
    history.replaceState(
      history.state,
      '',
      productPath(product.id) + location.search + location.hash,
    );
  }
  const page = late.querySelector('template')?.content.cloneNode(true) as DocumentFragment;
  fill(page.querySelector('article') as HTMLElement, product);
  fillRelated(page.querySelector('.related'), product.related);
  late.append(page);
  // Of what her unpaid orders hold the answer says that it is sold. And a discount may end while the page is open.
  if (ownAttempts() || product.discount?.expiresAt) void refresh(late);
  turn('found', product.name);
  if (location.hash === '#reviews') openPanel('reviews-panel');
}
