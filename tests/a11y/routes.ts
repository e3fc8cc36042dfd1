import type { Page } from '@playwright/test';
import { RESETTING, SIGNING_UP, seedProof } from '../e2e/auth/account-forms.ts';
import { expect } from '../e2e/support/fixtures.ts';
import { anOrder, logInMadeUp, madeUpSession } from '../e2e/support/order.ts';
import { cartLine, seedStorage, storedCart } from '../e2e/support/seed.ts';
import { KHAMRAH, OUD_WOOD } from '../e2e/support/shop.ts';

/** A page of the shop, and what it needs to show its content. */
interface Route {
  /** The name in the title of its test. */
  name: string;
  path: string;
  /** Runs before the page is opened. */
  before?: (page: Page) => Promise<void>;
  /** Whether it is a step of a purchase, which `npm test` checks. */
  purchase?: true;
  /** The heading of the complete page. */
  title: string | RegExp;
}

const withCart = async (page: Page) =>
  seedStorage(
    page,
    storedCart([
      await cartLine(page.request, OUD_WOOD.id, 2),
      await cartLine(page.request, KHAMRAH.id),
    ]),
  );

const ORDERS = [
  anOrder('order-made-up-4k7pq', {}, 5),
  anOrder('order-made-up-9w2bx', { status: 'pending', paidAt: null }),
  anOrder('order-made-up-1m8cd', { status: 'failed', paidAt: null }),
];
const loggedIn = async (page: Page) => {
  await page.route('**/api/order/*', (route) => {
    const id = route.request().url().split('/').at(-1);
    return route.fulfill({
      json: id === 'my-orders' ? ORDERS : ORDERS.find(({ _id }) => _id === id),
    });
  });
  await logInMadeUp(page, madeUpSession('Ngozi'));
};

/** Every route of the shop (spec §2). Dialogs, drawers and menus have their own tests. */
export const ROUTES: readonly Route[] = [
  { name: 'landing page', path: '/', title: /./, purchase: true },
  { name: 'list', path: '/products', title: 'All Fragrances', purchase: true },
  { name: 'filtered list', path: '/products?category=Arabian&sortBy=price', title: 'Arabian' },
  { name: 'empty list', path: '/products?search=zzzz', title: /zzzz/ },
  { name: 'product', path: `/products/${OUD_WOOD.id}`, title: /Oud Wood/, purchase: true },
  { name: 'unknown product', path: '/products/nowhere', title: 'Product not found' },
  { name: 'brands', path: '/brands', title: 'Brands' },
  { name: 'brand', path: '/brands/tom-ford', title: /Tom Ford/ },
  { name: 'category', path: '/categories/designer', title: /Designer/ },
  { name: 'about', path: '/about', title: /./ },
  { name: 'contact', path: '/contact', title: /./ },
  { name: 'returns', path: '/returns', title: /./ },
  { name: 'terms', path: '/terms', title: /./ },
  { name: 'privacy', path: '/privacy', title: 'Privacy' },
  {
    name: 'link of a cart',
    path: `/cart?items=${OUD_WOOD.id}:2,${KHAMRAH.id}:1,no-such:1`,
    before: withCart,
    title: 'A cart for you',
  },
  { name: 'checkout', path: '/checkout', before: withCart, title: 'Checkout', purchase: true },
  { name: 'empty checkout', path: '/checkout', title: 'Checkout' },
  { name: 'payment result', path: '/payment/callback', title: 'Invalid Payment Reference' },
  {
    name: 'stopped emails',
    path: `/stock-alert#stop=${'k'.repeat(43)}`,
    title: 'Stopped',
  },
  { name: 'unknown page', path: '/nowhere', title: 'Oops! Page not found' },
  { name: 'login', path: '/login', title: /./, purchase: true },
  { name: 'sign-up', path: '/signup', title: /./ },
  {
    name: 'verify email',
    path: '/verify-signup',
    before: (page) => seedProof(page, SIGNING_UP),
    title: /./,
  },
  { name: 'forgot password', path: '/forgot-password', title: /./ },
  {
    name: 'reset code',
    path: '/reset-otp',
    before: (page) => seedProof(page, RESETTING),
    title: /./,
  },
  {
    name: 'reset password',
    path: '/reset-password',
    before: (page) => seedProof(page, { ...RESETTING, otp: '123456' }),
    title: /./,
  },
  { name: 'home', path: '/home', before: loggedIn, title: /./ },
  { name: 'account', path: '/account', before: loggedIn, title: /./ },
  { name: 'orders', path: '/orders', before: loggedIn, title: 'My Orders' },
  {
    name: 'order',
    path: `/orders/${ORDERS[0]?._id}`,
    before: loggedIn,
    title: 'Order #4K7PQ',
  },
];

/** Opens a page and waits until it has loaded everything that loads by itself. */
export async function open(page: Page, { path, before, title }: Route): Promise<void> {
  await before?.(page);
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1, name: title }).first()).toBeVisible();
  await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}
