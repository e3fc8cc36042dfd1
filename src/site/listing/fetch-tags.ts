import { readNames } from '#contract/reading/app-data.ts';
import { ask } from '#site/client/ask.ts';
import { createTabCache } from '#site/storage/tab-cache.ts';

const cache = createTabCache('turare:tags', readNames);

/** The tags in use; undefined when the API does not answer with them. */
export async function fetchTags(): Promise<string[] | undefined> {
  const kept = cache.get();
  if (kept) return kept;
  const { body: tags } = await ask('/api/app-data/tags', readNames);
  if (tags) cache.set(tags);
  return tags;
}
