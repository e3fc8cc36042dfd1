import { sql } from 'drizzle-orm';
import { done, type Result, type StaffCode } from '#backend/base/result.ts';
import type { Database } from '#backend/db/connect.ts';
import { transact } from '#backend/db/transact.ts';
import { lockCatalogue } from '#backend/products/fields/writer.ts';
import { recordAction } from '#backend/staff/actions.ts';
import { type Actor, ownersOnly } from '#backend/staff/actor.ts';
import { refuseUnknown } from './unknown.ts';

/** A product to delete, with what is deleted along with it. */
export type Deletion = {
  id: string;
  name: string;
  reviews: number;
  /** The number of its pictures that no other product has. The originals stay, because orders show them. */
  ownPictures: number;
  /** The number of unpaid orders with it, and the units that they have reserved. They may still be paid. */
  unpaidOrders: number;
  reserved: number;
};

/**
 * Deletes products: all, or none. Orders keep their lines, as after an import with --delete-missing.
 * @returns what is deleted with each, in the order of their ids. Refusals: forbidden, not_found.
 */
export async function deleteProducts(
  db: Database,
  ids: readonly string[],
  { actor, dryRun = false }: { actor: Actor; dryRun?: boolean },
): Promise<Result<Deletion[], StaffCode>> {
  const forbidden = ownersOnly(actor, 'delete products');
  if (forbidden) return forbidden;
  const asked = sql.param([...new Set(ids)]);
  return transact(db, async (transaction) => {
    await lockCatalogue(transaction);
    // Everyone locks products and their stock in this order.
    await transaction.execute(sql`
      select from products p join stock s on s.product_id = p.id where p.id = any(${asked}::text[])
      order by p.id for update of p, s`);
    const { rows } = await transaction.execute<Deletion>(sql`
      select p.id, p.name, s.reserved,
        (select count(*)::int from reviews where product_id = p.id) as reviews,
        (select count(distinct media_hash)::int from product_pictures own where own.product_id = p.id and not exists (
          select from product_pictures other where other.media_hash = own.media_hash
            and other.product_id <> all(${asked}::text[]))) as "ownPictures",
        (select count(*)::int from orders o where o.status = 'pending' and exists (
          select from order_units i where i.order_id = o.id and i.product_id = p.id)) as "unpaidOrders"
      from products p join stock s on s.product_id = p.id where p.id = any(${asked}::text[]) order by p.id`);
    const unknown = await refuseUnknown(transaction, ids, new Set(rows.map(({ id }) => id)));
    if (unknown) return unknown;
    if (dryRun) return done(rows);
    await transaction.execute(sql`delete from products where id = any(${asked}::text[])`);
    for (const { id } of rows) {
      const action = { action: 'product.delete', subject: id } as const;
      await recordAction(transaction, { ...action, recordedBy: actor.name });
    }
    return done(rows);
  });
}
