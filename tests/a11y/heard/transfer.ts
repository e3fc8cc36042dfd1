import type { APIRequestContext, Page } from '@playwright/test';
import {
  cartLine,
  seedStorage,
  shippingPlace,
  storedCart,
  storedDraft,
} from '../../e2e/support/seed.ts';
import type { Shopper } from './shopper.ts';
import type { Figure, Transcript } from './transcript.ts';

/** Milliseconds within which she hears that her money is there, once the provider has told the shop. */
const ARRIVAL_MS = 6000;

interface Order {
  /** The shop's address. */
  shop: string;
  product: { id: string };
  email: string;
  request: APIRequestContext;
}

/**
 * Pays by bank transfer, by ear, with a filled checkout: the choice, the account, the money from her bank, the order.
 * @returns what was counted on the way.
 */
export async function payByTransfer(
  { page, shopper, transcript }: { page: Page; shopper: Shopper; transcript: Transcript },
  { shop, product, email, request }: Order,
): Promise<Figure[]> {
  const { place } = await shippingPlace(request);
  const cart = storedCart([await cartLine(request, product.id)]);
  await seedStorage(page, { ...cart, ...storedDraft(email, place) });

  transcript.begin('The checkout');
  await shopper.open('opens the checkout', () => page.goto(`${shop}/checkout`));

  transcript.begin('The way to pay');
  await shopper.seek('r', /^Card, USSD or bank transfer/);
  await shopper.press('Down', () => page.getByRole('radio', { name: /^Bank transfer/ }).waitFor());
  await shopper.seek('r', /^Bank transfer, on this site/);
  await shopper.press('space', async () => {
    await page.getByRole('radio', { name: /^Bank transfer/, checked: true }).waitFor();
  });

  transcript.begin('The account');
  await shopper.seek('Tab', /^PROCEED TO PAYMENT/);
  await shopper.follow('Return', () => page.getByRole('heading', { name: /^Send ₦/ }).waitFor());
  await shopper.seek('b', /^Copy the account number/);
  const copied = await shopper.pressAndListen('Return', 2000);

  transcript.begin('The money');
  const number = await page
    .getByRole('main')
    .getByText(/^\d{10}$/)
    .textContent();
  const { protocol, hostname, port } = new URL(shop);
  const bank = `${protocol}//${hostname}:${Number(port) + 1}/sandbox/accounts/${number}`;
  await request.post(bank, { data: {} });
  const arrived = await shopper.rest(ARRIVAL_MS);
  return [
    {
      what: 'messages that the number is copied',
      heard: copied.filter((text) => /Account number copied/.test(text)).length,
      wanted: 1,
    },
    {
      what: 'messages within 6 s that the money is there',
      heard: arrived.filter((text) => /Payment Successful/.test(text)).length,
      wanted: 1,
    },
  ];
}
