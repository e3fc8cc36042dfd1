import type { Page, Route } from '@playwright/test';
import type { ProductList } from '#contract/product.ts';
import { formatNaira } from '#domain/money/money.ts';
import { salePrice } from '#domain/money/price.ts';
import { testShop } from '../support/shop.ts';

/** The API's call for suggestions. */
export const API = '**/api/product?*';

/** The script that asks the API. */
export const SCRIPT = /search-field\.[\w-]+\.js$/;
/** React and its renderer. */
export const REACT = /react\.[\w-]+\.js$/;

export const field = (page: Page) => page.getByRole('combobox', { name: 'Search fragrances' });
/** Finds the options of the dropdown. */
export const options = (page: Page) => page.getByRole('option');
/** Finds the sentence below the options. A status announces it once typing has paused. */
export const says = (page: Page) => page.locator('.suggestions > p').first();

/** Returns the text that a request to the API searches for. */
export const asked = (url: string) => new URL(url).searchParams.get('search');

/** Fetches the API's answer to a search, with the text that each option must show. */
export async function answerTo(page: Page, search: string) {
  const answer = await page.request.get(
    `${testShop.api}/api/product?${new URLSearchParams({ search, limit: '5' })}`,
  );
  const { products } = (await answer.json()) as ProductList;
  return products.map((product) => ({
    ...product,
    shown: `${product.name} ${formatNaira(salePrice(product, Date.now()))}`,
  }));
}

/** Holds each request to the API. Returns a function that gives the held request for a text. */
export async function holdAnswers(page: Page) {
  const held = new Map<string, PromiseWithResolvers<Route>>();
  const of = (search: string) => {
    const promise = held.get(search) ?? Promise.withResolvers<Route>();
    held.set(search, promise);
    return promise;
  };
  await page.route(API, (route) => of(asked(route.request().url()) ?? '').resolve(route));
  return (search: string) => of(search).promise;
}
