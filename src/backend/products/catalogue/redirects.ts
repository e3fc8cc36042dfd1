import { and, eq, inArray, like, notLike, or, sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import type { Transaction } from '#backend/db/transact.ts';
import { redirects } from '#backend/products/tables.ts';
import { type CollectionKind, collectionPath, productPath } from '#config/paths.ts';
import type { Redirect } from '#contract/product.ts';

/** Removes the slash at the end of a path. Hosts answer both forms, so they are one address. */
export const bare = (path: string): string => path.replace(/(?<=.)\/$/, '');

/**
 * Returns every redirect from a page, sorted by path (extension catalogue.redirects).
 * @param from - only the redirect from this path, with or without a slash at its end.
 */
export async function listRedirects(db: Database, from?: string): Promise<Redirect[]> {
  const wanted = from === undefined ? undefined : bare(from);
  const rows = await db
    .select({ from: redirects.fromPath, to: redirects.toPath })
    .from(redirects)
    .where(
      and(
        or(notLike(redirects.fromPath, `${NAMES}%`), like(redirects.fromPath, `${NAMES}%/%`)),
        wanted === undefined
          ? undefined
          : inArray(redirects.fromPath, [wanted, `${wanted}/`, `${wanted}/1`]),
      ),
    );
  return rows
    .map(({ from, to }) => ({ from: pagePath(from), to: pagePath(to) }))
    .filter((one) => wanted === undefined || bare(one.from) === wanted)
    .sort((one, other) => (one.from < other.from ? -1 : 1));
}

/** Returns the present id for each of these former ids. Leaves out ids that have not changed. */
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

/** Returns the present id of the product that once had this id; undefined if there is none. */
export async function movedId(
  db: Pick<Database, 'select'>,
  id: string,
): Promise<string | undefined> {
  return (await movedIds(db, [id])).get(id);
}

/**
 * The prefix of former names in the redirects, for lists (`/products?category=Name`). Category pages have the same prefix,
 * and always a page number. Names have no slash, so the two cannot be confused.
 */
const NAMES = '/categories/';

/** Returns the path of a brand or category page in the table of redirects. */
export function pageRow(kind: CollectionKind, name: string, page = 1): string {
  const path = collectionPath(kind, name, page);
  return kind === 'category' && page === 1 ? `${path}/1` : path;
}

export const pagePath = (row: string) => row.replace(/^(\/categories\/[^/]+)\/1$/, '$1');

/** Returns the row of a name that filters lists, one for all spellings. Encodes it as the contract's paths are encoded. */
async function namePath(db: Pick<Database, 'execute'>, name: string): Promise<string> {
  const { rows } = await db.execute<{ key: string }>(sql`select match_key(${name}) as key`);
  const key = encodeURIComponent(rows[0]?.key ?? '');
  return NAMES + key.replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
}

/** Returns the present name of a category or brand that had this name, in any spelling; undefined if there is none. */
export async function presentName(db: Database, former: string): Promise<string | undefined> {
  const [move] = await db
    .select()
    .from(redirects)
    .where(eq(redirects.fromPath, await namePath(db, former)));
  return move && decodeURIComponent(move.toPath.slice(NAMES.length));
}

/** Records the new name of a category or brand that filters lists. A change of spelling alone moves nothing. */
export async function moveName(transaction: Transaction, { from, to }: Redirect): Promise<void> {
  const move = { from: await namePath(transaction, from), to: await namePath(transaction, to) };
  await addRedirects(transaction, [move]);
}

/**
 * Records that paths have moved, with or without a slash at the end. No path may be given twice, and none may lead to
 * where another begins. Redirects to the old path are led to the new one, so there is no chain. A redirect from the new
 * path is removed, so there is no loop.
 */
export async function addRedirects(
  transaction: Transaction,
  moves: readonly Redirect[],
): Promise<void> {
  const rows = moves.filter(({ from, to }) => from !== to);
  if (rows.length === 0) return;
  const moved = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as moved("from" text, "to" text)`;
  await transaction.execute(sql`
    delete from redirects where rtrim(from_path, '/') in (
      select rtrim(moved."from", '/') from ${moved} union all select moved."to" from ${moved})`);
  await transaction.execute(sql`
    update redirects set to_path = moved."to" from ${moved} where to_path = moved."from"`);
  await transaction.execute(sql`
    insert into redirects (from_path, to_path) select moved."from", moved."to" from ${moved}`);
}
