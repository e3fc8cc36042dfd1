import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { emails } from '#backend/mail/tables.ts';
import { eachOrder } from '#backend/order-book/admin-orders.ts';
import type { OrderFilter } from '#backend/order-book/filter.ts';
import { orders } from '#backend/orders/tables.ts';
import { stock } from '#backend/products/stock-tables.ts';
import { selectProducts } from '#backend/products/stocked-products.ts';
import { openShop, orderBody, product, type TestShop } from '../shop.harness.ts';
import { createFakePaystack } from './paystack.fake.ts';
import { purchases } from './purchases.harness.ts';

/** Returns the pieces of a stream. */
export async function all<T>(pieces: AsyncIterable<T>): Promise<T[]> {
  const got: T[] = [];
  for await (const piece of pieces) got.push(piece);
  return got;
}

/** Returns the change of an order body for a customer who types this. */
export function typed(change: Partial<ReturnType<typeof orderBody>['shippingInfo']>) {
  const { shippingInfo } = orderBody([]);
  return { shippingInfo: { ...shippingInfo, ...change } };
}

/** A shop for the tests of a file, for the merchant's work on orders. Each test begins without orders and emails. */
export function useMerchantShop() {
  const paystack = createFakePaystack();
  let shop: TestShop;
  let buying: ReturnType<typeof purchases>;
  beforeAll(async () => {
    shop = await openShop({
      products: [product({ id: 'oud', name: 'Oud "Royal", intense', stock: 50 })],
      paystack,
      settings: {
        MERCHANT_EMAIL: 'orders@shop.example',
        RESERVED_PER_EMAIL: '1000',
        PAYMENT_WAYS: 'paystack,delivery',
      },
    });
    buying = purchases(shop, paystack);
  });
  afterAll(() => shop.close());
  beforeEach(async () => {
    paystack.down = false;
    // The steps of parcels cannot be deleted, row by row.
    await shop.services.db.execute(sql`truncate ${orders} cascade`);
    await shop.services.db.delete(emails);
    await shop.services.db.update(stock).set({ onHand: 50, reserved: 0, soldCount: 0 });
  });
  return {
    paystack,
    get shop() {
      return shop;
    },
    get buying() {
      return buying;
    },
    /** Returns the units of the product that can be bought. */
    available: async () => (await selectProducts(shop.services.db))[0]?.stock,
    idsOf: async (filter: OrderFilter) =>
      (await all(eachOrder(shop.services.db, filter))).map((order) => order.id),
  };
}
