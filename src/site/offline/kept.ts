/** The service worker's caches in Cache Storage, by name and size. Shared with the page that lists them. */

/** The prefix of all our caches. The ending worker deletes them. It leaves localStorage alone, which has the carts. */
export const PREFIX = 'turare:';
/**
 * Pages by path, without a query. Each entry lists in `UNIT` the files that it needs. The number is the version of the
 * format: a worker that reads another version deletes it.
 */
export const PAGES = 'turare:pages-1';
/** Scripts, styles and fonts. The names contain a hash of the content, so pages of several releases share them. */
export const ASSETS = 'turare:assets-1';
/** Pictures of this origin, also by hashed names. */
export const PICTURES = 'turare:pictures-1';
/** The search index. Each version has its own cache, which is used once it is complete. */
export const SEARCH = 'turare:search-1:';
/** Parts of search indexes, by hashed names. */
export const SEARCH_PARTS = 'turare:search-parts-1';

/** The most entries. The oldest are removed first. */
export const LIMITS = { pages: 40, pictures: 200, searchParts: 1500 } as const;

/** Header of a kept page: the paths of the files that it cannot be shown without. */
export const UNIT = 'x-unit';
/** Header of a kept page: the time (ms since 1970) for which its prices are right. */
export const AS_OF = 'x-as-of';
/** Header of a kept page: its title, encoded as a URI component. */
export const TITLE = 'x-title';

/** The message that a page sends the worker after it has loaded. */
export interface Seen {
  seen: string[];
  /** Same-origin files that the page has loaded. */
  files: string[];
  /** Whether the device saves data. Then nothing may be fetched from the network. */
  saving: boolean;
}

/** The message that tells open pages to stop using a broken worker. */
export const LEAVE = 'leave-this-worker';
