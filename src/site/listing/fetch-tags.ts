import { PUBLIC_API_URL } from 'astro:env/client';
import { decodeTags, readTags } from './kept-tags.ts';

const KEPT = 'turare:tags';
const TIMEOUT_MS = 20_000;

/**
 * The tags in use, from the API or an earlier page of this tab; undefined when the API did not give them. By native
 * fetch and a guard: zod and ofetch would cost the list's page 9 kB.
 */
export async function fetchTags(): Promise<string[] | undefined> {
  try {
    const kept = decodeTags(sessionStorage.getItem(KEPT), Date.now());
    if (kept) return kept;
  } catch {
    // No session storage: ask.
  }
  const gaveUp = new AbortController();
  const timer = setTimeout(() => gaveUp.abort(), TIMEOUT_MS);
  let tags: string[] | undefined;
  try {
    const answer = await fetch(`${PUBLIC_API_URL}/api/app-data/tags`, { signal: gaveUp.signal });
    if (answer.ok) tags = readTags(await answer.text());
  } catch {
    // Not reached, or not in time: the caller says so.
  }
  clearTimeout(timer);
  try {
    if (tags) sessionStorage.setItem(KEPT, JSON.stringify({ at: Date.now(), tags }));
  } catch {
    // It is only a cache.
  }
  return tags;
}
