import type { APIRequestContext, Page } from '@playwright/test';
import type { Session } from '#site/session/session-store.ts';
import { logIn as logInByForm, toasts } from '../auth/account-forms.ts';
import { type Customer, PASSWORD, signUp } from '../support/account.ts';
import { expect, test } from '../support/fixtures.ts';
import { testShop } from '../support/shop.ts';
import {
  comment,
  form,
  LIBRE,
  openAs,
  ownProduct,
  panel,
  reviews,
  star,
  stored,
  submit,
  write,
} from './reviews-panel.ts';

/** Starts a new session of the customer. */
async function sessionAgain(request: APIRequestContext, { email }: Customer): Promise<Session> {
  const answer = await request.post('/api/auth/login', { data: { email, password: PASSWORD } });
  return (await answer.json()) as Session;
}

/** Stores what /login stores. */
const logIn = (page: Page, session: Session) =>
  page.evaluate((value) => localStorage.setItem('turare:session', JSON.stringify(value)), session);

test.describe('a session that ends', () => {
  // The refused call, and the page of a product added after the build.
  test.use({ allowConsole: [/status of 40[14]/] });

  test('during writing: after another login the shopper is back there, with her text', async ({
    page,
    request,
  }, info) => {
    const id = await ownProduct(request, info, 2);
    const amina = await signUp(request);
    await openAs(page, amina, id);
    await write(page).click();
    await star(page, '4 stars').check();
    await comment(page).fill('Amber, smoke,\nand then');
    await testShop.endSession(request, amina.session.token);
    await submit(page).click();
    await page.waitForURL('**/login?next=*');
    const next = new URL(page.url()).searchParams.get('next') ?? '';
    expect(next).toBe(`/products/${id}#reviews`);
    await expect(toasts(page)).toContainText('What you typed is kept.');

    // Another customer on the same phone does not see it.
    const musa = await signUp(request, 'Musa Bello');
    await logInByForm(page, musa.email);
    await expect(page).toHaveURL(next);
    await expect(write(page)).toBeVisible();
    await expect(form(page)).toHaveCount(0);
    await page.keyboard.press('Escape');
    await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/login');

    await page.goto(`/login?next=${encodeURIComponent(next)}`);
    await logInByForm(page, amina.email);
    await expect(comment(page)).toHaveValue('Amber, smoke,\nand then');
    await expect(star(page, '4 stars')).toBeChecked();
    await submit(page).click();
    await expect(reviews(page)).toContainText('Amber, smoke,');
    await page.reload();
    await expect(reviews(page)).toHaveCount(1);
    await expect(form(page)).toHaveCount(0);
  });

  test('in another tab: the controls disappear, the form asks to log in', async ({
    page,
    request,
    context,
  }) => {
    const amina = await signUp(request);
    const own = stored({ _id: 'rev_hers', user: { _id: amina.session.user.id } });
    await context.route(`**/api/review/${LIBRE}`, (route) => route.fulfill({ json: [own] }));
    await openAs(page, amina, LIBRE);
    await expect(panel(page).getByRole('button', { name: 'Delete your review' })).toBeVisible();
    await write(page).click();
    await comment(page).fill('Still mine');
    const other = await context.newPage();
    await other.goto('/brands');
    await other.getByRole('button', { name: 'Logout' }).click();
    await expect(other).toHaveURL('/login');
    await expect(panel(page).getByText('Please log in to write a review.')).toBeVisible();
    await expect(form(page)).toHaveCount(0);
    await expect(panel(page).getByRole('button', { name: 'Delete your review' })).toHaveCount(0);
    await expect(write(page)).toBeFocused();
    await logIn(other, await sessionAgain(request, amina));
    await expect(comment(page)).toHaveValue('Still mine');
  });
});
