import { fetchTags } from './fetch-tags.ts';

const box = document.querySelector('.filters-tags') as HTMLElement;
const list = box.querySelector('ul') as HTMLElement;
const chosen = document.getElementsByName('tag')[0] as HTMLInputElement;

function tagItem(name: string): HTMLElement {
  const button = document.createElement('button');
  Object.assign(button, { type: 'button', value: name, textContent: name });
  const pressed = name.toLowerCase() === chosen.value.toLowerCase();
  button.setAttribute('aria-pressed', String(pressed));
  const item = document.createElement('li');
  item.append(button);
  return item;
}

/** Fetches the tags and lists them. `data-state` of their box says how far it is (listing.css). */
export async function showTags(): Promise<void> {
  if (list.firstElementChild || box.dataset.state === 'loading') return;
  box.dataset.state = 'loading';
  const tags = await fetchTags();
  if (tags) list.replaceChildren(...tags.map(tagItem));
  box.dataset.state = tags ? 'ready' : 'error';
}
