import { fewCards, noViolation } from '../e2e/support/axe.ts';
import { test } from '../e2e/support/fixtures.ts';
import { open, ROUTES } from './routes.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** e2e/checkout/keyboard.spec.ts checks the checkout. tests/visual runs axe on every state of every page. */
const CORE = 'product';

for (const route of ROUTES.filter(({ purchase }) => purchase)) {
  test(`${route.name}: no axe violation, light and dark`, {
    tag: route.name === CORE ? '@core' : [],
  }, async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await open(page, route);
    await noViolation(page, fewCards);
    await page.emulateMedia({ colorScheme: 'dark' });
    // The scheme changes only colours.
    await noViolation(page, (axe) => fewCards(axe).withRules('color-contrast'));
  });
}
