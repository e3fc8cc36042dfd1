import { STATES } from '../gallery/screens.ts';
import { axeFaults } from './axe.ts';
import { expect, test } from './gallery.ts';
import { isAccepting, screenshot } from './screenshots.ts';

/** Every route in its usual state, with header and footer: on a desktop, and in the dark scheme. */
const ROUTES = STATES.filter(({ main }) => main);

test.describe('on a desktop', () => {
  test.use({ width: 1440 });
  for (const state of ROUTES) {
    test(state.name, async ({ statePage: page, open, compare }, info) => {
      await page.emulateMedia({ colorScheme: 'light' });
      await open(state);
      await compare(page, screenshot.desktop(state));
      const checked = !isAccepting(info);
      if (checked) expect.soft(await axeFaults(page, state), 'axe, light').toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark' });
      await compare(page, screenshot.desktopDark(state));
      if (checked) expect.soft(await axeFaults(page, state, 'colours'), 'axe, dark').toEqual([]);
    });
  }
});

for (const state of ROUTES) {
  test(`${state.name} in the dark`, async ({ statePage: page, open, compare }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await open(state);
    await compare(page, screenshot.phoneDark(state));
  });
}
