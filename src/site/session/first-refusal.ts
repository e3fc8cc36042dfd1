import { REFUSED_KEY } from '#site/storage/late-keys.ts';

let last = '';

/**
 * Whether a call without a token is refused for the first time on this page; `page` is its path with the query. Stored
 * for the tab. Another page's refusal replaces it.
 */
export function firstRefusal(page: string): boolean {
  let known = last;
  last = page;
  try {
    known = sessionStorage.getItem(REFUSED_KEY) ?? '';
    sessionStorage.setItem(REFUSED_KEY, page);
  } catch {
    // Without session storage only this page knows.
  }
  return known !== page;
}
