import { asc, eq, sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { freeUnits } from '#backend/products/stocked-products.ts';
import { products } from '#backend/products/tables.ts';
import { stockAlerts } from './tables.ts';

/** A product for which people are waiting. */
export type Waited = {
  id: string;
  name: string;
  status: 'shown' | 'hidden' | 'retired';
  /** Units that can be bought. */
  units: number;
  /** The number of people who have confirmed their address. */
  waiting: number;
  unconfirmed: number;
  /** The time of the first request. */
  since: Date;
};

/** Returns the products for which people are waiting, those with the most people first. */
export async function listWaited(db: Database): Promise<Waited[]> {
  const { rows } = await db.execute<Omit<Waited, 'since'> & { since: string }>(sql`
    select p.id, p.name, p.status, ${freeUnits(sql`p`, sql`s`)} as units,
      (count(distinct a.email) filter (where a.confirmed_at is not null))::int as waiting,
      (count(distinct a.email) filter (where a.confirmed_at is null))::int as unconfirmed, min(a.asked_at)::text as since
    from stock_alerts a join products p on p.id = a.product_id join stock s on s.product_id = p.id
    where a.told_at is null group by p.id, s.product_id order by waiting desc, since, p.id`);
  return rows.map((row) => ({ ...row, since: new Date(row.since) }));
}

/** Returns the requests of an address, oldest first, with the words of its owner's consent. */
export const alertsOf = (db: Database, email: string) =>
  db
    .select({
      productId: stockAlerts.productId,
      product: products.name,
      consent: stockAlerts.consent,
      askedAt: stockAlerts.askedAt,
      confirmedAt: stockAlerts.confirmedAt,
      toldAt: stockAlerts.toldAt,
    })
    .from(stockAlerts)
    .innerJoin(products, eq(products.id, stockAlerts.productId))
    .where(eq(stockAlerts.email, email))
    .orderBy(asc(stockAlerts.askedAt), asc(stockAlerts.id));
