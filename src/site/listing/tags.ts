import { html, show } from '#site/html.ts';
import { fetchTags } from './fetch-tags.ts';

const box = document.querySelector('.filters-tags') as HTMLElement;
const list = box.querySelector('ul') as HTMLElement;
const chosen = document.getElementsByName('tag')[0] as HTMLInputElement;

/** A pressed one has an outline that shows in forced colours. */
const BUTTON =
  'min-h-11 w-full border-b border-hairline text-left leading-[1.2] -outline-offset-2 hover:text-amber aria-pressed:text-amber aria-pressed:[box-shadow:inset_0_-2px_var(--color-amber)] aria-pressed:not-focus-visible:[outline:2px_solid_transparent]';

const tagItem = (name: string) =>
  html`<li><button type="button" class="${BUTTON}" value="${name}" aria-pressed="${String(name.toLowerCase() === chosen.value.toLowerCase())}">${name}</button></li>`;

/** Fetches the tags and lists them. `data-state` of their box says how far it is (listing.css). */
export async function showTags(): Promise<void> {
  if (list.firstElementChild || box.dataset.state === 'loading') return;
  box.dataset.state = 'loading';
  const tags = await fetchTags();
  if (tags) show(list, html`${tags.map(tagItem)}`);
  box.dataset.state = tags ? 'ready' : 'error';
}
