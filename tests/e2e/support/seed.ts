import type { APIRequestContext, Page } from '@playwright/test';
import type { InitializeAnswer } from '#contract/checkout.ts';
import type { ProductDetail } from '#contract/product.ts';
import { salePrice } from '#domain/money/price.ts';
import type { CartItem } from '#domain/orders/cart.ts';
import { testShop } from './shop.ts';

/** Returns an address that no other test uses, because unpaid stock is limited for each email address. */
export const newEmail = () =>
  `buyer-${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}@example.com`;

/** Returns a line as the shop adds it to the cart today. */
export async function cartLine(
  request: APIRequestContext,
  id: string,
  quantity = 1,
): Promise<CartItem> {
  const answer = await request.get(`${testShop.api}/api/product/${id}`);
  if (!answer.ok()) throw new Error(`The demo catalogue has no ${id}: ${answer.status()}`);
  const { product } = (await answer.json()) as ProductDetail;
  return {
    id: product.id,
    name: product.name,
    price: salePrice(product, Date.now()),
    image: product.images[0] ?? '',
    qtyAvailable: product.qtyAvailable,
    quantity,
  };
}

let seeds = 0;

/** Puts values into this device's storage once, before the first page. Later writes of the pages stay. */
export async function seedStorage(page: Page, values: Record<string, unknown>): Promise<void> {
  seeds += 1;
  await page.addInitScript(
    ([entries, mark]) => {
      if (sessionStorage.getItem(mark)) return;
      sessionStorage.setItem(mark, 'yes');
      for (const [key, value] of Object.entries(entries)) {
        localStorage.setItem(key, typeof value === 'string' ? value : JSON.stringify(value));
      }
    },
    [values, `seeded-${seeds}`] as const,
  );
}

/** Returns what localStorage holds for a cart. */
export const storedCart = (items: CartItem[], id = 'cart-1') => ({ 'turare:cart': { id, items } });

/** Returns what localStorage holds for a filled form. */
export const storedDraft = (email: string, shippingLocation: string) => ({
  'turare:draft': {
    fullName: 'Ngozi Okonkwo',
    email,
    phone: '0803 123 4567',
    address: '12 Awolowo Road',
    state: 'Lagos',
    city: 'Eti-Osa',
    shippingLocation,
  },
});

/** Fetches the places that the shop delivers to, with fees in naira. */
export async function shippingPlaces(request: APIRequestContext) {
  const answer = await request.get('/api/app-data/shipping-addresses');
  return (await answer.json()) as { place: string; amount: number; onDelivery?: number }[];
}

/** Returns a place of the list and its fee in naira. */
export async function shippingPlace(request: APIRequestContext) {
  const places = await shippingPlaces(request);
  const place = places.find(({ amount }) => amount > 0);
  if (!place) throw new Error('The shop delivers nowhere');
  return place;
}

/** Begins a payment for `items` as the checkout does. Returns the URL of the payment page. */
export async function beginPayment(
  request: APIRequestContext,
  items: CartItem[],
  email: string,
  headers: Record<string, string> = {},
) {
  const { place, amount } = await shippingPlace(request);
  const answer = await request.post('/api/payment/initialize', {
    headers,
    data: {
      items: items.map(({ id, name, price, image, quantity }) => ({
        productId: id,
        name,
        price,
        image,
        quantity,
      })),
      shippingInfo: {
        fullName: 'Ngozi Okonkwo',
        email,
        phone: '0803 123 4567',
        address: '12 Awolowo Road',
        city: 'Eti-Osa',
        state: 'Lagos',
        country: 'Nigeria',
      },
      email,
      totalAmount: items.reduce((sum, item) => sum + item.price * item.quantity, amount),
      shippingFee: amount,
      shippingLocation: place,
    },
  });
  if (!answer.ok()) throw new Error(`initialize: ${answer.status()} ${await answer.text()}`);
  const { data } = (await answer.json()) as InitializeAnswer;
  const { authorization_url } = data;
  // spec §7 promises only the URL. The second backend's ends in the reference.
  return { authorization_url, reference: data.reference ?? authorization_url.replace(/.*\//, '') };
}
