import { eq } from 'drizzle-orm';
import { products } from '#backend/db/catalogue-tables.ts';
import { orders } from '#backend/db/order-tables.ts';
import { openShop, product, type TestShop } from '../shop.harness.ts';
import type { FakePaystack } from './paystack.fake.ts';

const tomorrow = new Date(Date.now() + 86_400_000);
const yesterday = new Date(Date.now() - 86_400_000);
const SHELF = [
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

/** A shop in which orders are begun. */
export interface CheckoutShop extends TestShop {
  /** Takes the orders away, fills the shelf again, and lets Paystack answer at once. */
  refill(): Promise<void>;
  /** How many bottles of a product can be bought. */
  stockOf(id: string): Promise<number>;
  /** The stored orders. */
  allOrders(): Promise<(typeof orders.$inferSelect)[]>;
}

/** Opens one with its shelf full. */
export async function openCheckoutShop(paystack: FakePaystack): Promise<CheckoutShop> {
  const shop = await openShop({
    products: SHELF,
    paystack,
    settings: { HELD_PER_EMAIL: '20', HELD_PER_ADDRESS: '25', CLIENT_ADDRESS_HEADER: 'x-client' },
  });
  const { db } = shop.services;
  return {
    ...shop,
    async refill() {
      paystack.refuseWith = null;
      paystack.delay = 0;
      await db.delete(orders);
      for (const { row } of SHELF) {
        await db
          .update(products)
          .set({ stock: row.stock ?? 0 })
          .where(eq(products.id, row.id));
      }
    },
    stockOf: async (id) =>
      (await shop.get(`/api/live?ids=${id}`)).body.products[0].qtyAvailable as number,
    allOrders: () => db.select().from(orders),
  };
}
