import { sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import type { ShopChanges } from '#config/shop-changes.ts';
import { shopFacts } from './tables.ts';

/** Returns the shop's facts that staff have changed, by field of shop.json (extension shop.facts). */
export async function readChanges(db: Pick<Database, 'select'>): Promise<Record<string, unknown>> {
  const rows = await db.select().from(shopFacts).orderBy(shopFacts.field);
  return Object.fromEntries(rows.map(({ field, value }) => [field, value]));
}

/** Stores fields whose values have been checked, in one transaction. Writes only what differs. */
export async function writeChanges(
  db: Pick<Database, 'insert'>,
  changes: ShopChanges,
): Promise<void> {
  const rows = Object.entries(changes).map(([field, value]) => ({
    field,
    // A JSON null is a value, such as no promo. The column itself is never null.
    value: sql`${JSON.stringify(value)}::jsonb`,
  }));
  if (rows.length === 0) return;
  await db
    .insert(shopFacts)
    .values(rows)
    .onConflictDoUpdate({
      target: shopFacts.field,
      set: { value: sql`excluded.value`, changedAt: sql`now()` },
      setWhere: sql`${shopFacts.value} <> excluded.value`,
    });
}
