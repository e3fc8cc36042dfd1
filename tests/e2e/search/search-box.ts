import type { Page, Route } from '@playwright/test';
import type { ProductList } from '#contract/product.ts';
import { formatNaira } from '#domain/money.ts';
import { salePrice } from '#domain/price.ts';

/** The calls for suggestions. */
export const API = '**/api/product?*';

export const field = (page: Page) => page.getByRole('combobox', { name: 'Search fragrances' });
/** The suggestions under it. */
export const options = (page: Page) => page.getByRole('option');
/** What a screen reader hears of them. */
export const says = (page: Page) => page.getByRole('search').getByRole('status');

/** The question of a request to the API. */
export const asked = (url: string) => new URL(url).searchParams.get('search');

/** What the API answers to a search, as a shopper is to see it. */
export async function answerTo(page: Page, search: string) {
  const answer = await page.request.get(
    `/api/product?${new URLSearchParams({ search, limit: '5' })}`,
  );
  const { products } = (await answer.json()) as ProductList;
  return products.map((product) => ({
    ...product,
    shown: `${product.name} ${formatNaira(salePrice(product, Date.now()))}`,
  }));
}

/** Holds the answers to the API's questions until each is let go by name. */
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
