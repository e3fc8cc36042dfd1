import AxeBuilder from '@axe-core/playwright';
import type { APIRequestContext, Page, Route, TestInfo } from '@playwright/test';
import type { ProductDetail } from '../../src/contract/product.ts';
import type { Review } from '../../src/contract/review.ts';
import type { Session } from '../../src/site/stores/session.ts';
import { bearer, type Customer, PASSWORD, signUp, storedSession } from './account.ts';
import { logIn as logInByForm } from './account-forms.ts';
import { allProducts } from './catalogue.ts';
import { expect, test } from './fixtures.ts';
import { seedStorage } from './seed.ts';
import { addLateProduct } from './shop-catalogue.ts';

const LIBRE = 'yves-saint-laurent-libre';

const opener = (page: Page) => page.getByRole('button', { name: 'Reviews & Ratings', exact: true });
const panel = (page: Page) => page.getByRole('dialog', { name: 'Reviews & Ratings' });
const write = (page: Page) => panel(page).getByRole('button', { name: 'Write a Review' });
const form = (page: Page) => panel(page).getByRole('form', { name: 'Write a Review' });
const comment = (page: Page) => form(page).getByRole('textbox', { name: 'Your comment' });
const star = (page: Page, stars: string) => form(page).getByRole('radio', { name: stars });
const submit = (page: Page) => form(page).getByRole('button', { name: 'Submit Review' });
const reviews = (page: Page) =>
  panel(page).getByRole('region', { name: 'Reviews' }).getByRole('listitem');
const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' });
const rating = (page: Page) => page.locator('article .product-rating');
/** In the dark only the colours are others. */
async function noViolation(page: Page): Promise<void> {
  const axe = () => new AxeBuilder({ page }).include('#reviews-panel');
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  expect((await axe().withRules('color-contrast').analyze()).violations, 'dark').toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  expect((await axe().analyze()).violations, 'light').toEqual([]);
}

/** A product that no other test writes of, however often this one is repeated. */
async function ownProduct(request: APIRequestContext, info: TestInfo, slot: number) {
  const ids = (await allProducts(request)).map(({ id }) => id).sort();
  const id = ids.at(-1 - slot - 4 * info.repeatEachIndex);
  if (!id) throw new Error('There are too few products for so many repeats');
  return id;
}

async function review(request: APIRequestContext, by: Customer, id: string, body: object) {
  const answer = await request.post(`/api/review/${id}`, { data: body, headers: bearer(by) });
  expect(answer.status()).toBe(200);
}

async function detail(request: APIRequestContext, id: string) {
  return (await (await request.get(`/api/product/${id}`)).json()) as ProductDetail;
}

/** Opens the reviews as who is logged in. */
async function openAs(page: Page, customer: Customer, id: string): Promise<void> {
  await seedStorage(page, storedSession(customer));
  await page.goto(`/products/${id}`);
  await opener(page).click();
}

/** A new session of hers. */
async function sessionAgain(request: APIRequestContext, { email }: Customer): Promise<Session> {
  const answer = await request.post('/api/auth/login', { data: { email, password: PASSWORD } });
  return (await answer.json()) as Session;
}

/** What /login leaves behind. */
const logIn = (page: Page, session: Session) =>
  page.evaluate((value) => localStorage.setItem('turare:session', JSON.stringify(value)), session);

const stored = (fields: Partial<Review>): Review => ({
  _id: `rev_${fields.userName}`,
  userName: 'Ngozi Okonkwo',
  rating: 5,
  comment: 'Warm.',
  createdAt: '2026-11-21T12:00:00.000Z',
  user: { _id: 'acc_other' },
  ...fields,
});

