import type { Call } from '../calls.ts';
import { bodyOf, refusal, status, under, webPage, whole, without } from '../edits.ts';
import type { Quirk } from './quirk.ts';

const LIST: Call = 'GET /api/product';
const DETAIL: Call = 'GET /api/product/{id}';

/** How lists, names and extensions are answered. */
export const LIST_QUIRKS: readonly Quirk[] = [
  { name: 'the list in data', call: LIST, visit: 'list', build: true, apply: under('data') },
  {
    name: 'no total and no number of pages',
    call: LIST,
    visit: 'list',
    build: true,
    apply: whole(without('total', 'totalPages')),
  },
  {
    name: 'no number of pages',
    call: LIST,
    visit: 'list',
    build: true,
    apply: whole(without('totalPages')),
  },
  {
    name: 'equal times in another order each time',
    call: [LIST, DETAIL],
    visit: 'list',
    build: true,
    rules: { imported: true, unstable: true },
  },
  {
    name: 'an unknown category filters nothing',
    call: LIST,
    visit: 'list',
    build: true,
    rules: { category: 'ignored' },
  },
  {
    name: 'houses are no categories',
    call: LIST,
    visit: 'list',
    build: true,
    rules: { category: 'families' },
  },
  {
    name: 'categories by their exact words',
    call: LIST,
    visit: 'list',
    build: true,
    rules: { category: 'exact' },
  },
  {
    name: 'an empty list is a 404',
    call: LIST,
    visit: 'list',
    build: true,
    rules: { category: 'families' },
    apply: (answer) => {
      if ((bodyOf(answer).products as unknown[]).length === 0)
        Object.assign(answer, refusal(404, 'No products found'));
    },
  },
  {
    name: 'categories in categories',
    call: 'GET /api/app-data/categories',
    visit: 'list',
    browser: false,
    build: true,
    apply: under('categories'),
  },
  {
    name: 'tags in data',
    call: 'GET /api/app-data/tags',
    visit: 'list',
    build: true,
    apply: under('data'),
  },
  {
    name: 'extensions answer 401',
    call: 'GET /api/extensions',
    visit: 'list',
    browser: false,
    build: true,
    errors: true,
    apply: status(401, 'Unauthorized'),
  },
  {
    name: 'extensions answer 500',
    call: 'GET /api/extensions',
    visit: 'list',
    browser: false,
    build: true,
    errors: true,
    apply: status(500),
  },
  {
    name: 'extensions answer a web page',
    call: 'GET /api/extensions',
    visit: 'list',
    browser: false,
    build: true,
    errors: true,
    apply: webPage,
  },
];
