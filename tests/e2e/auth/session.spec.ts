import type { Page } from '@playwright/test';
import { bearer, signUp, storedSession } from '../support/account.ts';
import { expect, test } from '../support/fixtures.ts';
import { shifted, watchShifts } from '../support/layout-shift.ts';
import { cartLine, seedStorage, shippingPlace, storedCart, storedDraft } from '../support/seed.ts';
import { KHAMRAH, testShop } from '../support/shop.ts';
import { field, logIn, toasts } from './account-forms.ts';

const bar = (page: Page) => page.getByRole('banner');
const session = (page: Page) => page.evaluate(() => localStorage.getItem('turare:session'));

/** Records the path of each document that paints anything. */
async function watchPaints(page: Page): Promise<() => Promise<string[]>> {
  const painted: string[] = [];
  await page.exposeFunction('painted', (path: string) => painted.push(path));
  await page.addInitScript(() => {
    const { pathname } = location;
    new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length > 0) {
        (window as unknown as { painted(path: string): void }).painted(pathname);
      }
    }).observe({ type: 'paint', buffered: true });
  });
  return async () => {
    await expect.poll(() => painted).not.toEqual([]);
    return painted;
  };
}

test('the top bar of who is logged out: Login / Signup, no My Orders', async ({ page }) => {
  await page.goto('/about');
  await expect(bar(page).getByRole('link', { name: 'My Orders' })).toBeHidden();
  await expect(bar(page).getByText('Hi ')).toBeHidden();
  await bar(page).getByRole('link', { name: 'Login / Signup' }).click();
  await expect(page).toHaveURL('/login');
});

test('the top bar of who is logged in: My Orders, Hi Amina, and Logout, which ends the session', {
  tag: '@core',
}, async ({ page, request }) => {
  const amina = await signUp(request, 'Amina Bello');
  await seedStorage(page, storedSession(amina));
  await page.goto('/about');
  await expect(bar(page).getByRole('link', { name: 'My Orders' })).toHaveAttribute(
    'href',
    '/orders',
  );
  await expect(bar(page).getByText('Hi Amina,')).toBeVisible();
  await expect(bar(page).getByRole('link', { name: 'Login / Signup' })).toBeHidden();
  await bar(page).getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');
  expect(await session(page)).toBeNull();
});

test('Logout ends the session on the server, too', { tag: '@own' }, async ({ page, request }) => {
  const amina = await signUp(request, 'Amina Bello');
  await seedStorage(page, storedSession(amina));
  await page.goto('/about');
  await bar(page).getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');
  await expect
    .poll(async () => (await request.get('/api/auth/profile', { headers: bearer(amina) })).status())
    .toBe(401);
});

test('on a phone the menu has Home, Products, My Orders, the greeting and Logout', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await seedStorage(page, storedSession(await signUp(request, 'Musa Garba')));
  await page.goto('/about');
  await bar(page).getByRole('button', { name: 'Menu' }).click();
  const menu = page.getByRole('navigation', { name: 'Menu' });
  for (const name of ['Home', 'Products', 'My Orders']) {
    await expect(menu.getByRole('link', { name, exact: true })).toBeVisible();
  }
  await expect(menu.getByText('Hi Musa,')).toBeVisible();
  await menu.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');
});

test('the greeting moves nothing, however long the name', async ({ page, request }) => {
  const customer = await signUp(request, 'Oluwafunmilayochukwuemekanwachukwu Ransome');
  await seedStorage(page, storedSession(customer));
  await watchShifts(page);
  await page.goto('/about');
  await expect(bar(page).getByText('Oluwafunmilayo')).toBeVisible();
  expect(await shifted(page)).toBe(0);
});

test('logging out in one tab logs out every tab at once', { tag: '@core' }, async ({
  page,
  request,
  context,
}) => {
  await seedStorage(page, storedSession(await signUp(request, 'Ada Obi')));
  await page.goto('/about');
  const [welcome, contact] = [await context.newPage(), await context.newPage()];
  await welcome.goto('/home');
  await expect(welcome.getByRole('main').getByText('Hi Ada,')).toBeVisible();
  await contact.goto('/contact');
  await expect(bar(contact).getByText('Hi Ada,')).toBeVisible();

  await bar(page).getByRole('button', { name: 'Logout' }).click();
  await expect(welcome).toHaveURL('/login');
  await expect(bar(contact).getByRole('link', { name: 'Login / Signup' })).toBeVisible();
  await expect(bar(contact).getByText('Hi ')).toBeHidden();
  await expect(contact).toHaveURL('/contact');
});

test('logging in in one tab is seen in the others', async ({ page, request, context }) => {
  const { session } = await signUp(request, 'Ada Obi');
  await page.goto('/about');
  const login = await context.newPage();
  await login.goto('/login?next=%2Fcontact');
  await page.evaluate(
    (value) => localStorage.setItem('turare:session', value),
    JSON.stringify(session),
  );
  await expect(login).toHaveURL('/contact');
  await expect(bar(login).getByText('Hi Ada,')).toBeVisible();
});

