import { sql } from 'drizzle-orm';
import type { OwnedProduct } from '#backend/products/fields/columns.ts';
import { ownedOf, type Snapshot } from '#backend/products/fields/fields.ts';

/** The number of products in memory at once; more only if one group has more. */
const BATCH = 500;

/** Yields the products of a snapshot in batches, sizes together, smallest first. Only the ids stay in memory. */
export async function* eachFamily(snapshot: Snapshot): AsyncGenerator<OwnedProduct[][]> {
  const { rows } = await snapshot.execute<{ id: string; group: string | null }>(sql`
    select id, size_group as "group" from products order by size_group nulls first, size_ml nulls first, id`);
  let families: string[][] = [];
  let count = 0;
  let last: string | null = null;
  for (const { id, group } of rows) {
    if (group !== null && group === last) families.at(-1)?.push(id);
    else {
      if (count >= BATCH) {
        yield await loaded(snapshot, families);
        families = [];
        count = 0;
      }
      families.push([id]);
    }
    last = group;
    count++;
  }
  if (count > 0) yield await loaded(snapshot, families);
}

async function loaded(
  snapshot: Snapshot,
  families: readonly (readonly string[])[],
): Promise<OwnedProduct[][]> {
  const owned = await ownedOf(snapshot, families.flat());
  return families.map((ids) =>
    ids.flatMap((id) => {
      const fields = owned.get(id);
      return fields ? [{ id, ...fields }] : [];
    }),
  );
}
