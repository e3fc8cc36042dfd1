/**
 * Shows the product list for a URL that asks for something else than the default view. The default view stays in the
 * page and is shown again without a call.
 */
import { PUBLIC_API_URL } from 'astro:env/client';
import { type ListingState, listingQuery, readListing, writeListing } from '#domain/listing.ts';
import { PAGE_SIZE } from '#domain/pagination.ts';
import { type ListingAnswer, readAnswer } from './listing-answer.ts';
import { fillCard } from './listing-cards.ts';
import { paginationHtml } from './listing-pagination.ts';
import { listingPath } from './listing-path.ts';
import { countLabel, DEFAULT_HEADING, heading } from './listing-words.ts';

const TIMEOUT_MS = 20_000;
/** Cards in the first screen, whose pictures are not put off. */
const EAGER = 4;

/** A part of pages/products.astro, which is the only page with this script. */
const find = <E extends Element>(selector: string) => document.querySelector(selector) as E;

const root = document.documentElement;
const listing = find<HTMLElement>('.listing');
const title = find<HTMLElement>('.listing h1');
const status = find<HTMLElement>('.listing-count [role="status"]');
const results = find('.listing-results');
const pages = find('.listing-pages');
const error = find<HTMLElement>('.listing-error');
const sort = find<HTMLSelectElement>('#sort');
const pattern = find<HTMLTemplateElement>('#card').content.querySelector('li');
const whole = status.textContent;
const ending = document.title.slice(DEFAULT_HEADING.length);

let latest: symbol | undefined;

/** The answer for a state; undefined when there is none. The page's head has asked for the first one. */
async function ask(state: ListingState): Promise<ListingAnswer | undefined> {
  const query = listingQuery(state, PAGE_SIZE);
  const asked = window.listingAnswer ?? fetch(`${PUBLIC_API_URL}/api/product?${query}`);
  window.listingAnswer = undefined;
  const answer = await asked;
  return answer?.ok ? readAnswer(await answer.json()) : undefined;
}

/** The words that say what is shown: heading, tab, search box, sort, the category's link. */
function name(state: ListingState): void {
  const words = heading(state);
  title.textContent = words;
  document.title = `${words}${state.page > 1 ? `, page ${state.page}` : ''}${ending}`;
  sort.value = state.sortBy;
  listing.classList.add('named');
  listing.classList.toggle('filtered', words !== DEFAULT_HEADING);
  const search = document.querySelector<HTMLInputElement>('input[name="search"]');
  if (search) search.value = state.search;
  for (const link of document.querySelectorAll('.strip a')) {
    const here = link.textContent?.trim().toLowerCase() === state.category.toLowerCase();
    if (here) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
}

function show(state: ListingState, { products, pages: count, total }: ListingAnswer): void {
  const now = Date.now();
  if (pattern) {
    results.replaceChildren(
      ...products.map((product, index) => fillCard(pattern, product, now, index < EAGER)),
    );
  }
  pages.innerHTML = paginationHtml(state.page, count, (page) => listingPath({ ...state, page }));
  const found = products.length > 0;
  listing.dataset.state = found ? 'ready' : 'empty';
  status.textContent = found ? countLabel(total) : 'No products found';
}

/** Shows what the URL asks for. A later call wins over an earlier one that is still under way. */
export async function load(): Promise<void> {
  const mine = Symbol();
  latest = mine;
  const state = readListing(new URLSearchParams(location.search));
  const isDefault = writeListing(state) === '';
  name(state);
  error.hidden = true;
  root.classList.toggle('querying', !isDefault);
  if (isDefault) {
    status.textContent = whole;
    return;
  }
  listing.dataset.state = 'loading';
  status.textContent = '';
  const tooLate = new Promise<undefined>((resolve) => setTimeout(resolve, TIMEOUT_MS));
  const answer = await Promise.race([ask(state).catch(() => undefined), tooLate]);
  if (latest !== mine) return;
  if (answer) {
    show(state, answer);
  } else {
    listing.dataset.state = 'error';
    error.hidden = false;
  }
}

/** Goes to another state of the list within the page. */
export async function go(href: string): Promise<void> {
  history.replaceState({ y: scrollY }, '');
  history.pushState(null, '', href);
  const loaded = load();
  title.focus({ preventScroll: true });
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  scrollTo({ top: 0, behavior: still ? 'instant' : 'smooth' });
  await loaded;
}

/** Sorts what is shown, from its first page. */
export function sortBy(option: string): Promise<void> {
  const state = readListing(new URLSearchParams(location.search));
  return go(listingPath({ ...state, sortBy: option as ListingState['sortBy'], page: 1 }));
}

find('.listing-error button').addEventListener('click', () => location.reload());
