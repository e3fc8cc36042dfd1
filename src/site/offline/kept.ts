/** What the service worker keeps in Cache Storage, by name and size. Shared with the page that lists it. */

/** All our caches begin so. The ending worker deletes them, and leaves localStorage alone: carts live there. */
export const PREFIX = 'turare:';
/**
 * Pages by path, without a query. Each entry lists in `UNIT` the files it cannot do without. The number is that of the
 * format: a worker that reads another one deletes it.
 */
export const PAGES = 'turare:pages-1';
/** Scripts, styles and fonts. The names contain a hash of the content, so pages of several releases share them. */
export const ASSETS = 'turare:assets-1';
/** Pictures of this origin, also by hashed names. */
export const PICTURES = 'turare:pictures-1';
/** The search index: one cache for each version, which is used once it is complete. */
export const SEARCH = 'turare:search-1:';
/** Parts of search indexes, by hashed names. */
export const SEARCH_PARTS = 'turare:search-parts-1';

/** How many are kept. The oldest go first. */
export const LIMITS = { pages: 40, pictures: 200, searchParts: 1500 } as const;

/** Header of a kept page: the paths of the files without which it is not shown. */
export const UNIT = 'x-unit';
/** Header of a kept page: the time (ms since 1970) for which its prices are right. */
export const AS_OF = 'x-as-of';
/** Header of a kept page: its title, encoded as a URI component. */
export const TITLE = 'x-title';

/** What a page tells the worker after it has loaded. */
export interface Seen {
  seen: string[];
  /** Same-origin files that it has loaded. */
  files: string[];
  /** The device saves data: nothing may be fetched from the network. */
  saving: boolean;
}

/** The message to open pages when this device must not go on with a broken worker. */
export const LEAVE = 'leave-this-worker';
