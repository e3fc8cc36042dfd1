import { paths } from '#config/paths.ts';
import { isRecord } from '#contract/reading/record.ts';
import { isSaving } from '#site/speculation/line.ts';
import { isText } from '#site/storage/json.ts';
import { type Source, SUGGESTION_LIMIT, type Suggestion } from './suggestion.ts';

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

/** The number of records that the index's entry file gives. */
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
    // The connection was lost. What has been fetched still answers.
  }
}

function readRecord(value: unknown): Suggestion[] {
  if (!isRecord(value) || !isRecord(value.meta)) return [];
  const { url, meta } = value;
  if (!isText(url, 300) || !url.startsWith('/') || !isText(meta.title, 300)) return [];
  const image = typeof meta.image === 'string' ? meta.image : '';
  return [{ href: url, name: meta.title, image }];
}

/** Suggestions from the index that is built with the pages. It has no prices and forgives no typing error. */
export const askIndex: Source = async (text) => {
  try {
    loading ??= load().catch((cause) => {
      // The next question tries again.
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
