import type { APIRequestContext, Route } from '@playwright/test';
import { toasts } from '../auth/account-forms.ts';
import { bearer, type Customer, signUp, storedSession } from '../support/account.ts';
import { productDetail } from '../support/catalogue.ts';
import { expect, test } from '../support/fixtures.ts';
import { seedStorage } from '../support/seed.ts';
import { testShop } from '../support/shop.ts';
import {
  comment,
  form,
  LIBRE,
  noViolationInPanel,
  openAs,
  opener,
  ownProduct,
  panel,
  rating,
  reviews,
  star,
  stored,
  submit,
  write,
} from './reviews-panel.ts';

async function review(request: APIRequestContext, by: Customer, id: string, body: object) {
  const answer = await request.post(`/api/review/${id}`, { data: body, headers: bearer(by) });
  expect(answer.ok()).toBe(true);
}

test(
  'written, replaced, deleted: list, rating and count follow, here and on the page',
  { tag: ['@core', '@foreign'] },
  async ({ page, request }, info) => {
    const id = await ownProduct(request, info, 0);
    const musa = await signUp(request, 'Musa Bello');
    await review(request, musa, id, { rating: 5, comment: 'Mine, not hers.' });
    const amina = await signUp(request);
    await openAs(page, amina, id);
    await expect(reviews(page)).toHaveCount(1);
    await expect(rating(page)).toContainText('5.0 of 5, 1 review');

    await expect(write(page)).toHaveText('Write a Review');
    await write(page).click();
    await expect(star(page, '1 star')).toBeFocused();
    await star(page, '2 stars').check();
    await comment(page).fill('  Gone in an hour.\nPity.  ');
    const posted = Promise.withResolvers<Route>();
    await page.route(`**/api/review/${id}`, (route) =>
      route.request().method() === 'POST' ? posted.resolve(route) : route.fallback(),
    );
    await submit(page).click();
    const held = await posted.promise;
    const pending = form(page).getByRole('button', { name: 'Submitting...' });
    await expect(pending).toBeDisabled();
    await expect(pending).toBeFocused();
    expect(held.request().postDataJSON()).toEqual({
      rating: 2,
      comment: 'Gone in an hour.\nPity.',
    });
    await held.continue();
    await page.unroute(`**/api/review/${id}`);
    await expect(toasts(page)).toContainText('Review Submitted');
    await expect(toasts(page)).toContainText('Thank you for your review!');
    await expect(form(page)).toHaveCount(0);
    await expect(write(page)).toBeFocused();
    await expect(reviews(page)).toHaveCount(2);
    const hers = reviews(page).filter({ hasText: 'Amina Bello' });
    await expect(hers).toContainText('Gone in an hour.');
    await expect(rating(page)).toContainText('3.5 of 5, 2 reviews');
    await expect(panel(page).getByText('of 5, 2 reviews')).toBeVisible();

    await write(page).click();
    await expect(form(page)).toContainText('What you send now replaces that review.');
    await expect(star(page, '2 stars')).toBeChecked();
    await expect(comment(page)).toHaveValue('Gone in an hour.\nPity.');
    await star(page, '4 stars').check();
    await comment(page).fill('It grows on me.');
    await submit(page).click();
    await expect(hers).toContainText('It grows on me.');
    await expect(reviews(page)).toHaveCount(2);
    await expect(rating(page)).toContainText('4.5 of 5, 2 reviews');

    const others = reviews(page).filter({ hasText: 'Musa Bello' });
    await expect(others.getByRole('button')).toHaveCount(0);
    await hers.getByRole('button', { name: 'Delete your review' }).press('Enter');
    await expect(hers.getByRole('button', { name: 'Keep it' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(hers.getByRole('button', { name: 'Delete your review' })).toBeFocused();
    await page.keyboard.press('Enter');
    await hers.getByRole('button', { name: 'Delete review' }).press('Enter');
    await expect(toasts(page)).toContainText('Review Deleted');
    await expect(toasts(page)).toContainText('Your review has been deleted successfully.');
    await expect(reviews(page)).toHaveCount(1);
    await expect(write(page)).toBeFocused();
    await expect(rating(page)).toContainText('5.0 of 5, 1 review');
    const { product } = await productDetail(request, id);
    expect([product.ratings, product.numReviews]).toEqual([5, 1]);
  },
);

test('by keyboard alone; the rating disappears with the last review', async ({
  page,
  request,
}, info) => {
  const id = await ownProduct(request, info, 1);
  await seedStorage(page, storedSession(await signUp(request)));
  await page.goto(`/products/${id}`);
  await expect(rating(page)).not.toContainText('of 5');
  await opener(page).focus();
  await page.keyboard.press('Enter');
  await expect(panel(page).getByText('No reviews yet')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(write(page)).toBeFocused();
  await page.keyboard.press('Enter');
  // With both fields empty, both errors appear and the first field has the focus.
  await submit(page).press('Enter');
  await expect(toasts(page)).toContainText('Please provide both rating and comment.');
  await expect(star(page, '1 star')).toBeFocused();
  await expect(panel(page).getByRole('radiogroup')).toHaveAccessibleDescription(
    'Choose from 1 to 5 stars.',
  );
  await expect(comment(page)).toHaveAccessibleDescription('Write a few words.');
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(star(page, '3 stars')).toBeChecked();
  await expect(panel(page).getByText('Choose from 1 to 5 stars.')).toHaveCount(0);
  await page.keyboard.press('Tab');
  await page.keyboard.type('Oud, and then more oud.');
  await page.keyboard.press('Tab');
  await expect(submit(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(write(page)).toBeFocused();
  await expect(rating(page)).toContainText('3.0 of 5, 1 review');

  await reviews(page).getByRole('button', { name: 'Delete your review' }).press('Enter');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(panel(page).getByText('No reviews yet')).toBeVisible();
  await expect(write(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(rating(page)).not.toContainText('of 5');
  await expect(opener(page)).toBeFocused();
});

test('no axe violation during writing, sending and before deletion', async ({ page, request }) => {
  const amina = await signUp(request);
  const own = stored({ user: { _id: amina.session.user.id } });
  const posted = Promise.withResolvers<Route>();
  await page.route(`**/api/review/${LIBRE}`, (route) =>
    route.request().method() === 'POST' ? posted.resolve(route) : route.fulfill({ json: [own] }),
  );
  await openAs(page, amina, LIBRE);
  await reviews(page).getByRole('button', { name: 'Delete your review' }).click();
  await write(page).click();
  await expect(form(page)).toContainText('What you send now replaces that review.');
  await noViolationInPanel(page);
  await submit(page).click();
  await posted.promise;
  await expect(form(page).getByRole('button', { name: 'Submitting...' })).toBeVisible();
  await noViolationInPanel(page);
});

test('missing fields are named, and nothing is sent; Cancel discards what was typed', async ({
  page,
  request,
}) => {
  const sent: string[] = [];
  page.on('request', (call) => {
    if (call.method() === 'POST') sent.push(call.url());
  });
  await openAs(page, await signUp(request), LIBRE);
  await write(page).click();
  await star(page, '5 stars').check();
  await comment(page).fill('   \n ');
  await submit(page).click();
  await expect(toasts(page)).toContainText('Error');
  await expect(toasts(page)).toContainText('Please provide both rating and comment.');
  await expect(comment(page)).toBeFocused();
  await noViolationInPanel(page);
  await comment(page).fill('Words');
  await expect(panel(page).getByText('Write a few words.')).toHaveCount(0);
  expect(sent).toEqual([]);

  await form(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(write(page)).toBeFocused();
  await write(page).click();
  await expect(comment(page)).toHaveValue('');
  await expect(form(page).getByRole('radio', { checked: true })).toHaveCount(0);

  // A draft that is not cancelled survives a reload.
  await comment(page).fill('Half a sen');
  await page.reload();
  await expect(comment(page)).toHaveValue('Half a sen');
  await expect(form(page)).toContainText('What you had begun to write is still here.');
});

test.describe('of a product made after the build', () => {
  // The host answers an unknown address with the page of this product.
  test.use({ allowConsole: [/status of 404/] });

  test('written on its page, opened by its address', async ({ page, request }, info) => {
    const name = `Late Reviewed ${Date.now().toString(36)} ${info.repeatEachIndex} Attar`;
    const id = await testShop.addLateProduct(request, name);
    await seedStorage(page, storedSession(await signUp(request)));
    await page.goto(`/products/${id}#reviews`);
    await expect(panel(page).getByText('No reviews yet')).toBeVisible();
    await write(page).click();
    await star(page, '5 stars').check();
    await comment(page).fill('New, and good.');
    await submit(page).click();
    await expect(rating(page)).toContainText('5.0 of 5, 1 review');
    await page.getByRole('button', { name: 'Close reviews & ratings' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await page.reload();
    await expect(rating(page)).toContainText('5.0 of 5, 1 review');
  });
});
