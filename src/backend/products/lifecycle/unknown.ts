import { sql } from 'drizzle-orm';
import { type Refused, refuse } from '#backend/base/result.ts';
import type { Database } from '#backend/db/connect.ts';
import { movedIds } from '#backend/products/catalogue/redirects.ts';

/** Refuses ids that the shop does not have. Names each one and the id that was probably meant. Null if it has all. */
export async function refuseUnknown(
  db: Pick<Database, 'execute' | 'select'>,
  ids: readonly string[],
  known: ReadonlySet<string>,
): Promise<Refused<'not_found'> | null> {
  const unknown = [...new Set(ids)].filter((id) => !known.has(id));
  if (unknown.length === 0) return null;
  const moved = await movedIds(db, unknown);
  const { rows } = await db.execute<{ id: string; near: string | null }>(sql`
    select asked.id, (select p.id from products p where similarity(p.id, asked.id) > 0.3
      order by similarity(p.id, asked.id) desc, p.id limit 1) as near
    from unnest(${sql.param(unknown)}::text[]) with ordinality as asked(id, n) order by n`);
  const lines = rows.map(({ id, near }) => {
    const now = moved.get(id);
    if (now !== undefined) return `There is no product '${id}' any more: its id is '${now}' now.`;
    return `There is no product '${id}'.${near ? ` Did you mean '${near}'?` : ''}`;
  });
  return refuse('not_found', [...lines, 'Nothing was changed.'].join('\n'));
}
