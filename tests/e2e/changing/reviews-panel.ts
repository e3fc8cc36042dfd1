import type { APIRequestContext, Page, TestInfo } from '@playwright/test';
import type { Review } from '#contract/review.ts';
import { readReviews } from '#demo/reviews.ts';
import { slug } from '#domain/products/slug.ts';
import { type Customer, storedSession } from '../support/account.ts';
import { noViolation } from '../support/axe.ts';
import { allProducts } from '../support/catalogue.ts';
import { seedStorage } from '../support/seed.ts';
import { testShop } from '../support/shop.ts';

/** No test stores a review of this product: the tests invent its reviews. */
export const LIBRE = testShop.productId('Yves Saint Laurent Libre');

/** Finds the button on the product page. */
export const opener = (page: Page) =>
  page.getByRole('button', { name: 'Reviews & Ratings', exact: true });
export const panel = (page: Page) => page.getByRole('dialog', { name: 'Reviews & Ratings' });
export const write = (page: Page) => panel(page).getByRole('button', { name: 'Write a Review' });
export const form = (page: Page) => panel(page).getByRole('form', { name: 'Write a Review' });
export const comment = (page: Page) => form(page).getByRole('textbox', { name: 'Your comment' });
export const star = (page: Page, stars: string) => form(page).getByRole('radio', { name: stars });
export const submit = (page: Page) => form(page).getByRole('button', { name: 'Submit Review' });
export const reviews = (page: Page) =>
  panel(page).getByRole('region', { name: 'Reviews' }).getByRole('listitem');
/** Finds the rating on the product page. */
export const rating = (page: Page) => page.locator('article .product-rating');
/** Checks the panel. The dark theme differs only in colours. */
export async function noViolationInPanel(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await noViolation(page, (axe) => axe.include('#reviews-panel').withRules('color-contrast'));
  await page.emulateMedia({ colorScheme: 'light' });
  await noViolation(page, (axe) => axe.include('#reviews-panel'));
}

/**
 * Returns a product without reviews that no other test reviews, even if the test is repeated. Each test has its own
 * slot (0 to 3). The products come from the seed, because the API's list of them becomes shorter while the tests write.
 */
export async function ownProduct(request: APIRequestContext, info: TestInfo, slot: number) {
  const reviewed = new Set((await readReviews()).map(({ productId }) => productId));
  const ids = (await allProducts(request))
    .filter(({ name, images }) => !reviewed.has(slug(name)) && images.length > 0)
    .map(({ id }) => id)
    .sort();
  const id = ids.at(-1 - slot - 4 * info.repeatEachIndex);
  if (!id) throw new Error('There are too few products for so many repeats');
  return id;
}

/** Opens the reviews as a customer. */
export async function openAs(page: Page, customer: Customer, id: string): Promise<void> {
  await seedStorage(page, storedSession(customer));
  await page.goto(`/products/${id}`);
  await opener(page).click();
}

/** Returns a review as the API lists it, by another customer unless `fields` says otherwise. */
export const stored = (fields: Partial<Review>): Review => ({
  _id: `rev_${fields.userName}`,
  userName: 'Ngozi Okonkwo',
  rating: 5,
  comment: 'Warm.',
  createdAt: '2026-11-21T12:00:00.000Z',
  user: { _id: 'acc_other' },
  ...fields,
});
