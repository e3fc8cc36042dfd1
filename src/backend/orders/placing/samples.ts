import { sql } from 'drizzle-orm';
import { unitsKept } from '#backend/base/still-counts.ts';
import { lockOf } from '#backend/db/locks.ts';
import type { Transaction } from '#backend/db/transact.ts';
import type { ProductRow } from '#backend/products/stocked-products.ts';
import { isUsed } from '#backend/promotions/uses.ts';

/**
 * The samples that a customer may still order: `most` less those of her orders that count, by her account or her email
 * address; units whose line was paid back count no more. Not counted if none of the products is a sample.
 */
export async function samplesLeft(
  transaction: Transaction,
  products: readonly Pick<ProductRow, 'sample'>[],
  { email, accountId }: { email: string; accountId: string | null },
  most: number,
): Promise<number> {
  if (!products.some(({ sample }) => sample)) return most;
  // A guest's order and one of her account share no other lock. The next statement counts, and sees earlier ones.
  await transaction.execute(sql`select ${lockOf('samples', email)}`);
  const { rows } = await transaction.execute<{ units: number }>(sql`
    select coalesce(sum(${unitsKept}), 0)::int as units
    from orders o join order_items i on i.order_id = o.id join products p on p.id = i.product_id
    where p.sample is not null and (o.email = ${email} or o.account_id = ${accountId}) and ${isUsed}`);
  return Math.max(0, most - (rows[0]?.units ?? 0));
}
