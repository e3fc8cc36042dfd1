import type { Page } from '@playwright/test';

/** The calls of /products for its list and for the tags. */
export const LISTS = '**/api/product?*';
export const TAGS = '**/api/app-data/tags';
/** Filters in a panel, and beside the list. */
export const PHONE = { width: 390, height: 844 };
export const WIDE = { width: 1280, height: 900 };

export const main = (page: Page) => page.getByRole('main');
/** Finds the names on the cards of the list. */
export const cards = (page: Page) =>
  main(page).getByRole('listitem').getByRole('heading', { level: 2 }).getByRole('link');
/** Finds the text about the number of products. */
export const count = (page: Page) => main(page).locator('.page-head').getByRole('status');
/** Finds a filter by its label. */
export const field = (page: Page, name: string) => main(page).getByLabel(name, { exact: true });
/** Finds a tag of the filters. */
export const tag = (page: Page, name: string) =>
  main(page).getByRole('button', { name, exact: true });
/** Finds the numbered pages below the list. */
export const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages' });
/** Finds the button that opens the filters on a phone. */
export const filtersButton = (page: Page) => main(page).getByRole('button', { name: 'Filters' });

/** Records the list calls of a page from now on. */
export function listCalls(page: Page): URL[] {
  const calls: URL[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/api/product') calls.push(url);
  });
  return calls;
}
