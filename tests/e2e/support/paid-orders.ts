import { eq, sql } from 'drizzle-orm';
import { newOrderId, newReference } from '#backend/base/ids.ts';
import type { Database } from '#backend/db/connect.ts';
import { payments } from '#backend/orders/payment-tables.ts';
import { type OrderRow, orderItems, orders } from '#backend/orders/tables.ts';
import { products } from '#backend/products/tables.ts';

const NAMES = [
  'Ada Obi',
  'Ngozi Eze',
  'Chidi Okonkwo',
  'Amina Bello',
  'Tunde Adébáyọ̀',
  'Zainab Musa',
];
const TOWNS = [
  ['Ikeja', 'Lagos', 'Lagos – Ikeja'],
  ['Wuse', 'Federal Capital Territory', 'Abuja'],
  ['Nassarawa', 'Kano', 'Kano'],
] as const;

/**
 * Writes paid orders into a shop's database, each a minute older than the previous one. Their units stay in the stock.
 * @returns their ids, the newest first.
 */
export async function addPaidOrders(
  db: Database,
  count: number,
  change: Partial<OrderRow> = {},
): Promise<string[]> {
  const sold = await db
    .select({ id: products.id, name: products.name, priceKobo: products.priceKobo })
    .from(products)
    .where(eq(products.status, 'shown'))
    .limit(12);
  const ids: string[] = [];
  for (let place = 0; place < count; place++) {
    const id = newOrderId();
    const reference = newReference();
    const [city, state, shippingPlace] = TOWNS[place % TOWNS.length] ?? TOWNS[0];
    const wanted = Math.min(1 + (place % 3), sold.length);
    const lines = [...sold, ...sold].slice(place % sold.length).slice(0, wanted);
    const totalKobo = lines.reduce((sum, { priceKobo }) => sum + priceKobo, 300_000);
    const email = `customer${place}@example.com`;
    await db.insert(orders).values({
      id,
      reference,
      email,
      fullName: NAMES[place % NAMES.length] ?? '',
      shippingEmail: email,
      phone: '0803 123 4567',
      phoneE164: `+23480312${String(34_567 + place).padStart(5, '0')}`,
      address: `${place + 1} Allen Avenue`,
      city,
      state,
      country: 'Nigeria',
      shippingPlace,
      feeKobo: 300_000,
      totalKobo,
      purchaseId: id,
      attemptHash: id,
      reservationExpiresAt: sql`now() + interval '1 day'`,
      createdAt: sql`now() - ${place}::int * interval '1 minute'`,
      ...change,
    });
    await db.insert(orderItems).values(
      lines.map(({ id: productId, name, priceKobo }, position) => ({
        orderId: id,
        position,
        productId,
        name,
        priceKobo,
        image: '',
        quantity: 1,
      })),
    );
    await db.insert(payments).values({
      reference,
      orderId: id,
      provider: 'paystack',
      state: 'succeeded',
      askedKobo: totalKobo,
      received: totalKobo,
      currency: 'NGN',
      providerId: id,
      channel: 'bank_transfer',
    });
    await db
      .update(orders)
      .set({
        status: 'paid',
        acceptedAt: sql`created_at`,
        paidAt: sql`created_at`,
      })
      .where(eq(orders.id, id));
    ids.push(id);
  }
  return ids;
}
