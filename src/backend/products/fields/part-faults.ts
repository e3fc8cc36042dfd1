import { type SQL, sql } from 'drizzle-orm';
import type { Fault } from '#backend/base/faults.ts';
import type { Transaction } from '#backend/db/transact.ts';

/**
 * Returns what is wrong with the parts of changed sets. A part must be a product of the shop or the file, and not a set.
 * @param changes - a table, or `changeRows`.
 */
export async function partFaults(transaction: Transaction, changes: SQL): Promise<Fault[]> {
  const { rows } = await transaction.execute<{ row: number; part: string; known: boolean }>(sql`
    with change as (select row, id, after from ${changes}),
    changed_part as (
      select c.row, p.part_id from change c, parts_of(c.after->>'set_parts') p
      union select c.row, c.id from change c join set_parts s on s.part_id = c.id where c.after->>'set_parts' is not null
    )
    select p.row, p.part_id as part, coalesce(c.id, pr.id) is not null as known
    from changed_part p left join change c on c.id = p.part_id left join products pr on pr.id = p.part_id
    where coalesce(c.id, pr.id) is null or case when c.id is null then pr.set_parts else c.after->>'set_parts' end is not null
    order by p.row, p.part_id`);
  return rows.map(({ row, part, known }) => ({
    row,
    column: 'set_parts',
    message: known
      ? `has ${part} as a part, which is a set itself: name its parts instead`
      : `names ${part}, and no product has this id: correct it, or add the product first`,
  }));
}
