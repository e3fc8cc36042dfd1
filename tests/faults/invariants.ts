import { sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import type { Paystack } from '#backend/payments/paystack.ts';
import { auditShop } from '#backend/services/audit/audit.ts';
import { auditPayments } from '#backend/services/audit/payments.ts';
import type { Settings } from '#backend/settings.ts';

/**
 * What must hold in a shop at rest, after its sweep; answers a sentence for each thing that does not. It is what
 * `npm run audit` looks at, and what only a test knows: the stock that each product began with, and that nothing
 * is waited for any more.
 */
export async function findFaults(
  shop: { db: Database; settings: Settings; paystack: Paystack },
  initial: Readonly<Record<string, number>>,
): Promise<string[]> {
  const { db, settings, paystack } = shop;
  const { violations } = await auditShop(db, settings);
  const payments = await auditPayments(db, paystack, { days: 1, pauseMs: 0 });
  return [
    ...[...violations, ...payments.violations].map(({ line }) => line),
    ...(await wrongStock(db, initial)),
    ...(await stillOpen(db)),
  ];
}

/** Bottles are off the shelf exactly while an order is pending or paid: without the books, from the orders alone. */
async function wrongStock(
  db: Database,
  initial: Readonly<Record<string, number>>,
): Promise<string[]> {
  const { rows } = await db.execute<{ id: string; stock: number; kept: number }>(sql`
    select p.id, p.stock,
      coalesce(sum(i.quantity) filter (where o.status in ('pending', 'paid')), 0)::int as kept
    from products p left join order_items i on i.product_id = p.id left join orders o on o.id = i.order_id
    group by p.id`);
  return rows
    .filter(({ id, stock, kept }) => stock !== (initial[id] ?? 0) - kept)
    .map(({ id, stock, kept }) => `${id} has ${stock} bottles, not ${initial[id]} - ${kept}`);
}

async function stillOpen(db: Database): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from orders where status = 'pending'`,
  );
  return rows.map(({ id }) => `Order ${id} is still pending after the sweep`);
}
