import type { Page } from '@playwright/test';
import { formatNaira } from '#domain/money/money.ts';
import { fillSignUp, logIn, press } from '../e2e/auth/account-forms.ts';
import { PASSWORD } from '../e2e/support/account.ts';
import { expect } from '../e2e/support/fixtures.ts';
import { newEmail, seedStorage, storedCart, storedDraft } from '../e2e/support/seed.ts';
import { KHAMRAH, OUD_WOOD, testShop } from '../e2e/support/shop.ts';
import { priceNow } from './api/payments.ts';
import { type Account, newId, type Order } from './api/state.ts';
import type { Visit } from './changes/quirks.ts';
import { type SecondBackend, startSecondBackend } from './start.ts';

/** The scene of a visit: a page whose calls go to the visit's own backend. */
export interface Scene {
  page: Page;
  backend: SecondBackend;
}

const main = (page: Page) => page.getByRole('main');
const heading = (page: Page, name: string | RegExp) =>
  main(page).getByRole('heading', { name, level: 1 });

/**
 * Starts a backend with changes, and sends everything that the page asks of the shop's backend to it. The page does not
 * notice: the addresses stay as built.
 */
export async function openScene(
  page: Page,
  options: Parameters<typeof startSecondBackend>[0],
): Promise<Scene> {
  const [picturesAt, payAt] = [2, 3].map((offset) => moved(testShop.api, offset - 1));
  const backend = await startSecondBackend({ ...options, picturesAt, payAt });
  const origins = [
    [testShop.api, backend.url],
    [picturesAt, backend.pictures],
    [payAt, backend.pay],
  ] as const;
  for (const [from, to] of origins) {
    await page.route(`${from}/**`, (route) =>
      route.continue({
        url: route
          .request()
          .url()
          .replace(from ?? '', to),
      }),
    );
  }
  return { page, backend };
}

/** Returns an origin with another port. */
function moved(origin: string, by: number): string {
  const url = new URL(origin);
  url.port = String(Number(url.port) + by);
  return url.origin;
}

/** Fills a cart with one bottle and a form, as a device stores them. */
export async function fillCheckout({ page, backend }: Scene, email: string): Promise<void> {
  const product = backend.state.product(KHAMRAH.id);
  const place = backend.state.places.find(({ amount }) => amount > 0);
  if (!product || !place) throw new Error('The backend has no such product, or delivers nowhere.');
  const { id, name, image, qtyAvailable } = product;
  const line = { id, name, price: priceNow(product), image, qtyAvailable, quantity: 1 };
  await seedStorage(page, { ...storedCart([line]), ...storedDraft(email, place.place) });
}

/** Goes from the checkout to the payment page and pays. */
export async function pay({ page }: Scene): Promise<void> {
  await page.goto('/checkout');
  await expect(page.getByText('Shipping to:')).toBeVisible();
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await page.getByRole('button', { name: 'Pay now' }).click();
}

/** Whether the device still has the bottle in its cart. */
export const cartIsKept = ({ page }: Scene) =>
  page.evaluate((id) => localStorage.getItem('turare:cart')?.includes(id) ?? false, KHAMRAH.id);

/** Adds a verified account, as if the customer had signed up before. */
export function addAccount({ state }: SecondBackend): Account {
  const account = {
    id: newId(),
    fullName: 'Ngozi Okonkwo',
    email: newEmail(),
    password: PASSWORD,
    verified: true,
  };
  state.accounts.push(account);
  return account;
}

/** Signs a device in. */
export async function signIn({ page, backend }: Scene): Promise<Account> {
  const account = addAccount(backend);
  const token = newId();
  backend.state.sessions.set(token, account.id);
  const { id, fullName, email } = account;
  await seedStorage(page, { 'turare:session': { token, user: { id, fullName, email } } });
  return account;
}

/** Adds a paid order of a customer. */
export function addOrder({ state }: SecondBackend, { id, email, fullName }: Account): Order {
  const product = state.product(KHAMRAH.id);
  if (!product) throw new Error('The backend has no such product.');
  const order: Order = {
    _id: newId(),
    createdAt: '2026-11-20T10:30:00.000Z',
    status: 'paid',
    paidAt: '2026-11-20T10:41:00.000Z',
    totalAmount: product.price * 2 + 3000,
    shippingFee: 3000,
    email,
    paymentReference: `${newId()}-1`,
    items: [
      {
        productId: product.id,
        name: product.name,
        price: product.price,
        image: product.image,
        quantity: 2,
      },
    ],
    shippingInfo: {
      fullName,
      email,
      phone: '0803 123 4567',
      address: '12 Awolowo Road',
      city: 'Eti-Osa',
      state: 'Lagos',
      country: 'Nigeria',
    },
    account: id,
    returnTo: '',
  };
  state.orders.push(order);
  return order;
}

