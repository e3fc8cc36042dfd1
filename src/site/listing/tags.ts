import { html, show } from '#site/html.ts';
import { fetchTags } from './fetch-tags.ts';

const box = document.querySelector('.filters-tags') as HTMLElement;
const list = box.querySelector('ul') as HTMLElement;
const chosen = document.getElementsByName('tag')[0] as HTMLInputElement;

const tagItem = (name: string) =>
  html`<li><button type="button" value="${name}" aria-pressed="${String(name.toLowerCase() === chosen.value.toLowerCase())}">${name}</button></li>`;

/** Fetches the tags and lists them. `data-state` of their box says how far it is (listing.css). */
export async function showTags(): Promise<void> {
  if (list.firstElementChild || box.dataset.state === 'loading') return;
  box.dataset.state = 'loading';
  const tags = await fetchTags();
  if (tags) show(list, html`${tags.map(tagItem)}`);
  box.dataset.state = tags ? 'ready' : 'error';
}
