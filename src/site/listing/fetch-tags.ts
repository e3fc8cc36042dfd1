import { ask } from '#site/client/ask.ts';
import { createTabCache } from '#site/client/minute.ts';
import { NAMES, quickNames } from '#site/product-data/names.ts';

const cache = createTabCache('turare:tags', quickNames);

/** The tags in use; undefined when the API does not answer with them. */
export async function fetchTags(): Promise<string[] | undefined> {
  const kept = cache.get();
  if (kept) return kept;
  const { body: tags } = await ask('/api/app-data/tags', NAMES);
  if (tags) cache.set(tags);
  return tags;
}
