import { fewCards, noViolation } from '../e2e/support/axe.ts';
import { test } from '../e2e/support/fixtures.ts';
import { open, ROUTES } from './routes.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** They have every component of a purchase. tests/visual runs axe on every state of every page, in `npm run test:full`. */
const CORE = ['product', 'checkout'];

for (const route of ROUTES.filter(({ purchase }) => purchase)) {
  test(`${route.name}: no axe violation, light and dark`, {
    tag: CORE.includes(route.name) ? '@core' : [],
  }, async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await open(page, route);
    await noViolation(page, fewCards);
    await page.emulateMedia({ colorScheme: 'dark' });
    await noViolation(page, fewCards);
  });
}
