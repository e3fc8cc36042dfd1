import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { runTogether } from './run-together.ts';

/**
 * Expects that axe finds nothing on a page, and that no words run together, once it stands still: a colour on its way to
 * another has too little contrast.
 * @param narrow - what to look at, or to leave out; all of the page by default.
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

/** Narrows to few cards of a list. All are made of one pattern: some of them say what fifty would. */
export const fewCards = (axe: AxeBuilder): AxeBuilder => axe.exclude('.cards > :nth-child(n + 9)');

/** The same for what lies between header and footer, which are looked at with the pages that have nothing else. */
export async function noViolationInMain(
  page: Page,
  schemes: readonly ('dark' | 'light')[] = ['light'],
): Promise<void> {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    await noViolation(page, (axe) => axe.include('main'));
  }
}
