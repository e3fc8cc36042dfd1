import {
  discoverySet,
  fewLeft,
  longText,
  nairaOff,
  noPicture,
  percentOff,
  plain,
  products,
  soldOut,
} from '../data/products.ts';
import type { Screen, Step } from '../state.ts';

/** On narrow screens the filters are in a panel. */
const openFilters: Step = { press: '.listing-open', when: '(max-width: 63.99rem)' };

const found = (...products: (typeof longText)[]) => ({
  products: { body: { products, total: products.length, totalPages: 1 } },
});

export const listing: Screen = {
  name: 'listing',
  title: 'Product list',
  states: [
    { name: 'listing', route: '/products', shows: '.listing-default .card-add', main: true },
    {
      name: 'listing-loading',
      route: '/products?category=Arabian',
      api: { products: 'waits' },
      shows: '.listing-skeletons .skeleton',
    },
    {
      name: 'listing-error',
      route: '/products?category=Arabian',
      api: { products: { code: 'unavailable' } },
      shows: ['.listing-error', 'Failed to load products'],
    },
    {
      name: 'listing-offline',
      route: '/products?search=rose',
      cut: true,
      offline: true,
      shows: ['.listing-error', 'Failed to load products'],
    },
    {
      name: 'listing-empty',
      route: '/products?search=petrichor&tag=oud&sortBy=price',
      api: found(),
      shows: ['.listing-empty', 'No products found'],
    },
    {
      name: 'listing-one',
      route: '/products?search=percent',
      api: found(percentOff),
      shows: ['.listing-results .card-name', 'Percent Off'],
    },
    {
      name: 'listing-many',
      route: '/products?category=Designer&sortBy=price-desc&page=6',
      api: { products: { body: { products: products.slice(0, 50), total: 587, totalPages: 12 } } },
      shows: ['nav [aria-current="page"]', '6'],
    },
    {
      name: 'listing-long-text',
      route: '/products?search=Majmua+al-Attar+al-Malaki+Extraordinaire&tag=warm+evenings',
      api: found(longText, soldOut, noPicture, plain, nairaOff, fewLeft),
      shows: ['.listing-results .card-name', 'Majmua'],
    },
    {
      name: 'listing-set',
      route: '/products?search=discovery',
      api: found(discoverySet, percentOff),
      shows: ['.listing-results a.card-add', 'Choose'],
    },
    {
      name: 'listing-card-reached',
      route: '/products?search=percent',
      api: found(percentOff),
      steps: [{ see: '.card-actions' }, { reach: '.listing-results .card-title a' }],
      shows: '.listing-results .card:focus-within .card-actions',
      part: '.listing-results',
    },
    {
      name: 'listing-filters',
      route: '/products?tag=oud',
      steps: [openFilters],
      shows: '.filters-tags button[aria-pressed="true"]',
      part: 'screen',
    },
    {
      name: 'listing-tags-loading',
      route: '/products',
      api: { tags: 'waits' },
      steps: [openFilters],
      shows: ['.tags-loading', 'Loading tags...'],
      part: 'screen',
    },
    {
      name: 'listing-tags-failed',
      route: '/products',
      api: { tags: 'cut' },
      steps: [openFilters],
      shows: ['.tags-error', 'Failed to load tags'],
      part: 'screen',
    },
  ],
};
