import type { Page } from '@playwright/test';

/** The calls of /products for its list and for the tags. */
export const LISTS = '**/api/product?*';
export const TAGS = '**/api/app-data/tags';
/** Filters in a panel, and beside the grid. */
export const PHONE = { width: 390, height: 844 };
export const WIDE = { width: 1280, height: 900 };

export const main = (page: Page) => page.getByRole('main');
/** The names on the cards of the list. */
export const cards = (page: Page) =>
  main(page).getByRole('listitem').getByRole('heading', { level: 2 }).getByRole('link');
/** What is said of how many there are. */
export const count = (page: Page) => main(page).locator('.page-head').getByRole('status');
/** A filter by its label. */
export const field = (page: Page, name: string) => main(page).getByLabel(name, { exact: true });
/** A tag of the filters. */
export const tag = (page: Page, name: string) =>
  main(page).getByRole('button', { name, exact: true });
/** The numbered pages under the list. */
export const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages' });
/** What opens the filters on a phone. */
export const filtersButton = (page: Page) => main(page).getByRole('button', { name: 'Filters' });

/** The calls for lists that a page makes from now on. */
export function listCalls(page: Page): URL[] {
  const calls: URL[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/api/product') calls.push(url);
  });
  return calls;
}
