import { type SQL, sql } from 'drizzle-orm';
import { isOfCustomer } from '#backend/base/same-customer.ts';
import type { Database } from '#backend/db/connect.ts';
import { isUsed } from '#backend/promotions/uses.ts';

const ITS = {
  accountId: sql`known.account_id`,
  email: sql`known.email`,
  phone: sql`known.phone_e164`,
};

/** All orders of the customer of an order, itself included, as rows of `o` beside it, `known`. */
export const ordersOfCustomer = (id: string): SQL =>
  sql`orders known join orders o on (o.id = known.id or ${isOfCustomer(sql`o`, ITS)}) and known.id = ${id}`;

/** The place of an order among those of its customer. */
export interface CustomerPlace {
  /** Its place among the orders that count (promotions/uses.ts). Null if it does not count. */
  nth: number | null;
  /** The number of all her orders. */
  all: number;
}

/** Returns that place. */
export async function placeOf(db: Pick<Database, 'execute'>, id: string): Promise<CustomerPlace> {
  const { rows } = await db.execute<{ before: number; counts: boolean; all: number }>(sql`
    select count(*)::int as all, bool_or(o.id = known.id and ${isUsed}) as counts,
      count(*) filter (where ${isUsed} and (o.created_at, o.id) <= (known.created_at, known.id))::int as before
    from ${ordersOfCustomer(id)}`);
  const [{ before, counts, all } = { before: 0, counts: false, all: 0 }] = rows;
  return { nth: counts ? before : null, all };
}
