/**
 * The filters of /products. Their values are written into the URL, and the list follows the URL. A change leads to the
 * first page.
 */
import { DEFAULT_LISTING, type ListingState, writeListing } from '#domain/products/listing.ts';
import type { PageEvent } from '#site/lazy/delegate.ts';
import { go } from './view.ts';

/** Milliseconds after the last keystroke until the list follows. */
const REST_MS = 300;

const form = document.querySelector('.filters') as HTMLFormElement;
const search = form.querySelector('input[type="search"]') as HTMLInputElement;
const tag = form.querySelector('input[type="hidden"]') as HTMLInputElement;

let rest: ReturnType<typeof setTimeout> | undefined;
/** The URL's query after typing. Further typing replaces it, so 'Back' returns to the state before the first letter. */
let typed: string | undefined;

/** Shows the list that the controls ask for. */
function apply(typing: boolean): void {
  clearTimeout(rest);
  const wanted = Object.fromEntries(new FormData(form)) as Partial<ListingState>;
  const state = { ...DEFAULT_LISTING, ...wanted, search: search.value.trim() };
  const replace = typing && typed === location.search;
  void go(`${location.pathname}?${writeListing(state)}`.replace(/\?$/, ''), replace);
  typed = typing ? location.search : undefined;
}

export function handle(_: Element, { type, target }: PageEvent): void {
  if (!(target instanceof Element)) return;
  if (type === 'input') {
    if (target !== search) return;
    clearTimeout(rest);
    rest = setTimeout(apply, REST_MS, true);
  } else if (type !== 'click') {
    // Enter was pressed, or another field has the focus now.
    apply(target === search || type === 'submit');
    typed = undefined;
  } else {
    const button = target.closest('button');
    if (button?.value) {
      tag.value = button.getAttribute('aria-pressed') === 'true' ? '' : button.value;
      apply(false);
    } else if (button?.matches('.filters-search button')) {
      search.value = '';
      search.focus();
      apply(false);
    }
  }
}
