import { expect, it } from 'vitest';
import type { ProductRow } from '#backend/db/stocked-products.ts';
import type { InitializeBody } from '#contract/checkout.ts';
import { compareOrder } from './comparison.ts';

it('an order that costs nothing is refused: Paystack takes no payment of ₦0', () => {
  const row = {
    id: 'gift',
    name: 'Gift',
    priceKobo: 0,
    stock: 3,
    status: 'shown',
    discountType: null,
  };
  const item = { productId: 'gift', name: 'Gift', price: 0, image: '', quantity: 1 };
  const body = { items: [item], totalAmount: 0, shippingFee: 0 };
  const sold = { rows: [row as ProductRow], moved: new Map() };
  const compared = compareOrder(body as unknown as InitializeBody, sold, 0, 0);
  expect(compared).toMatchObject({
    ok: false,
    refusal: {
      code: 'validation_failed',
      message: expect.stringContaining('costs nothing'),
      fields: { totalAmount: expect.any(String) },
    },
  });
});
