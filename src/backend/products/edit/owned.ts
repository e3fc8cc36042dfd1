import { sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import type { OwnedFields } from '#backend/products/import/columns.ts';
import { OWNED_FIELDS } from '#backend/products/import/fields.ts';

/** What the merchant has set of a product; null if there is none with this id. */
export async function findOwned(
  db: Pick<Database, 'execute'>,
  id: string,
): Promise<OwnedFields | null> {
  const { rows } = await db.execute<{ fields: OwnedFields }>(
    sql`select ${OWNED_FIELDS} as fields from products p where p.id = ${id}`,
  );
  return rows[0]?.fields ?? null;
}
