import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '../e2e/fixtures.ts';

/** Every public page; dialogs, drawers and menus are looked at where they are tested. */
const PAGES = [
  '/',
  '/products',
  '/products?category=Arabian&sortBy=price',
  '/products/tom-ford-oud-wood',
  '/brands',
  '/brands/tom-ford',
  '/about',
  '/contact',
  '/returns',
  '/terms',
  '/privacy',
  '/checkout',
  '/payment/callback',
  '/nowhere',
];

for (const scheme of ['light', 'dark'] as const) {
  test.describe(scheme, () => {
    test.use({ colorScheme: scheme, allowConsole: [/404/], viewport: { width: 390, height: 844 } });
    for (const path of PAGES) {
      test(`${path} has no axe violation`, async ({ page }) => {
        await page.goto(path);
        await expect(page.getByRole('main')).toBeVisible();
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(violations).toEqual([]);
      });
    }
  });
}
