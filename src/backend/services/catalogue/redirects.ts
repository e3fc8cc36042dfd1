import { asc, eq, inArray, or, sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { redirects } from '#backend/db/tables/catalogue-tables.ts';
import type { Transaction } from '#backend/db/transact.ts';
import { productPath } from '#config/paths.ts';
import type { Redirect } from '#contract/product.ts';

/** Every redirect, in the order of its paths (extension catalogue.redirects). */
export async function listRedirects(db: Database): Promise<Redirect[]> {
  return db
    .select({ from: redirects.fromPath, to: redirects.toPath })
    .from(redirects)
    .orderBy(asc(sql`${redirects.fromPath} collate "C"`));
}

/** The present id of each of these former ones. Ids that were never changed are left out. */
export async function movedIds(
  db: Pick<Database, 'select'>,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const byPath = new Map(ids.map((id) => [productPath(id), id]));
  const rows = await db
    .select()
    .from(redirects)
    .where(inArray(redirects.fromPath, [...byPath.keys()]));
  return new Map(
    rows.flatMap(({ fromPath, toPath }) => {
      const id = byPath.get(fromPath);
      return id === undefined
        ? []
        : [[id, decodeURIComponent(toPath.slice(productPath('').length))]];
    }),
  );
}

/**
 * Records that paths have moved, each once. What led to the old path leads to the new one, so there is no chain; a redirect
 * from the new path ends, so there is no loop.
 */
export async function addRedirects(
  transaction: Transaction,
  moves: readonly Redirect[],
): Promise<void> {
  for (const { from, to } of moves) {
    if (from === to) continue;
    await transaction
      .delete(redirects)
      .where(or(eq(redirects.fromPath, to), eq(redirects.fromPath, from)));
    await transaction.update(redirects).set({ toPath: to }).where(eq(redirects.toPath, from));
    await transaction.insert(redirects).values({ fromPath: from, toPath: to });
  }
}
