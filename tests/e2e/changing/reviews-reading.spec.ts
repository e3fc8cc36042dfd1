import type { Route } from '@playwright/test';
import { reviewList } from '#contract/review.ts';
import { lagosDate } from '#domain/lagos-date.ts';
import { allProducts, productDetail } from '../support/catalogue.ts';
import { expect, test } from '../support/fixtures.ts';
import {
  form,
  LIBRE,
  noViolationInPanel,
  opener,
  panel,
  rating,
  reviews,
  stored,
  write,
} from './reviews-panel.ts';

test('three placeholders, then authors, stars, texts and dates, and the rating here and on the page', async ({
  page,
  request,
}) => {
  const answer = await productDetail(request, LIBRE);
  await page.route(`**/api/product/${LIBRE}`, (route) =>
    route.fulfill({
      json: { ...answer, product: { ...answer.product, ratings: 4.26, numReviews: 12 } },
    }),
  );
  const asked = Promise.withResolvers<Route>();
  await page.route(`**/api/review/${LIBRE}`, asked.resolve);
  await page.goto(`/products/${LIBRE}`);
  await opener(page).click();
  await expect(page.getByRole('heading', { name: 'Reviews & Ratings' })).toBeVisible();
  const held = await asked.promise;
  await expect(panel(page).getByText('Loading reviews...')).toBeAttached();
  await expect(panel(page).locator('[aria-hidden] > li')).toHaveCount(3);

  const attack = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
  const list = [
    stored({ userName: 'Ngozi Okonkwo', comment: 'First line\nsecond line', boughtHere: true }),
    // Late on the 21st in UTC is the 22nd in Lagos.
    stored({
      userName: attack,
      rating: 2,
      comment: attack,
      createdAt: '2026-11-21T23:30:00.000Z',
      previousShop: true,
    }),
  ];
  await held.fulfill({ json: list });
  const [ngozi, other] = [reviews(page).nth(0), reviews(page).nth(1)];
  await expect(ngozi.getByRole('heading', { name: 'Ngozi Okonkwo' })).toBeVisible();
  await expect(ngozi).toContainText('Rated 5 of 5');
  await expect(ngozi).toContainText('November 21, 2026');
  await expect(ngozi).toContainText('Bought here');
  const lines = ngozi.getByText('First line');
  expect(await lines.textContent()).toBe('First line\nsecond line');
  await expect(lines).toHaveCSS('white-space', 'pre-line');
  await expect(other.getByRole('heading')).toHaveText(attack);
  await expect(other.getByRole('paragraph').filter({ hasText: attack })).toBeVisible();
  await expect(other).toContainText('Rated 2 of 5');
  await expect(other).toContainText('November 22, 2026');
  await expect(other).not.toContainText('Bought here');
  await expect(other).toContainText('From the previous shop');
  await expect(ngozi).not.toContainText('From the previous shop');
  await expect(panel(page).locator('li :is(img, script)')).toHaveCount(0);
  await expect(panel(page).getByRole('button', { name: /^Delete/ })).toHaveCount(0);

  const said = panel(page).getByRole('status').filter({ hasText: '12 reviews' });
  await expect(said).toHaveText('Rated 4.3of 5, 12 reviews');
  await expect(rating(page)).toContainText('4.3 of 5, 12 reviews');
  await noViolationInPanel(page);

  await expect(page).toHaveURL(`/products/${LIBRE}#reviews`);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(`/products/${LIBRE}`);
  await expect(opener(page)).toBeFocused();
});

test('no axe violation while the reviews are awaited', async ({ page }) => {
  // Never answered: axe may take longer than the shop waits for an answer.
  await page.route(`**/api/review/${LIBRE}`, () => {});
  await page.goto(`/products/${LIBRE}`);
  await opener(page).click();
  await expect(panel(page).getByText('Loading reviews...')).toBeAttached();
  await noViolationInPanel(page);
});

test('the most reviewed product: every review newest first with author, stars, text and date', async ({
  page,
  request,
}) => {
  const [product] = (await allProducts(request)).sort((a, b) => b.numReviews - a.numReviews);
  if (!product) throw new Error('The shop has no product');
  expect(product.numReviews).toBeGreaterThanOrEqual(12);
  const answer = await request.get(`/api/review/${product.id}`);
  const list = reviewList.parse(await answer.json());
  expect(list).toHaveLength(product.numReviews);
  const newestFirst = list.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));

  await page.goto(`/products/${product.id}`);
  const average = product.ratings.toFixed(1);
  await expect(rating(page)).toContainText(`${average} of 5, ${product.numReviews} reviews`);
  await opener(page).click();
  await expect(reviews(page).getByRole('heading')).toHaveText(
    newestFirst.map(({ userName }) => userName),
  );
  await expect(reviews(page).getByText(/^Rated \d of 5$/)).toHaveText(
    newestFirst.map((review) => `Rated ${review.rating} of 5`),
  );
  await expect(reviews(page).getByRole('time')).toHaveText(
    newestFirst.map(({ createdAt }) => lagosDate(createdAt)),
  );
  for (const [index, { comment }] of newestFirst.entries()) {
    await expect(reviews(page).nth(index)).toContainText(comment);
  }
  await noViolationInPanel(page);
});

test('a visitor reads, and is asked to log in before writing', async ({ page }) => {
  await page.route(`**/api/review/${LIBRE}`, (route) => route.fulfill({ json: [] }));
  await page.goto(`/products/${LIBRE}#reviews`);
  await expect(panel(page).getByText('Be the first to say how')).toBeVisible();
  await write(page).click();
  await expect(panel(page).getByText('Please log in to write a review.')).toBeVisible();
  await expect(panel(page).getByRole('link', { name: 'Log in' })).toHaveAttribute(
    'href',
    `/login?next=${encodeURIComponent(`/products/${LIBRE}#reviews`)}`,
  );
  await expect(write(page)).toBeFocused();
  await expect(form(page)).toHaveCount(0);
  await noViolationInPanel(page);
  await page.getByRole('button', { name: 'Close reviews & ratings' }).click();
  await expect(opener(page)).toBeFocused();
});

test.describe('with the API down', () => {
  test.use({ allowConsole: [/api\/(review|product)\//] });

  test('says so, and tries again; the focus is not lost', async ({ page }) => {
    await page.route('**/api/{review,product}/**', (route) => route.abort());
    await page.goto(`/products/${LIBRE}`);
    await opener(page).click();
    const alert = panel(page).getByRole('alert').filter({ hasText: 'could not be loaded' });
    await expect(alert).toBeVisible();
    await noViolationInPanel(page);
    const asked = Promise.withResolvers<Route>();
    await page.route(`**/api/review/${LIBRE}`, asked.resolve);
    await alert.getByRole('button', { name: 'Try again' }).press('Enter');
    const held = await asked.promise;
    await expect(write(page)).toBeFocused();
    await held.fulfill({ json: [stored({ rating: 3 }), stored({ userName: 'Musa', rating: 4 })] });
    await expect(reviews(page)).toHaveCount(2);
    // The product did not answer: the rating is calculated from the list.
    await expect(rating(page)).toContainText('3.5 of 5, 2 reviews');
    await expect(alert).toHaveCount(0);
  });
});
