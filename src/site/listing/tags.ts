import { ask } from '#site/client/ask.ts';
import { createTabCache } from '#site/client/minute.ts';
import { html, show } from '#site/html.ts';
import { NAMES, quickNames } from '#site/product-data/names.ts';

const cache = createTabCache('turare:tags', quickNames);

/** Fetches the tags in use; undefined when the API does not send them. */
export async function fetchTags(): Promise<string[] | undefined> {
  const kept = cache.get();
  if (kept) return kept;
  const { body: tags } = await ask('/api/app-data/tags', NAMES);
  if (tags) cache.set(tags);
  return tags;
}

const box = document.querySelector('.filters-tags') as HTMLElement;
const list = box.querySelector('ul') as HTMLElement;
const chosen = document.getElementsByName('tag')[0] as HTMLInputElement;

const tagItem = (name: string) =>
  html`<li><button type="button" value="${name}" aria-pressed="${String(name.toLowerCase() === chosen.value.toLowerCase())}">${name}</button></li>`;

/** Fetches the tags and lists them. `data-state` of their box has the progress (listing.css). */
export async function showTags(): Promise<void> {
  if (list.firstElementChild || box.dataset.state === 'loading') return;
  box.dataset.state = 'loading';
  const tags = await fetchTags();
  if (tags) show(list, html`${tags.map(tagItem)}`);
  box.dataset.state = tags ? 'ready' : 'error';
}
