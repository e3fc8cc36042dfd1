import { paths } from '#config/paths.ts';
import { isRecord } from '#contract/reading/record.ts';
import { salePrice } from '#domain/money/price.ts';
import { ask } from '#site/client/ask.ts';
import { shopTime } from '#site/client/clock.ts';
import { LISTING, listingAnswer } from '#site/product-data/listing-answer.ts';
import { isSaving } from '#site/speculation/line.ts';
import { isText } from '#site/storage/json.ts';

/** One option of the dropdown. */
export interface Suggestion {
  /** Path of the product page. */
  href: string;
  name: string;
  /** URL of the main picture; '' for none. */
  image: string;
  /** The picture's dominant colour, shown while it loads. */
  color?: string | undefined;
  /** Naira, after the current discount. The site's own index has no prices. */
  price?: number | undefined;
}

/** The result of a search. `total` includes the products that are not suggested. */
export interface Found {
  suggestions: Suggestion[];
  total: number;
}

/** Finds suggestions for a text. Returns undefined when there is no answer. */
export type Source = (text: string, signal: AbortSignal) => Promise<Found | undefined>;

/** The number of suggestions (spec §9). */
export const SUGGESTION_LIMIT = 5;

/** Gets suggestions from the product API, with current prices. */
export const askApi: Source = async (search, signal) => {
  const query = new URLSearchParams({ search, limit: String(SUGGESTION_LIMIT) });
  const { body } = await ask(`/api/product?${query}`, LISTING, { signal });
  if (!body) return undefined;
  const answer = listingAnswer(body);
  const now = shopTime();
  const suggestions = answer.products.slice(0, SUGGESTION_LIMIT).map((product) => ({
    href: paths.product(product.id),
    name: product.name,
    image: product.image,
    color: product.pictures?.[0]?.color,
    price: salePrice(product, now),
  }));
  return { suggestions, total: Math.max(answer.total, suggestions.length) };
};

/** The part of Pagefind's script that this file uses (pagefind 1.6). */
interface Pagefind {
  options(options: { excerptLength: number }): Promise<void>;
  init(): Promise<void>;
  /** null finds every record. */
  search(text: string | null): Promise<{ results: { data(): Promise<unknown> }[] }>;
  preload(text: string): Promise<void>;
}

/** An index of at most this many records is fetched whole, so that it also answers offline. */
const SMALL = 1000;

let loading: Promise<Pagefind> | undefined;
let attempts = 0;

async function load(): Promise<Pagefind> {
  // A browser may remember that a module failed to load, so each attempt has its own address.
  const url = `${paths.searchIndex}${attempts++ ? `?${attempts}` : ''}`;
  const pagefind: Pagefind = await import(/* @vite-ignore */ url);
  await pagefind.options({ excerptLength: 0 });
  await pagefind.init();
  if (!isSaving()) void keepWhole(pagefind);
  return pagefind;
}

/** Returns the number of records in the index's entry file. */
function countRecords(entry: unknown): number {
  const languages = isRecord(entry) && isRecord(entry.languages) ? entry.languages : {};
  return Object.values(languages).reduce<number>(
    (sum, language) => sum + (isRecord(language) ? Number(language.page_count) : 0),
    0,
  );
}

/** Fetches the rest of a small index in the background. Pagefind keeps it while the page is open. */
async function keepWhole(pagefind: Pagefind): Promise<void> {
  try {
    const entry: unknown = await (await fetch(paths.searchIndexEntry)).json();
    if (countRecords(entry) > SMALL) return;
    const { results } = await pagefind.search(null);
    for (const letter of 'abcdefghijklmnopqrstuvwxyz0123456789') await pagefind.preload(letter);
    for (const result of results) await result.data();
  } catch {
    // The connection was lost. The fetched parts still answer.
  }
}

function readRecord(value: unknown): Suggestion[] {
  if (!isRecord(value) || !isRecord(value.meta)) return [];
  const { url, meta } = value;
  if (!isText(url, 300) || !url.startsWith('/') || !isText(meta.title, 300)) return [];
  const image = typeof meta.image === 'string' ? meta.image : '';
  return [{ href: url, name: meta.title, image }];
}

/** Gets suggestions from the index that is built with the pages. It has no prices and corrects no typing errors. */
export const askIndex: Source = async (text) => {
  try {
    loading ??= load().catch((cause) => {
      // The next query tries again.
      loading = undefined;
      throw cause;
    });
    const { results } = await (await loading).search(text);
    const records = results.slice(0, SUGGESTION_LIMIT).map((result) => result.data());
    const suggestions = (await Promise.all(records)).flatMap(readRecord);
    return { suggestions, total: results.length };
  } catch {
    // The index could not be loaded, or its answer could not be read.
    return undefined;
  }
};
