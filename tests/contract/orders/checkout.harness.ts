import { eq } from 'drizzle-orm';
import { orders } from '#backend/orders/tables.ts';
import { stock } from '#backend/products/stock-tables.ts';
import { openShop, product, type TestShop } from '../shop.harness.ts';
import type { FakePaystack } from './paystack.fake.ts';

const tomorrow = new Date(Date.now() + 86_400_000);
const yesterday = new Date(Date.now() - 86_400_000);
const STOCKED = [
  product({ id: 'full', priceKobo: 1_000_000, stock: 20 }),
  product({
    id: 'cut',
    priceKobo: 999_900,
    stock: 20,
    discountType: 'percentage',
    discountAmount: 15,
    discountExpiresAt: tomorrow,
  }),
  product({
    id: 'expired',
    priceKobo: 500_000,
    stock: 20,
    discountType: 'fixed',
    discountAmount: 1000,
    discountExpiresAt: yesterday,
  }),
  product({ id: 'few', priceKobo: 1_000_000, stock: 3 }),
  product({ id: 'none', priceKobo: 1_000_000, stock: 0 }),
];

/** A shop for tests of checkout. */
export interface CheckoutShop extends TestShop {
  /** Removes the orders, restores the stock, and makes Paystack answer at once. */
  refill(): Promise<void>;
  /** Returns the units of a product that can be bought. */
  stockOf(id: string): Promise<number>;
  /** Returns the stored orders. */
  allOrders(): Promise<(typeof orders.$inferSelect)[]>;
}

/** Opens one with full stock. */
export async function openCheckoutShop(paystack: FakePaystack): Promise<CheckoutShop> {
  const shop = await openShop({
    products: STOCKED,
    paystack,
    settings: {
      RESERVED_PER_EMAIL: '20',
      RESERVED_PER_ADDRESS: '25',
      CLIENT_ADDRESS_HEADER: 'x-client',
    },
  });
  const { db } = shop.services;
  return {
    ...shop,
    async refill() {
      paystack.refuseWith = null;
      paystack.delay = 0;
      await db.delete(orders);
      for (const { row } of STOCKED) {
        await db
          .update(stock)
          .set({ onHand: row.stock ?? 0, reserved: 0 })
          .where(eq(stock.productId, row.id));
      }
    },
    stockOf: async (id) =>
      (await shop.get(`/api/live?ids=${id}`)).body.products[0].qtyAvailable as number,
    allOrders: () => db.select().from(orders),
  };
}
