/** The search index, once a search has fetched it: one version as a whole, and its parts by hashed names. */
import { paths } from '#config/paths.ts';
import { isRecord } from '#contract/reading/record.ts';
import { LIMITS, SEARCH, SEARCH_PARTS } from '#site/offline/kept.ts';
import { readJson } from '#site/storage/json.ts';
import type { FetchEvent } from './scope.ts';
import { keepNewest, put } from './storage.ts';

const FOLDER = '/pagefind/';
const HASHED = /^\/pagefind\/(?:(?:fragment|index|filter)\/|[^/]+\.pf_meta$)/;

export const isSearch = (path: string) => path.startsWith(FOLDER);

/** Returns the network's answer, or the kept part of the index. */
export async function answerSearch(event: FetchEvent): Promise<Response> {
  const path = new URL(event.request.url).pathname;
  const hashed = HASHED.test(path);
  const known = hashed && (await caches.match(path, { cacheName: SEARCH_PARTS }));
  if (known) return known;
  try {
    const answer = await fetch(event.request);
    if (answer.status === 200 && hashed) event.waitUntil(keepPart(path, answer.clone()));
    if (answer.status === 200 && path === paths.searchIndexEntry)
      event.waitUntil(keepVersion(answer.clone()).catch(() => {}));
    return answer;
  } catch (error) {
    const [version] = await complete();
    const kept = version && (await caches.match(path, { cacheName: version, ignoreSearch: true }));
    if (kept) return kept;
    throw error;
  }
}

async function keepPart(path: string, answer: Response): Promise<void> {
  await put(SEARCH_PARTS, path, answer).catch(() => {});
  await keepNewest(SEARCH_PARTS, LIMITS.searchParts);
}

const versions = async () => (await caches.keys()).filter((name) => name.startsWith(SEARCH));

/** Returns the caches that have the entry file, which is written last; the newest first. */
async function complete(): Promise<string[]> {
  const found: string[] = [];
  for (const name of await versions())
    if (await caches.match(paths.searchIndexEntry, { cacheName: name })) found.unshift(name);
  return found;
}

/** Keeps the unhashed files of the version that the entry file names, and then removes earlier versions. */
async function keepVersion(answer: Response): Promise<void> {
  const entry = await answer.text();
  const name = SEARCH + fingerprint(entry);
  if ((await complete())[0] === name) return;
  await caches.delete(name);
  const cache = await caches.open(name);
  // The search has just loaded them, so the server only confirms that they are unchanged.
  await cache.addAll([paths.searchIndex, `${FOLDER}pagefind-worker.js`, ...wasm(entry)]);
  // If a new release was published during this, its entry differs.
  const now = await fetch(paths.searchIndexEntry);
  if ((await now.text()) !== entry) {
    await caches.delete(name);
    return;
  }
  await cache.put(paths.searchIndexEntry, new Response(entry, { headers: answer.headers }));
  for (const other of await versions()) if (other !== name) await caches.delete(other);
}

/** Returns the WebAssembly files that an entry file names for each language. */
function wasm(text: string): string[] {
  const entry = readJson(text);
  const languages = isRecord(entry) && isRecord(entry.languages) ? entry.languages : {};
  return Object.values(languages).map(
    (language) => `${FOLDER}wasm.${(isRecord(language) && language.wasm) || 'unknown'}.pagefind`,
  );
}

/** Returns a short name for a text. It need not withstand attacks: the text comes from our own server. */
function fingerprint(text: string): string {
  let sum = 0;
  for (const letter of text) sum = (Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0)) >>> 0;
  return sum.toString(36);
}
