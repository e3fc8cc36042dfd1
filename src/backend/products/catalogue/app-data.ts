import { sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';

const alphabetical = (a: string, b: string) => a.localeCompare(b, 'en') || (a < b ? -1 : 1);

/** Returns the categories in use, alphabetical (spec §2). Brands are not among them. */
export const listCategories = (db: Database): Promise<string[]> => namesInUse(db, 'category name');

/** Returns the tags in use, alphabetical. */
export const listTags = (db: Database): Promise<string[]> => namesInUse(db, 'tag name');

async function namesInUse(db: Database, kind: 'category name' | 'tag name'): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select name from facets where kind = ${kind} and products > 0`,
  );
  return rows.map((row) => row.name).sort(alphabetical);
}
