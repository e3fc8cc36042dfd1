import { sql } from 'drizzle-orm';
import { products } from '#backend/db/catalogue-tables.ts';
import type { Database } from '#backend/db/connect.ts';
import { isShown } from '#backend/db/stocked-products.ts';

const alphabetical = (a: string, b: string) => a.localeCompare(b, 'en') || (a < b ? -1 : 1);

/** The categories in use, alphabetical (spec §2). Brands are not among them. */
export async function listCategories(db: Database): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select distinct unnest(categories) as name from ${products} where ${isShown}`,
  );
  return rows.map((row) => row.name).sort(alphabetical);
}

/** The tags in use, alphabetical. */
export async function listTags(db: Database): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select distinct unnest(tags) as name from ${products} where ${isShown}`,
  );
  return rows.map((row) => row.name).sort(alphabetical);
}
