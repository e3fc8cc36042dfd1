/**
 * Shows the product list for a URL that asks for another list than the default view. The default view stays in the page
 * and is shown again without a call. The inline scripts read the URL and name the list (early.ts, name.ts).
 */
import type { ListingState } from '#domain/products/listing.ts';
import { hearClock, shopTime } from '#site/client/clock.ts';
import type { CallFailure } from '#site/client/errors.ts';
import { readWith } from '#site/client/reading.ts';
import { reason, remedy } from '#site/client/reason.ts';
import { READ_MS } from '#site/client/time-outs.ts';
import { emit } from '#site/events/emit.ts';
import { keepPlace, keepPlaceOnLeaving, returnToPlace } from '#site/frame/place.ts';
import { show as fill } from '#site/html.ts';
import { cardsHtml } from '#site/product-card/card-html.ts';
import { refresh } from '#site/product-card/live.ts';
import { fragranceCount } from '#site/product-data/counts.ts';
import { LISTING, type ListingAnswer, listingAnswer } from '#site/product-data/listing-answer.ts';
import { ownAttempts } from '#site/product-data/live-figures.ts';
import { paginationHtml } from './pagination.ts';

/** Finds an element of pages/products.astro, the only page with this script. */
const find = <E extends Element>(selector: string) => document.querySelector(selector) as E;

const list = find<HTMLElement>('.listing');
const title = find<HTMLElement>('.listing h1');
/** Both in the page and in the panel: screen readers do not read content behind an open panel. */
const counts = document.querySelectorAll('.listing-count');
const whole = counts[0]?.textContent ?? '';
const results = find('.listing-results');
const pages = find('.listing-pages');

keepPlaceOnLeaving();

let underWay: AbortController | undefined;
let shown: string | undefined;

function say(text: string): void {
  for (const count of counts) count.textContent = text;
}

async function readAnswer(body: unknown, page: number): Promise<ListingAnswer | undefined> {
  const list = await readWith('GET /api/product', LISTING, body);
  return list && listingAnswer(list, page);
}

/** Returns the address of another page of the same list. */
function pageHref(page: number): string {
  const query = new URLSearchParams(location.search);
  if (page > 1) query.set('page', String(page));
  else query.delete('page');
  return `${location.pathname}?${query}`.replace(/\?$/, '');
}

function show({ page, search }: ListingState, answer: ListingAnswer): void {
  const { products, pages: count, total, isCounted } = answer;
  fill(results, cardsHtml(products, { now: shopTime(), level: 2, first: true }));
  fill(pages, paginationHtml(page, count, pageHref));
  const found = products.length > 0;
  list.dataset.state = found ? 'ready' : 'empty';
  // The answer counts units that her unpaid orders reserve as sold.
  if (ownAttempts()) void refresh(results);
  const which = page > 1 ? `, page ${page} of ${count}` : '';
  const least = isCounted ? '' : 'At least ';
  say(found ? least + fragranceCount(total) + which : 'No products found');
  if (search && page === 1) emit('search', { text: search, found: total });
}

/** Reads the list in an answer, or the reason why there is none. */
async function readResponse(
  response: Response | undefined,
  page: number,
): Promise<[list: ListingAnswer | undefined, failure: CallFailure]> {
  if (!response) return [undefined, 'FETCH_ERROR'];
  hearClock(response.headers);
  if (!response.ok) return [undefined, response.status];
  try {
    return [await readAnswer(await response.json(), page), 'PARSING_ERROR'];
  } catch (error) {
    return [undefined, error instanceof SyntaxError ? 'PARSING_ERROR' : 'FETCH_ERROR'];
  }
}

/** Shows the list that the URL asks for. A later call cancels an earlier one. */
export async function load(): Promise<void> {
  const { listing } = window;
  // A link within the page (#main) does not change the list.
  if (location.search === shown && list.dataset.state !== 'error') return;
  shown = location.search;
  underWay?.abort();
  const mine = new AbortController();
  underWay = mine;
  setTimeout(() => mine.abort(), READ_MS);
  // The page's head has requested the first list.
  const early = listing.first.url === shown && listing.first.answer;
  const { state, answer } = early ? listing.first : listing.ask(mine.signal);
  listing.first.answer = undefined;
  // The page has already named the first list, and the shopper may be typing by now.
  if (!early) listing.name(state);
  if (!answer) {
    say(whole);
    return;
  }
  list.dataset.state = 'loading';
  say('');
  const [read, failure] = await answer.then((response) => readResponse(response, state.page));
  if (underWay !== mine) return;
  if (read) {
    const { products, pages: last } = read;
    if (products.length > 0 || last === 0 || state.page <= last) {
      show(state, read);
      if (early) returnToPlace();
      return;
    }
    // Past the last page, for example by an old link.
    history.replaceState(null, '', pageHref(last));
    return load();
  }
  find('.listing-error p').textContent = `${reason(failure)} ${remedy(failure)}`;
  list.dataset.state = 'error';
}

/** Goes to another state of the list within the page. With `replace`, 'Back' skips the last one. */
export async function go(href: string, replace = false): Promise<void> {
  const { search } = new URL(href, location.href);
  if (search === location.search) return;
  if (replace) history.replaceState(null, '', href);
  else {
    keepPlace();
    history.pushState(null, '', href);
  }
  const loaded = load();
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  scrollTo({ top: 0, behavior: still ? 'instant' : 'smooth' });
  await loaded;
}

/** Follows a link in the page. The heading gets the focus, because the link may be removed. */
export function follow(link: HTMLAnchorElement): Promise<void> {
  const gone = go(link.href);
  if (!link.closest('.filters')) title.focus({ preventScroll: true });
  return gone;
}