test('three rows wait; then authors, stars, words and dates, and the rating here and on the page', async ({
  page,
  request,
}) => {
  const answer = await detail(request, LIBRE);
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
  await noViolation(page);

  const attack = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
  const list = [
    stored({ userName: 'Ngozi Okonkwo', comment: 'First line\nsecond line', boughtHere: true }),
    // Written late in the evening of the 21st by UTC, the 22nd in Lagos.
    stored({ userName: attack, rating: 2, comment: attack, createdAt: '2026-11-21T23:30:00.000Z' }),
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
  await expect(panel(page).locator('li :is(img, script)')).toHaveCount(0);
  await expect(panel(page).getByRole('button', { name: /^Delete/ })).toHaveCount(0);

  const said = panel(page).getByRole('status').filter({ hasText: '12 reviews' });
  await expect(said).toHaveText('Rated 4.3of 5, 12 reviews');
  await expect(rating(page)).toContainText('4.3 of 5, 12 reviews');
  await noViolation(page);

  await expect(page).toHaveURL(`/products/${LIBRE}#reviews`);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(`/products/${LIBRE}`);
  await expect(opener(page)).toBeFocused();
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
  await noViolation(page);
  await page.getByRole('button', { name: 'Close reviews & ratings' }).click();
  await expect(opener(page)).toBeFocused();
});

test.describe('with the API down', () => {
  test.use({ allowConsole: [/api\/(review|product)\//] });

  test('says so, and asks again; the focus is not lost', async ({ page }) => {
    await page.route('**/api/{review,product}/**', (route) => route.abort());
    await page.goto(`/products/${LIBRE}`);
    await opener(page).click();
    const alert = panel(page).getByRole('alert').filter({ hasText: 'could not be loaded' });
    await expect(alert).toBeVisible();
    await noViolation(page);
    const asked = Promise.withResolvers<Route>();
    await page.route(`**/api/review/${LIBRE}`, asked.resolve);
    await alert.getByRole('button', { name: 'Try again' }).press('Enter');
    const held = await asked.promise;
    await expect(write(page)).toBeFocused();
    await held.fulfill({ json: [stored({ rating: 3 }), stored({ userName: 'Musa', rating: 4 })] });
    await expect(reviews(page)).toHaveCount(2);
    // The product did not answer: the list tells its own rating.
    await expect(rating(page)).toContainText('3.5 of 5, 2 reviews');
    await expect(alert).toHaveCount(0);
  });
});

test('written, replaced, deleted: list, rating and count follow, here and on the page', async ({
  page,
  request,
}, info) => {
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
  expect(held.request().postDataJSON()).toEqual({ rating: 2, comment: 'Gone in an hour.\nPity.' });
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
  const { product } = await detail(request, id);
  expect([product.ratings, product.numReviews]).toEqual([5, 1]);
});

test('by keyboard alone; the last review to go takes the rating with it', async ({
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
  // Nothing chosen, nothing written: both faults are said, and the first has the focus.
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

test('no axe violation while she writes, while it is sent, and before she deletes', async ({
  page,
  request,
}) => {
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
  await noViolation(page);
  await submit(page).click();
  await posted.promise;
  await expect(form(page).getByRole('button', { name: 'Submitting...' })).toBeVisible();
  await noViolation(page);
});

test('what is missing is said, with nothing sent; Cancel forgets what was typed', async ({
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
  await noViolation(page);
  await comment(page).fill('Words');
  await expect(panel(page).getByText('Write a few words.')).toHaveCount(0);
  expect(sent).toEqual([]);

  await form(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(write(page)).toBeFocused();
  await write(page).click();
  await expect(comment(page)).toHaveValue('');
  await expect(form(page).getByRole('radio', { checked: true })).toHaveCount(0);

  // Left, not cancelled: it is there again after a reload.
  await comment(page).fill('Half a sen');
  await page.reload();
  await expect(comment(page)).toHaveValue('Half a sen');
  await expect(form(page)).toContainText('What you had begun to write is still here.');
});

test.describe('when the shop refuses', () => {
  test.use({ allowConsole: [/api\/review\//] });

  test('a failure is said, and nothing typed is lost', async ({ page, request }) => {
    const amina = await signUp(request);
    const own = stored({ _id: 'rev_hers', user: { _id: amina.session.user.id } });
    let refusal = { status: 500, json: { code: 'internal', message: 'Sorry' } as object };
    await page.route(/\/api\/review\//, (route) =>
      route.request().method() === 'GET' ? route.fulfill({ json: [own] }) : route.fulfill(refusal),
    );
    await openAs(page, amina, LIBRE);
    await write(page).click();
    await comment(page).fill('Kept words');
    await star(page, '4 stars').check();
    await submit(page).click();
    await expect(toasts(page)).toContainText('Error');
    await expect(toasts(page)).toContainText('Failed to submit review. Please try again.');
    await expect(form(page).getByRole('alert')).toContainText('What you wrote is kept');
    // Only what is under the head scrolls.
    await expect(panel(page)).toHaveJSProperty('scrollTop', 0);
    await noViolation(page);
    refusal = {
      status: 429,
      json: { code: 'rate_limited', message: 'Too many', retryAfter: 600 },
    };
    await submit(page).click();
    await expect(form(page).getByRole('alert')).toContainText('press again in 10 minutes.');
    refusal = {
      status: 400,
      json: { code: 'validation_failed', message: 'No', fields: { comment: 'No such words.' } },
    };
    await submit(page).click();
    await expect(comment(page)).toBeFocused();
    await expect(comment(page)).toHaveAccessibleDescription('No such words.');
    await expect(comment(page)).toHaveValue('Kept words');
    await expect(star(page, '4 stars')).toBeChecked();

    // Not a click: the toast may lie over it.
    await reviews(page).getByRole('button', { name: 'Delete your review' }).press('Enter');
    refusal = { status: 503, json: { code: 'unavailable', message: 'Later' } };
    await reviews(page).getByRole('button', { name: 'Delete review' }).press('Enter');
    await expect(toasts(page)).toContainText('Failed to delete review. Please try again.');
    await expect(reviews(page).getByRole('button', { name: 'Delete review' })).toBeFocused();
    await expect(reviews(page)).toHaveCount(1);
  });

  test('offline: said, kept, and sent at the next press', async ({ page, request, context }) => {
    const amina = await signUp(request);
    await page.route(/\/api\/review\//, (route) =>
      route.request().method() === 'GET'
        ? route.fulfill({ json: [] })
        : route.fulfill({ status: 200, json: {} }),
    );
    await openAs(page, amina, LIBRE);
    await write(page).click();
    await star(page, '4 stars').check();
    await comment(page).fill('In a tunnel');
    await page.route(/\/api\/review\//, (route) => route.abort('internetdisconnected'), {
      times: 1,
    });
    await context.setOffline(true);
    await submit(page).click();
    await expect(form(page).getByRole('alert')).toContainText('could not be reached');
    await expect(comment(page)).toHaveValue('In a tunnel');
    await context.setOffline(false);
    await submit(page).click();
    await expect(toasts(page)).toContainText('Review Submitted');
  });
});

test.describe('a session that ends', () => {
  // The call that is refused, and the page of a product that was made after the build.
  test.use({ allowConsole: [/status of 40[14]/] });

  test('in the middle of writing: after logging in again she is back there, with her words', async ({
    page,
    request,
  }, info) => {
    const id = await ownProduct(request, info, 2);
    const amina = await signUp(request);
    await openAs(page, amina, id);
    await write(page).click();
    await star(page, '4 stars').check();
    await comment(page).fill('Amber, smoke,\nand then');
    await request.post('/api/auth/logout', { headers: bearer(amina) });
    await submit(page).click();
    await page.waitForURL('**/login?next=*');
    const next = new URL(page.url()).searchParams.get('next') ?? '';
    expect(next).toBe(`/products/${id}#reviews`);
    await expect(toasts(page)).toContainText('What you typed is kept.');

    // Somebody else at the same phone does not see it.
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

  test('in another tab: her controls go, the form asks to log in', async ({
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
    await expect(panel(page).getByText('Please log in to write a review.')).toBeVisible();
    await expect(form(page)).toHaveCount(0);
    await expect(panel(page).getByRole('button', { name: 'Delete your review' })).toHaveCount(0);
    await expect(write(page)).toBeFocused();
    await logIn(other, await sessionAgain(request, amina));
    await expect(comment(page)).toHaveValue('Still mine');
  });

  test('on the page of a product made after the build, opened by its address', async ({
    page,
    request,
  }, info) => {
    const id = `late-reviewed-${Date.now().toString(36)}-${info.repeatEachIndex}`;
    await addLateProduct({ id, name: `${id} Attar` });
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
