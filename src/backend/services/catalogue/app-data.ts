import { asc, sql } from 'drizzle-orm';
import { shippingPlaces } from '#backend/db/catalogue-tables.ts';
import type { Database } from '#backend/db/connect.ts';
import type { ShippingPlace } from '#contract/app-data.ts';
import { toNaira } from '#domain/money.ts';

const alphabetical = (a: string, b: string) => a.localeCompare(b, 'en') || (a < b ? -1 : 1);

/** The categories in use, alphabetical (spec §2). Brands are not among them. */
export async function listCategories(db: Database): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select distinct unnest(categories) as name from products`,
  );
  return rows.map((row) => row.name).sort(alphabetical);
}

/** The tags in use, alphabetical. */
export async function listTags(db: Database): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select distinct unnest(tags) as name from products`,
  );
  return rows.map((row) => row.name).sort(alphabetical);
}

/** The places that the shop delivers to, with the fee in naira, in the merchant's order (spec §3). */
export async function listShippingPlaces(db: Database): Promise<ShippingPlace[]> {
  const rows = await db
    .select()
    .from(shippingPlaces)
    .orderBy(asc(shippingPlaces.position), asc(shippingPlaces.place));
  return rows.map((row) => ({ place: row.place, amount: toNaira(row.amountKobo) }));
}
