import type { Page, Route } from '@playwright/test';
import { expect } from '../support/fixtures.ts';

/** Records on each page whether it came from the back/forward cache. Call it before the first page. */
export async function watchReturns(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const note = ({ persisted, type }: PageTransitionEvent) =>
      document.documentElement.toggleAttribute('data-restored', persisted && type === 'pageshow');
    addEventListener('pagehide', note);
    addEventListener('pageshow', note);
  });
}

/** Goes back, and checks that the page came from the back/forward cache. */
export async function goBack(page: Page): Promise<void> {
  await page.goBack({ waitUntil: 'commit' });
  await expect(page.locator('html[data-restored]')).toBeAttached();
}

/** Holds the calls of `path` from now on. Returns how many there were, and the first one to answer. */
export async function holdCalls(page: Page, path: string) {
  const { promise: first, resolve } = Promise.withResolvers<Route>();
  const calls: string[] = [];
  await page.route(path, (route) => {
    calls.push(route.request().url());
    resolve(route);
  });
  return { calls, first };
}
