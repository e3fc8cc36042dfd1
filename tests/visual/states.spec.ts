import type { Page } from '@playwright/test';
import { STATES } from '../gallery/screens.ts';
import { isWholePage } from '../gallery/visit.ts';
import { axeFaults } from './axe.ts';
import { expect, test } from './gallery.ts';
import { isAccepting, screenshot } from './screenshots.ts';

/** The height of a page that is compared (px). */
const TALLEST = 1400;

for (const state of STATES) {
  test(state.name, async ({ statePage: page, open, compare }, info) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await open(state);
    const name = screenshot.phone(state);
    if (!isWholePage(state)) await compare(page, name);
    else await compare(page, name, { fullPage: true, clip: await placeOf(page, state.part) });

    if (isAccepting(info)) return;
    expect.soft(await axeFaults(page, state), 'axe, light').toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect.soft(await axeFaults(page, state, 'colours'), 'axe, dark').toEqual([]);
  });
}

/** Returns the compared part of an element, in page coordinates. */
async function placeOf(page: Page, part = 'main') {
  const place = await page.evaluate(
    ({ part, tallest }) => {
      const box = document.querySelector(part)?.getBoundingClientRect();
      if (!box) return undefined;
      const [x, y] = [Math.floor(box.x + scrollX), Math.floor(box.y + scrollY)];
      const height = Math.min(Math.ceil(box.height), tallest);
      return { x, y, width: Math.ceil(box.width), height };
    },
    { part, tallest: TALLEST },
  );
  if (!place) throw new Error(`There is no ${part}`);
  return place;
}
