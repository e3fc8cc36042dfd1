import AxeBuilder from '@axe-core/playwright';
import { STATES } from '../gallery/screens.ts';
import { expect, test } from './gallery.ts';
import { screenshot } from './screenshots.ts';

/** Every route as it usually is, with header and footer: on a desktop, and in the other scheme. */
const ROUTES = STATES.filter(({ main }) => main);

for (const state of ROUTES) {
  test(`${state.name}, wide`, async ({ statePage: page, open, compare }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await open(state, 1440);
    await compare(page, screenshot.desktop(state));
    await page.emulateMedia({ colorScheme: 'dark' });
    await compare(page, screenshot.desktopDark(state));
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
    expect.soft(violations, 'axe, dark').toEqual([]);
  });
  test(`${state.name}, dark`, async ({ statePage: page, open, compare }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await open(state);
    await compare(page, screenshot.phoneDark(state));
  });
}
