import { company } from '#config/company.ts';
import { paths } from '#config/paths.ts';
import { shop } from '#config/shop.ts';
import { lagosDate } from '#domain/lagos-date.ts';
import { KEPT_IN_BROWSER } from '#site/storage/kept-in-browser.ts';
import { expect, test } from '../support/fixtures.ts';
import { OUD_WOOD } from '../support/shop.ts';

const PAGES = [
  [paths.returns, 'Returns and refunds', 'Returns'],
  [paths.terms, 'Terms', 'Terms'],
  [paths.privacy, 'Privacy', 'Privacy'],
] as const;

for (const [path, title, link] of PAGES) {
  test(`${path}: the footer leads to it, and its contents to each chapter`, async ({ page }) => {
    await page.goto('/brands');
    await page.getByRole('contentinfo').getByRole('link', { name: link, exact: true }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByText(`Last changed on ${lagosDate(company.changed)}.`)).toBeVisible();

    const contents = page.getByRole('navigation', { name: 'On this page' }).getByRole('link');
    const chapters = page.getByRole('main').locator('section > h2');
    await expect(contents).toHaveText(await chapters.allTextContents());
    await contents.last().click();
    await expect(chapters.last()).toBeInViewport();
  });
}

test('/returns and /terms state the shop’s own terms', async ({ page }) => {
  const main = page.getByRole('main');
  await page.goto(paths.returns);
  await expect(main).toContainText(`Within ${company.returns.days} days after delivery`);
  await expect(main).toContainText(`within ${company.returns.refundDays} working days`);
  await expect(main).toContainText('section 132');
  await page.goto(paths.terms);
  await expect(main).toContainText(company.name);
  // The page does not mention a number that the shop does not have.
  if (company.registration) await expect(main).toContainText(company.registration);
  else await expect(main).not.toContainText(/RC|BN|null/);
  await expect(main).toContainText(`for ${company.reservationMinutes} minutes`);
  for (const paragraph of shop.deliveryPolicy) await expect(main).toContainText(paragraph);
});

test('/privacy names the company, and all that a browser keeps', async ({ page }) => {
  await page.goto(paths.privacy);
  const main = page.getByRole('main');
  await expect(main).toContainText(company.name);
  const { email, answerDays } = company.dataProtection;
  await expect(main.locator(`a[href="mailto:${email}"]`).first()).toBeVisible();
  await expect(main).toContainText(`we answer within ${answerDays} days`);
  for (const { what, until } of Object.values(KEPT_IN_BROWSER)) {
    await expect(main.getByRole('listitem').filter({ hasText: what })).toContainText(until);
  }
});

test('no page sets a cookie, and the cart, the wishlist and a search are kept under known names', {
  tag: '@core',
}, async ({ page, context }) => {
  await page.goto(OUD_WOOD.path);
  await page
    .getByRole('button', { name: /^add to cart/i })
    .first()
    .click();
  await page.getByPlaceholder('Search..').fill('oud');
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.goto(paths.checkout);
  await page.getByLabel('Full Name').fill('Amina Bello');
  await page.goto(paths.login);
  expect(await context.cookies()).toEqual([]);
  const kept = await page.evaluate(() => [
    ...Object.keys(localStorage),
    ...Object.keys(sessionStorage),
  ]);
  expect(kept).toContain('turare:cart');
  const known = (key: string) =>
    Object.keys(KEPT_IN_BROWSER).some((name) =>
      name.endsWith(':') ? key.startsWith(name) : key === name,
    );
  expect(kept.filter((key) => !known(key))).toEqual([]);
});

test('sign-up and checkout link to the policies', async ({ page }) => {
  await page.goto(paths.signUp);
  const main = page.getByRole('main');
  for (const path of [paths.terms, paths.privacy]) {
    await expect(main.locator(`a[href="${path}"]`)).toBeVisible();
  }
  await page.goto(OUD_WOOD.path);
  await page.getByRole('button', { name: /^buy now/i }).click();
  await expect(page).toHaveURL(paths.checkout);
  for (const path of [paths.terms, paths.returns, paths.privacy]) {
    await expect(main.locator(`a[href="${path}"]`)).toBeVisible();
  }
});

test('in print there is only the text, black on white, with the URLs of links', async ({
  page,
}) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.goto(paths.returns);
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('contentinfo')).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(0, 0, 0)');
  const address = await page
    .getByRole('link', { name: /^Federal Competition/ })
    .evaluate((link) => getComputedStyle(link, '::after').content);
  expect(address).toContain('https://fccpc.gov.ng');
});
