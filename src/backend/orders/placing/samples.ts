import { sql } from 'drizzle-orm';
import { lockOf } from '#backend/db/locks.ts';
import type { Transaction } from '#backend/db/transact.ts';
import type { ProductRow } from '#backend/products/stocked-products.ts';

/**
 * The samples that a customer may still order: `most` less those of her paid and pending orders, by her account or her email
 * address. Not counted if none of the products is a sample.
 */
export async function samplesLeft(
  transaction: Transaction,
  products: readonly Pick<ProductRow, 'sample'>[],
  { email, accountId }: { email: string; accountId: string | null },
  most: number,
): Promise<number> {
  if (!products.some(({ sample }) => sample)) return most;
  // A guest's order and one of her account share no other lock. Counted by the next statement, which sees what came before it.
  await transaction.execute(sql`select ${lockOf('samples', email)}`);
  const { rows } = await transaction.execute<{ units: number }>(sql`
    select coalesce(sum(item.quantity), 0)::int as units
    from orders o join order_items item on item.order_id = o.id join products p on p.id = item.product_id
    where p.sample is not null and (o.email = ${email} or o.account_id = ${accountId})
      and (o.status = 'pending' or (o.status = 'paid' and o.reversed_at is null))`);
  return Math.max(0, most - (rows[0]?.units ?? 0));
}
