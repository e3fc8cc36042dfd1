import { REFUSED_KEY } from '#site/storage/keys.ts';
import { tab } from '#site/storage/tab.ts';

/** Where storage is blocked, only this page knows. */
let last = '';

/**
 * Whether this is the page's first refusal of a call without a token; `page` is its path with the query. Stored for the
 * tab. Another page's refusal replaces it.
 */
export function firstRefusal(page: string): boolean {
  const known = tab.get(REFUSED_KEY) ?? last;
  tab.set(REFUSED_KEY, page);
  last = tab.get(REFUSED_KEY) == null ? page : '';
  return known !== page;
}
