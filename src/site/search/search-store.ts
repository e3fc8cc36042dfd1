import { atom } from 'nanostores';
import { createAsk } from './ask.ts';
import { askApi } from './ask-api.ts';
import { askIndex } from './ask-index.ts';
import { createSuggestions, type View } from './create-suggestions.ts';

/** What the dropdown shows. */
export const $search = atom<View>({ state: 'closed' });

const ask = createAsk({ api: askApi, index: askIndex, isOnline: () => navigator.onLine });

/** Changes `$search` as the shopper types. */
export const suggestions = createSuggestions(ask, (view) => $search.set(view));
