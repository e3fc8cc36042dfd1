/** The search field before React has loaded and without it: its results, and the shopper's events. */
import { atom } from 'nanostores';
import { askApi, askIndex } from './sources.ts';
import { createAsk, createSuggestions, type View } from './suggestions.ts';

/** The state of the dropdown. */
export const $search = atom<View>({ state: 'closed' });

const ask = createAsk({ api: askApi, index: askIndex, isOnline: () => navigator.onLine });

/** Changes `$search` as the shopper types. */
export const suggestions = createSuggestions(ask, (view) => $search.set(view));

/** The field of SearchForm.astro. search.ts loads this module only on a page that has it. */
export const field = document.querySelector('.search input') as HTMLInputElement;

/** Suggests for the text in the field without a pause. */
export const suggestNow = () => suggestions.type(field.value, 0);

field.addEventListener('input', () => suggestions.type(field.value));
field.addEventListener('click', suggestNow);
field.form?.addEventListener('submit', suggestions.close);
field.form?.addEventListener('reset', suggestions.close);
field.addEventListener('blur', ({ relatedTarget }) => {
  if (relatedTarget) suggestions.close();
});
// A click in the dropdown leaves the focus in the field.
field.form?.nextElementSibling?.addEventListener('mousedown', (event) => event.preventDefault());
document.addEventListener('pointerdown', ({ target }) => {
  if (target instanceof Element && !target.closest('.search')) suggestions.close();
});

// The text typed while this module loaded.
if (document.activeElement === field) suggestNow();
