import { sql } from 'drizzle-orm';
import { auditShop } from '#backend/audit/audit.ts';
import { auditPayments } from '#backend/audit/payments.ts';
import type { Database } from '#backend/db/connect.ts';
import type { Providers } from '#backend/payment-provider/providers.ts';
import type { Settings } from '#backend/settings/settings.ts';

/**
 * Checks a shop at rest, after its sweep. Returns a sentence for each fault. It runs the rules of `npm run audit`, and
 * two that only a test can know: the stock that each product began with, and that no order is pending.
 */
export async function findFaults(
  shop: { db: Database; settings: Settings; providers: Providers },
  initial: Readonly<Record<string, number>>,
): Promise<string[]> {
  const { db, settings, providers } = shop;
  const { violations } = await auditShop(db, settings);
  const payments = await auditPayments(db, providers, { days: 1, pauseMs: 0 });
  return [
    ...[...violations, ...payments.violations].map(({ line }) => line),
    ...(await wrongStock(db, initial)),
    ...(await stillOpen(db)),
  ];
}

/**
 * Returns products with wrong stock: units are off the stock exactly while an order is pending or paid. Computed from
 * the orders, without stock_movements.
 */
async function wrongStock(
  db: Database,
  initial: Readonly<Record<string, number>>,
): Promise<string[]> {
  const { rows } = await db.execute<{ id: string; stock: number; taken: number }>(sql`
    select p.id, s.on_hand - s.reserved as stock,
      coalesce(sum(i.quantity) filter (where o.status in ('pending', 'paid')), 0)::int as taken
    from products p join stock s on s.product_id = p.id left join order_items i on i.product_id = p.id left join orders o on o.id = i.order_id
    group by p.id, s.product_id`);
  return rows
    .filter(({ id, stock, taken }) => stock !== (initial[id] ?? 0) - taken)
    .map(({ id, stock, taken }) => `${id} has ${stock} units, not ${initial[id]} - ${taken}`);
}

async function stillOpen(db: Database): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from orders where status = 'pending'`,
  );
  return rows.map(({ id }) => `Order ${id} is still pending after the sweep`);
}
