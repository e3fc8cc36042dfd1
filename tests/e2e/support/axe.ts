import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { runTogether } from './run-together.ts';

/**
 * Expects that axe finds nothing on a page and that no words run together, once nothing on the page moves: a colour during
 * a transition has too little contrast.
 * @param narrow - what to check, or to leave out; the whole page by default.
 */
export async function noViolation(
  page: Page,
  narrow: (axe: AxeBuilder) => AxeBuilder = (axe) => axe,
): Promise<void> {
  await page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
    return Promise.allSettled(ending.map(({ finished }) => finished));
  });
  expect((await narrow(new AxeBuilder({ page })).analyze()).violations).toEqual([]);
  expect(await runTogether(page)).toEqual([]);
}

/** Narrows the check to a few cards of a list. All have one pattern, so some say as much as fifty. */
export const fewCards = (axe: AxeBuilder): AxeBuilder => axe.exclude('.cards > :nth-child(n + 9)');

/** Does the same for the part between header and footer, which are checked with pages that have nothing else. */
export async function noViolationInMain(
  page: Page,
  schemes: readonly ('dark' | 'light')[] = ['light'],
): Promise<void> {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    await noViolation(page, (axe) => axe.include('main'));
  }
}
