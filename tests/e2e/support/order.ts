import type { Page, Request, Route } from '@playwright/test';
import { SECRET_HEADER } from '#contract/headers.ts';
import type { Order } from '#contract/order.ts';
import type { Session } from '#site/session/session-store.ts';
import { seedStorage } from './seed.ts';

/** Returns a session that only the routes of a test accept. */
export const madeUpSession = (name: string): Session => ({
  token: `made-up-${name}`,
  user: { id: name, fullName: `${name} Bello`, email: `${name.toLowerCase()}@example.com` },
});

/** Logs a device in without the shop. The test answers for profile and orders. */
export async function logInMadeUp(page: Page, session: Session): Promise<void> {
  await seedStorage(page, { 'turare:session': session });
  await page.context().route('**/api/auth/profile', (route) => {
    const token = route.request().headers().authorization?.replace('Bearer ', '');
    return token?.startsWith('made-up-')
      ? route.fulfill({ json: madeUpSession(token.replace('made-up-', '')) })
      : route.fallback();
  });
}

const item = (index: number, quantity = 1) => ({
  productId: `bottle-${index}`,
  name: `Bottle ${index}`,
  price: 12_500,
  image: '',
  quantity,
});

/** Returns an order as the API sends it. */
export function anOrder(id: string, change: Partial<Order> = {}, lines = 1): Order {
  return {
    _id: id,
    createdAt: '2026-11-20T22:30:00.000Z',
    status: 'paid',
    totalAmount: 28_000,
    shippingFee: 3_000,
    email: 'ngozi@example.com',
    paymentReference: 'turare-made-up-1',
    paidAt: '2026-11-20T22:41:00.000Z',
    items: Array.from({ length: lines }, (_, index) => item(index + 1, index + 1)),
    shippingInfo: {
      fullName: 'Ngozi Okonkwo',
      email: 'ngozi@example.com',
      phone: '0803 123 4567',
      address: '12 Awolowo Road',
      city: 'Eti-Osa',
      state: 'Lagos',
      country: 'Nigeria',
    },
    ...change,
  };
}

/** Holds the requests for a path until `release`, and says when the first has come. */
export async function hold(page: Page, path: string, answer: (route: Route) => Promise<void>) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const asked = page.waitForRequest(path);
  await page.route(path, async (route) => {
    await released;
    await answer(route);
  });
  return { asked, release };
}

/** Returns the secret of a call: from its header, else from its address (site/client/secret.ts). */
export const secretOf = (call: Request): string =>
  decodeURIComponent(call.headers()[SECRET_HEADER] ?? call.url().split('/').at(-1) ?? '');