/** Each visit, and what a shopper must see if the site copes. */
export const VISITS: Record<Visit, (scene: Scene) => Promise<void>> = {
  async 'guest purchase'(scene) {
    await fillCheckout(scene, newEmail());
    await pay(scene);
    await expect(heading(scene.page, 'Payment Successful!')).toBeVisible();
    await expect.poll(() => cartIsKept(scene)).toBe(false);
  },

  async orders(scene) {
    const { page, backend } = scene;
    const order = addOrder(backend, await signIn(scene));
    await page.goto('/orders');
    const row = main(page).getByRole('listitem').filter({ hasText: 'Order #' });
    await expect(row).toContainText(formatNaira(order.totalAmount));
    await row.getByRole('link', { name: /View/ }).click();
    await expect(heading(page, /^Order #/)).toBeVisible();
    await expect(main(page)).toContainText(formatNaira(order.totalAmount));
    await expect(main(page).getByRole('link', { name: KHAMRAH.name })).toHaveAttribute(
      'href',
      KHAMRAH.path,
    );
  },

  async reviews(scene) {
    const { page, backend } = scene;
    await signIn(scene);
    const written = backend.state.reviews.filter(({ productId }) => productId === KHAMRAH.id);
    await page.goto(`${KHAMRAH.path}#reviews`);
    const panel = page.getByRole('dialog', { name: 'Reviews & Ratings' });
    await expect(panel.getByText(written.at(-1)?.comment ?? '')).toBeVisible();
    const shown = panel.getByRole('region', { name: 'Reviews' }).getByRole('listitem');
    // At most one bad row of a list is dropped.
    expect(await shown.count()).toBeGreaterThanOrEqual(written.length - 1);
  },

  async 'sign-up'({ page, backend }) {
    const email = newEmail();
    await page.goto('/signup');
    await fillSignUp(page, email);
    await press(page, 'Sign Up').click();
    await expect(page).toHaveURL('/verify-signup');
    await page.getByLabel('6-digit code').fill(backend.state.codes.get(email)?.code ?? '');
    await press(page, 'Verify Email').click();
    await expect(page).toHaveURL('/home');
    await expect(page.getByRole('banner').getByText('Hi Amina,')).toBeVisible();
  },

  async 'log-in'({ page, backend }) {
    const { email } = addAccount(backend);
    await page.goto('/login');
    await logIn(page, email);
    await expect(page).toHaveURL('/home');
    await expect(page.getByRole('banner').getByText('Hi Ngozi,')).toBeVisible();
    // The refresh of the session has come and has changed nothing.
    await expect.poll(() => backend.calls.get('GET /api/auth/profile') ?? 0).toBeGreaterThan(0);
    await page.goto('/orders');
    await expect(main(page).getByText('No orders yet')).toBeVisible();
  },

  async product({ page, backend }) {
    Object.assign(backend.state.product(OUD_WOOD.id) ?? {}, {
      price: 123_400,
      discount: undefined,
    });
    await page.goto(OUD_WOOD.path);
    await expect(page.getByRole('article').getByText('₦123,400')).toBeVisible();
    await page.goto('/products?search=oud+wood');
    const card = main(page).getByRole('listitem').filter({ hasText: '₦123,400' });
    await card.getByRole('button', { name: /^Quick view of/ }).click();
    const dialog = page.locator('dialog#quick-view');
    await expect(dialog.getByText('₦123,400')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Add to Cart' })).toBeEnabled();
  },

  async list({ page, backend }) {
    const niche = backend.state.products.filter(({ categories }) => categories.includes('Niche'));
    await page.goto('/products?category=Niche');
    const cards = main(page).getByRole('listitem').getByRole('heading', { level: 2 });
    await expect(cards).toHaveCount(niche.length);
    await expect(
      main(page)
        .getByText(formatNaira(niche[0]?.price ?? 0))
        // The page keeps its first list, hidden.
        .filter({ visible: true })
        .first(),
    ).toBeVisible();
  },
};
