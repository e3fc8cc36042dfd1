/** Storage as the previous release wrote it: this release reads all of it, and a shopper buys with it. */
import type { Page } from '@playwright/test';
import { signUp, storedSession } from '../support/account.ts';
import { expect, test } from '../support/fixtures.ts';
import {
  beginPayment,
  cartLine,
  newEmail,
  seedStorage,
  shippingPlace,
  storedCart,
  storedDraft,
} from '../support/seed.ts';
import { KHAMRAH, OUD_WOOD } from '../support/shop.ts';

const cartButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: /cart/i });

// It asks about a payment that the previous release considered settled. The server does not know this one.
test.use({ allowConsole: [/api\/payment\/verify\/(-|reference-1)/] });

/** Returns a payment as the previous release stored it, with `bottles`. */
const begun = (reference: string, bottles: Record<string, number>, settled: boolean) => ({
  reference,
  page: '',
  cart: 'cart-1',
  bottles,
  begunAt: Date.now() - 5 * 60_000,
  askedAt: Date.now() - 5 * 60_000,
  settled,
});

test('cart, wishlist, session, draft, attempt, payments, viewed and toasts are read, and the order is paid', {
  tag: '@core',
}, async ({ page, request }) => {
  const customer = await signUp(request, 'Ngozi Okonkwo');
  const { place } = await shippingPlace(request);
  const khamrah = await cartLine(request, KHAMRAH.id, 2);
  const { quantity: _, ...oud } = await cartLine(request, OUD_WOOD.id);
  await seedStorage(page, {
    ...storedCart([khamrah], '0123456789abcdef0123456789abcdef'),
    ...storedSession(customer),
    ...storedDraft(customer.email, place),
    'turare:draft-of': customer.session.user.id,
    'turare:wishlist': [oud],
    'turare:attempt': { key: 'fedcba9876543210fedcba9876543210', content: '1k2j3h4g5f6' },
    'turare:payments': {
      begun: [begun('reference-1', { [OUD_WOOD.id]: 1 }, true)],
      cleared: ['paid-01'],
    },
    'turare:viewed': [{ ...oud, discount: null, brand: 'Tom Ford' }],
  });
  await page.addInitScript(() => {
    if (sessionStorage.getItem('toast-seeded')) return;
    sessionStorage.setItem('toast-seeded', 'yes');
    const kept = { title: 'Added to Cart', text: 'Khamrah has been added to your cart.', id: 1 };
    sessionStorage.setItem('turare:toasts', JSON.stringify([{ ...kept, at: Date.now() }]));
  });

  // A toast disappears after 5 s, and a busy machine may take longer to load the whole page.
  await page.goto(`/products/${KHAMRAH.id}`, { waitUntil: 'commit' });
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Added to Cart');
  await expect(cartButton(page)).toContainText('2');
  const recent = page.getByRole('region', { name: 'Recently viewed' });
  await recent.scrollIntoViewIfNeeded();
  await expect(recent.getByRole('heading', { level: 3 })).toHaveText([/Oud Wood/]);
  await page
    .getByRole('banner')
    .getByRole('button', { name: /wishlist/i })
    .click();
  await expect(page.getByRole('dialog', { name: 'Wishlist (1)' })).toBeVisible();

  await page.goto('/checkout');
  await expect(page.getByText('Shipping to: 12 Awolowo Road')).toBeVisible();
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await page.getByRole('button', { name: 'Pay now' }).click();
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  await expect(cartButton(page)).not.toContainText('2');
  await page.getByRole('link', { name: 'View My Orders' }).click();
  await expect(page.getByRole('main').getByText('x2', { exact: true })).toBeVisible();
});

test('a payment that the previous release began takes its units out of the cart once', {
  tag: '@core',
}, async ({ page, request }) => {
  const line = await cartLine(request, KHAMRAH.id);
  const { reference, authorization_url } = await beginPayment(request, [line], newEmail());
  await seedStorage(page, {
    ...storedCart([{ ...line, quantity: 3 }]),
    'turare:payments': { begun: [begun(reference, { [KHAMRAH.id]: 1 }, false)], cleared: [] },
  });
  await page.goto(authorization_url);
  await page.getByRole('button', { name: 'Pay now' }).click();
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  await expect(cartButton(page)).toContainText('2');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  await expect(cartButton(page)).toContainText('2');
  const stored = await page.evaluate(() => localStorage.getItem('turare:payments'));
  expect(stored).toContain('quantities');
});
