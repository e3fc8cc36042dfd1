import { expect, it } from 'vitest';
import type { ProductRow } from '#backend/products/stocked-products.ts';
import type { InitializeBody } from '#contract/checkout.ts';
import { compareOrder } from './comparison.ts';

/** An order of one gift at so many naira, delivered for nothing. */
function compareGift(price: number, smallestKobo: number) {
  const row = {
    id: 'gift',
    name: 'Gift',
    priceKobo: price * 100,
    stock: 3,
    status: 'shown',
    discountType: null,
  };
  const item = { productId: 'gift', name: 'Gift', price, image: '', quantity: 1 };
  const body = { items: [item], totalAmount: price, shippingFee: 0 };
  const sold = { rows: [row as ProductRow], moved: new Map() };
  return compareOrder(body as unknown as InitializeBody, sold, 0, 0, {
    smallestKobo,
    provider: 'paystack',
    samples: { most: 3, left: 3 },
    offers: [],
    state: null,
  });
}

it('an order below the smallest payment that Paystack takes is refused with that reason', () => {
  expect(compareGift(49, 5000)).toMatchObject({
    ok: false,
    refusal: {
      code: 'validation_failed',
      message:
        'Paystack takes no payment below ₦50, and this order costs ₦49. Please add something to your cart.',
      fields: { totalAmount: expect.any(String) },
    },
  });
  expect(compareGift(50, 5000)).toMatchObject({ ok: true, value: { totalKobo: 5000 } });
});

it('an order that costs nothing needs no payment, so no smallest one counts', () => {
  expect(compareGift(0, 5000)).toMatchObject({ ok: true, value: { totalKobo: 0 } });
});