for (const path of ['/home', '/orders', '/orders/ord_whatever?x=1', '/account']) {
  test(`${path} redirects logged-out visitors to /login, and paints nothing before`, {
    tag: path === '/orders' ? '@core' : [],
  }, async ({ page }) => {
    const painted = await watchPaints(page);
    await page.goto(path);
    await expect(page).toHaveURL(`/login?next=${encodeURIComponent(path)}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await painted()).toEqual(['/login']);
  });
}

test('/home is the landing page with a greeting', async ({ page, request }) => {
  await seedStorage(page, storedSession(await signUp(request, 'Ngozi Eze')));
  await page.goto('/home');
  const main = page.getByRole('main');
  await expect(main.getByText('Hi Ngozi,')).toBeVisible();
  await expect(main.getByRole('link', { name: 'your orders' })).toHaveAttribute('href', '/orders');
  await expect(main.getByRole('heading', { name: 'New Arrivals' })).toBeVisible();
});

test.describe('a session that has run out', () => {
  test.use({ allowConsole: [/status of 401/] });

  test('ends quietly on a public page', async ({ page, request }) => {
    const ada = await signUp(request, 'Ada Obi');
    await testShop.endSession(request, ada.session.token);
    await seedStorage(page, storedSession(ada));
    await page.goto('/contact');
    await expect(bar(page).getByRole('link', { name: 'Login / Signup' })).toBeVisible();
    await expect(page).toHaveURL('/contact');
    expect(await session(page)).toBeNull();
  });

  test('leads from a page that needs one to /login, and back', async ({ page, request }) => {
    const ada = await signUp(request, 'Ada Obi');
    await testShop.endSession(request, ada.session.token);
    await seedStorage(page, storedSession(ada));
    await page.goto('/home');
    await expect(page).toHaveURL('/login?next=%2Fhome');
    expect(await session(page)).toBeNull();
  });
});

test.describe('in the middle of checkout', () => {
  test.use({ allowConsole: [/status of 401/] });

  test('an ended session leads to /login, and back to everything that was typed', {
    tag: '@core',
  }, async ({ page, request }) => {
    const amina = await signUp(request);
    const { place } = await shippingPlace(request);
    await seedStorage(page, {
      ...storedSession(amina),
      ...storedCart([await cartLine(request, KHAMRAH.id)]),
      ...storedDraft(amina.email, place),
    });
    await page.goto('/checkout');
    await expect(bar(page).getByText('Hi Amina,')).toBeVisible();
    await field(page, 'Address').fill('7 Bompai Road');
    await testShop.endSession(request, amina.session.token);
    await page.getByRole('button', { name: 'Proceed to Payment' }).click();
    await expect(page).toHaveURL('/login?next=%2Fcheckout');
    await expect(toasts(page)).toContainText('Please log in again');
    await expect(toasts(page)).not.toContainText('Payment Error');
    await logIn(page, amina.email);
    await expect(page).toHaveURL('/checkout');
    await expect(field(page, 'Address')).toHaveValue('7 Bompai Road');
    await page.getByRole('button', { name: 'Proceed to Payment' }).click();
    await expect(page.getByRole('button', { name: 'Pay now' })).toBeVisible();
  });
});

test('a logout removes what was typed at checkout; cart and wishlist stay', async ({
  page,
  request,
}) => {
  const line = await cartLine(request, KHAMRAH.id);
  await seedStorage(page, {
    ...storedSession(await signUp(request)),
    ...storedCart([line]),
    'turare:wishlist': [line],
  });
  await page.goto('/checkout');
  await field(page, 'Address').fill('7 Bompai Road');
  await bar(page).getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('Bompai');
  await page.goto('/checkout');
  await expect(page.getByRole('region', { name: 'Order Summary' })).toContainText(line.name);
  await expect(field(page, 'Address')).toHaveValue('');
  await expect(bar(page).getByRole('button', { name: 'Wishlist, 1 item' })).toBeVisible();
});

test('a logout empties a form that has not loaded yet, so that loading stores nothing', async ({
  page,
  request,
}) => {
  await seedStorage(page, {
    ...storedSession(await signUp(request)),
    ...storedCart([await cartLine(request, KHAMRAH.id)]),
  });
  await page.addInitScript(() =>
    addEventListener('pagehide', () => {
      const input = document.querySelector<HTMLInputElement>('[name=address]');
      if (input) sessionStorage.setItem('left-with', `(${input.value})`);
    }),
  );
  // The island never loads.
  await page.route(/_assets\/Checkout\..*\.js$/, () => {});
  await page.goto('/checkout');
  await field(page, 'Address').fill('7 Bompai Road');
  await bar(page).getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');
  expect(await page.evaluate(() => sessionStorage.getItem('left-with'))).toBe('()');
});

test('the profile is requested at most once a minute, and updates a changed name', async ({
  page,
  request,
}) => {
  const customer = await signUp(request, 'Bola Ade');
  const { session } = customer;
  const old = { ...session, user: { ...session.user, fullName: 'Maiden Name' } };
  await seedStorage(page, { 'turare:session': old });
  const asked: string[] = [];
  page.on('request', (sent) => {
    if (sent.url().endsWith('/api/auth/profile')) asked.push(page.url());
  });
  await page.goto('/contact');
  await expect(bar(page).getByText('Hi Bola,')).toBeVisible();
  await page.goto('/about');
  await expect(bar(page).getByText('Hi Bola,')).toBeVisible();
  expect(asked).toHaveLength(1);
});

test('half a session opens no page, and blocks nobody from /login', async ({ page }) => {
  await seedStorage(page, { 'turare:session': '{"token":"abc","user":{}}' });
  await page.goto('/home');
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await session(page)).toBeNull();
});

test.describe('a stored value that is not a session', () => {
  for (const stored of ['{', '{"token":""}', '{"token":7,"user":{}}', '[]', 'null']) {
    test(`${stored} counts as logged out`, async ({ page }) => {
      await seedStorage(page, { 'turare:session': stored });
      await page.goto('/contact');
      await expect(bar(page).getByRole('link', { name: 'Login / Signup' })).toBeVisible();
    });
  }
});
