import { useStore } from '@nanostores/react';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { island } from '#site/lazy/island.tsx';
import { SuggestionOption } from './SuggestionOption.tsx';
import { $search, field, suggestions, suggestNow } from './search-field.ts';
import type { Found } from './sources.ts';
import type { View } from './suggestions.ts';

const SEARCHING = 'Searching...';
const NONE = 'No products found';
const UNPRICED = 'Prices are shown on the product page.';
const OFFLINE = 'You are offline, and the search of this page has not been loaded.';
const FAILED = 'Suggestions cannot be shown right now. Press Search to see all results.';

const LIST_ID = 'suggestions';
const optionId = (index: number) => `suggestion-${index + 1}`;

function countOf({ suggestions, total }: Found): string {
  const { length } = suggestions;
  if (length === 0) return NONE;
  if (total > length) return `${length} of ${total} products found`;
  return length === 1 ? '1 product found' : `${length} products found`;
}

function sentence({ state, result }: View): string {
  if (state === 'searching') return SEARCHING;
  if (state === 'failed') return navigator.onLine ? FAILED : OFFLINE;
  if (!result) return '';
  const unpriced = result.suggestions.some(({ price }) => price === undefined);
  return unpriced ? `${countOf(result)}. ${UNPRICED}` : countOf(result);
}

/** Milliseconds without a change after which a sentence is announced. */
const PAUSE = 700;

/** Returns the text for a status: the result of the typing, not every state on the way. */
function useSettled(text: string): string {
  const [settled, settle] = useState('');
  useEffect(() => {
    const timer = setTimeout(settle, PAUSE, text);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

function setAttribute(name: string, value: string | false): void {
  if (value) field.setAttribute(name, value);
  else field.removeAttribute(name);
}

/** The dropdown of the search field: an editable combobox with a list, after the WAI-ARIA pattern. */
function SearchDropdown() {
  const view = useStore($search);
  const list = useRef<HTMLDivElement>(null);
  const [activated, activate] = useState({ view, index: -1 });
  const said = useSettled(sentence(view));

  const { result } = view;
  const options = result?.suggestions ?? [];
  const last = options.length - 1;
  // A new view has no active option.
  const active = activated.view === view ? activated.index : -1;

  useLayoutEffect(() => {
    field.ariaExpanded = String(last >= 0);
    setAttribute('aria-controls', last >= 0 && LIST_ID);
    setAttribute('aria-activedescendant', active >= 0 && optionId(active));
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active, last]);

  function step(key: string): boolean {
    const to = (index: number) => activate({ view, index });
    if (view.state === 'closed') {
      if (key === 'ArrowDown' || key === 'ArrowUp') suggestNow();
      return $search.get().state !== 'closed';
    }
    if (key === 'Escape') suggestions.close();
    else if (last < 0) return false;
    else if (key === 'ArrowDown') to(active < last ? active + 1 : 0);
    else if (key === 'ArrowUp') to(active > 0 ? active - 1 : last);
    // Without an active option, these keys work as in any text field.
    else if (active < 0) return false;
    else if (key === 'Home') to(0);
    else if (key === 'End') to(last);
    else if (key === 'Enter') list.current?.querySelectorAll('a')[active]?.click();
    else return false;
    return true;
  }

  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, isComposing, altKey, ctrlKey, metaKey, shiftKey } = event;
    if (isComposing || altKey || ctrlKey || metaKey || shiftKey) return;
    if (step(key)) event.preventDefault();
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => press(event);
    field.addEventListener('keydown', onKeyDown);
    return () => field.removeEventListener('keydown', onKeyDown);
  }, []);

  return (
    <div className={view.state === 'closed' ? 'suggestions' : 'suggestions open'}>
      <div
        ref={list}
        id={LIST_ID}
        role="listbox"
        aria-label="Products"
        aria-busy={view.state === 'searching'}
        hidden={last < 0}
      >
        {options.map((suggestion, index) => (
          <SuggestionOption
            key={optionId(index)}
            id={optionId(index)}
            suggestion={suggestion}
            typed={result?.text ?? ''}
            selected={index === active}
          />
        ))}
      </div>
      <p aria-hidden="true">{sentence(view)}</p>
      <p role="status" className="visually-hidden">
        {said}
      </p>
    </div>
  );
}

export default island(SearchDropdown);
