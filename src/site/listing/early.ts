import { type ListingState, SORT_OPTIONS } from '#domain/products/listing.ts';
import { PAGE_SIZE } from '#domain/products/pagination.ts';
import { READ_MS } from '#site/client/time-outs.ts';
import { inlineCall } from '#site/frame/inline-script.ts';

/** The list that a URL asks for, and its answer. */
export interface Asked {
  /** The query of the URL, with its '?'. */
  url: string;
  state: ListingState;
  /** The API's answer, or undefined if the API could not be reached. No promise for the default view. */
  answer: Promise<Response | undefined> | undefined;
}

declare global {
  interface Window {
    /** Set by the inline scripts of /products, which run before the first paint. */
    listing: {
      ask(signal?: AbortSignal): Asked;
      /** The list that the page was opened with. */
      first: Asked;
      /** See name.ts. */
      name(state: ListingState, first?: boolean): void;
    };
  }
}

/**
 * Reads the list's state from the page's URL and asks the API for it. The default view needs no call; the class
 * `querying` marks any other. The source is written into the page's head, so it may use nothing from outside. `brand=X`
 * filters as `category=X` does. If both are there, `category` wins; an empty one filters nothing (decision 3).
 * Unreadable values are ignored. Spec §7 has the sort mapping. Names and prices ascend by default; the newest and the
 * best-selling products come first.
 */
function ask(api: string, limit: number, sorts: readonly string[], signal?: AbortSignal): Asked {
  const url = location.search;
  const query = new URLSearchParams(url);
  // The API refuses a longer text (contract/product.ts).
  const text = (key: string) => (query.get(key) || '').slice(0, 200).trim();
  const number = Number(text('page'));
  const page = Number.isSafeInteger(number) && number > 0 ? number : 1;
  const sort = sorts.includes(text('sortBy')) ? text('sortBy') : 'createdAt';
  const filters = {
    search: text('search'),
    tag: text('tag'),
    category: text('category') || text('brand'),
  };
  const call = new URLSearchParams();
  for (const [key, value] of Object.entries(filters)) if (value) call.set(key, value);
  const querying = String(call) !== '' || page > 1 || sort !== 'createdAt';
  document.documentElement.classList.toggle('querying', querying);
  const [field = '', falls] = sort.split('-');
  const rises = (field === 'price' || field === 'name') && !falls;
  call.set('page', String(page));
  call.set('limit', String(limit));
  call.set('sortBy', field);
  call.set('sortOrder', rises ? 'asc' : 'desc');
  const state = { ...filters, sortBy: sort as ListingState['sortBy'], page };
  if (!querying) return { url, state, answer: undefined };
  const answer = fetch(`${api}/api/product?${call}`, { signal: signal ?? null });
  return { url, state, answer: answer.catch(() => undefined) };
}

function begin(
  read: typeof ask,
  api: string,
  limit: number,
  sorts: readonly string[],
  ms: number,
): void {
  const again = (signal?: AbortSignal) => read(api, limit, sorts, signal);
  // name.ts adds the rest after the elements that it names.
  window.listing = {
    ask: again,
    first: again(AbortSignal.timeout?.(ms)),
  } as Window['listing'];
}

/**
 * Returns a script for the head of /products. If the URL asks for another list than the default view, the page shows
 * skeletons from its first paint, so that the default fifty never flash. The API is called before any other script has
 * loaded. `api`: the API's address, '' for the site's own.
 */
export const askEarly = (api: string) =>
  inlineCall(begin, ask, api, PAGE_SIZE, SORT_OPTIONS, READ_MS);
