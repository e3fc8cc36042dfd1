import { sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { openShop, product, type TestShop } from '../shop.harness.ts';

const SITE = 'https://shop.example';
export const UCP = '/api/ucp';

/** Opens a shop with products that agents may stumble over. */
export function openAgentsShop(): Promise<TestShop> {
  const numbered = Array.from({ length: 60 }, (_, at) =>
    product({
      id: `scent-${at}`,
      name: `Scent ${at}`,
      priceKobo: 1_000_000 + at * 100_000,
      brand: at % 2 ? 'Dior' : 'Creed',
      categories: [at % 3 ? 'Niche' : 'Unisex'],
      createdAt: new Date(Date.UTC(2026, 0, 1, at)),
    }),
  );
  const reduced = {
    discountType: 'percentage',
    discountAmount: 25,
    discountExpiresAt: new Date('2099-01-01'),
  } as const;
  return openShop({
    settings: { SITE_URL: SITE },
    products: [
      ...numbered,
      product({ id: 'oud-wood', name: 'Oud Wood', sizeMl: 50, stock: 2, ...reduced }),
      product({ id: 'sold-out', name: 'Sold Out', stock: 0, description: 'Two\nlines.' }),
      product({ id: 'hidden', name: 'Hidden', status: 'hidden' }),
      product({ id: 'retired', name: 'Retired', status: 'retired' }),
    ],
  });
}

/** Returns a hash of each table's rows. */
export async function hashOfTables(db: Database): Promise<Record<string, unknown>> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  const hashes: Record<string, unknown> = {};
  for (const { name } of rows) {
    const table = sql.identifier(name);
    const found = await db.execute(
      sql`select count(*), md5(string_agg(t::text, '|' order by t::text)) as md5 from ${table} t`,
    );
    hashes[name] = found.rows[0];
  }
  return hashes;
}
