/**
 * Shows a product that was made after the last build, on the page that a host answers an unknown path with. The API says whether
 * there is one; when it does not answer, the page says that and not that there is none.
 */
import { shop } from '#config/shop.ts';
import { readDetail } from '#contract/reading/product.ts';
import { fragranceName } from '#domain/product-name.ts';
import { ask } from '#site/client/ask.ts';
import { openPanel } from '#site/panels/panel-store.ts';
import { showPageRating } from '#site/product/page-rating.ts';
import { shareLinks, shareText } from '#site/product/share/share-links.ts';
import { show } from '#site/product-card/live.ts';
import { cardFacts } from '#site/product-data/card-facts.ts';
import { type Listed, listed } from '#site/product-data/listing-answer.ts';
import { listingPath } from '#site/product-data/listing-path.ts';
import { productPictureHtml } from '#site/product-data/picture-html.ts';
import { PAGE_SIZES } from '#site/product-data/pictures.ts';
import type { Rating } from '#site/product-data/rating.ts';

/** Of pages/404.astro, the only one with this script. */
const late = document.querySelector('.late') as HTMLElement;
const ending = document.title.slice(document.title.indexOf(' ·'));

interface Late extends Listed {
  description: string;
  tags: string[];
  rating: Rating;
  /** What its picture shows, if the shop says so. */
  alt: string | undefined;
}

/** The id that the URL names; undefined when it cannot be read. */
function askedId(): string | undefined {
  try {
    return decodeURIComponent(location.pathname.split('/')[2] ?? '');
  } catch {
    return undefined;
  }
}

/** The product; null when the shop has none of this id. Throws when there is no answer to use. */
async function fetchProduct(id: string): Promise<Late | null> {
  const { body, failure } = await ask(`/api/product/${encodeURIComponent(id)}`, readDetail);
  if (failure === 404 || failure === 400) return null;
  if (!body) throw new Error(`The product could not be read: ${failure}`);
  const { product } = body;
  const { description, tags, ratings, numReviews } = product;
  return {
    ...listed(product),
    description,
    tags,
    rating: { average: ratings, count: numReviews },
    alt: product.pictures?.[0]?.alt,
  };
}

function fillPicture(article: Element, { image, name, alt, pictures }: Late): void {
  const place = article.querySelector('.product-picture');
  if (!place) return;
  const html = productPictureHtml({
    image,
    meta: pictures?.[0],
    alt: alt || name,
    sizes: PAGE_SIZES,
    eager: true,
  });
  if (image) place.innerHTML = html;
  else place.outerHTML = html;
}

function fillShare(article: Element, product: Late): void {
  const menu = article.querySelector<HTMLElement>('.share');
  const text = shareText(product.name, cardFacts(product), shop.name);
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
  const { brand, concentration, sizeMl, pictures, description, tags, rating, alt, ...data } =
    product;
  const put = (place: string, text: string | undefined) => {
    const element = article.querySelector(place);
    if (text) element?.replaceChildren(text);
    else element?.remove();
  };
  put('.product-brand', brand);
  put('.product-name', fragranceName(data.name, brand));
  put('.product-facts', cardFacts(product));
  put('.product-description', description);
  article
    .querySelector('[data-action="toggle-wishlist"]')
    ?.setAttribute('aria-label', `Add ${data.name} to wishlist`);
  fillPicture(article, product);
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
  show(article, data);
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
  try {
    const product = id ? await fetchProduct(id) : null;
    if (!product) {
      turn('missing', 'Product not found');
      return;
    }
    const pattern = late.querySelector('template')?.content.querySelector('article');
    const article = pattern?.cloneNode(true) as HTMLElement;
    fill(article, product);
    late.append(article);
    turn('found', product.name);
    if (location.hash === '#reviews') openPanel('reviews-panel');
  } catch {
    // No connection, no answer in time, or none that can be read.
    turn('failed', 'This fragrance could not be loaded');
  }
}
