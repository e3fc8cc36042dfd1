/** The dropdown under the search field: an editable combobox with a list, as the WAI-ARIA patterns have it. */

import { createAsk } from './ask.ts';
import { askApi } from './ask-api.ts';
import { askIndex } from './ask-index.ts';
import { drawOption } from './option.ts';
import type { Found } from './suggestion.ts';
import { createSession, type View } from './suggestions.ts';

const SEARCHING = 'Searching...';
const NONE = 'No products found';
const UNPRICED = 'Prices are shown on the product page.';
const OFFLINE = 'You are offline, and the search of this page has not been loaded.';
const FAILED = 'Suggestions cannot be shown right now. Press Search to see all results.';

function countOf({ suggestions, total }: Found): string {
  const { length } = suggestions;
  if (length === 0) return NONE;
  if (total > length) return `${length} of ${total} products found`;
  return length === 1 ? '1 product found' : `${length} products found`;
}

function sentence(view: View): string {
  if (view.state === 'searching') return SEARCHING;
  if (view.state === 'failed') return navigator.onLine ? FAILED : OFFLINE;
  if (view.state !== 'found') return '';
  const { suggestions } = view.found;
  const unpriced = suggestions.some(({ price }) => price === undefined);
  return unpriced ? `${countOf(view.found)}. ${UNPRICED}` : countOf(view.found);
}

/** Suggests products under a search field from now on, also for what has been typed already. */
export function suggestUnder(field: HTMLInputElement): void {
  const host = field.closest('.search');
  if (!host) return;
  const list = document.createElement('div');
  Object.assign(list, { id: 'suggestions', role: 'listbox', ariaLabel: 'Products', hidden: true });
  // One element says what is shown, to eyes and to screen readers: it must be there before it says anything.
  const status = Object.assign(document.createElement('p'), { role: 'status' });
  const popup = Object.assign(document.createElement('div'), { className: 'suggestions' });
  popup.append(list, status);
  host.append(popup);

  const options = () => [...list.children] as HTMLElement[];
  let active = -1;
  let open = false;

  function activate(index: number): void {
    active = index;
    for (const [n, option] of options().entries()) option.ariaSelected = String(n === index);
    const option = options()[index];
    if (option) field.setAttribute('aria-activedescendant', option.id);
    else field.removeAttribute('aria-activedescendant');
    option?.scrollIntoView({ block: 'nearest' });
  }

  function show(view: View): void {
    // While the next answer is awaited, the last one stays.
    if (view.state !== 'searching') list.replaceChildren();
    if (view.state === 'found') {
      const { text, found } = view;
      list.append(...found.suggestions.map((each, n) => drawOption(each, text, n + 1)));
    }
    activate(-1);
    open = view.state !== 'closed';
    list.hidden = list.childElementCount === 0;
    list.ariaBusy = String(view.state === 'searching');
    popup.classList.toggle('open', open);
    status.textContent = sentence(view);
    field.ariaExpanded = String(!list.hidden);
    if (list.hidden) field.removeAttribute('aria-controls');
    else field.setAttribute('aria-controls', list.id);
  }

  const ask = createAsk({ api: askApi, index: askIndex, isOnline: () => navigator.onLine });
  const session = createSession(ask, show);

  function step(key: string): boolean {
    const last = options().length - 1;
    if (!open) {
      if (key === 'ArrowDown' || key === 'ArrowUp') session.type(field.value, 0);
      return open;
    }
    if (key === 'Escape') session.close();
    else if (last < 0) return false;
    else if (key === 'ArrowDown') activate(active < last ? active + 1 : 0);
    else if (key === 'ArrowUp') activate(active > 0 ? active - 1 : last);
    // Without an option they move the caret, as in any field.
    else if (active >= 0 && key === 'Home') activate(0);
    else if (active >= 0 && key === 'End') activate(last);
    else if (active >= 0 && key === 'Enter') options()[active]?.click();
    else return false;
    return true;
  }

  field.addEventListener('input', () => session.type(field.value));
  field.addEventListener('click', () => session.type(field.value, 0));
  field.addEventListener('keydown', (event) => {
    const { key, isComposing, altKey, ctrlKey, metaKey, shiftKey } = event;
    if (isComposing || altKey || ctrlKey || metaKey || shiftKey) return;
    if (step(key)) event.preventDefault();
  });
  field.form?.addEventListener('submit', () => session.close());
  field.form?.addEventListener('reset', () => session.close());
  // The focus stays in the field, whatever is pressed in the list.
  popup.addEventListener('mousedown', (event) => event.preventDefault());
  list.addEventListener('click', () => session.close());
  document.addEventListener('pointerdown', ({ target }) => {
    if (open && target instanceof Node && !host.contains(target)) session.close();
  });
  field.addEventListener('blur', ({ relatedTarget }) => {
    if (relatedTarget) session.close();
  });

  if (document.activeElement === field) session.type(field.value, 0);
}
