import { asc, inArray } from 'drizzle-orm';
import { done, type Result, type StaffCode } from '#backend/base/result.ts';
import type { Database } from '#backend/db/connect.ts';
import { transact } from '#backend/db/transact.ts';
import type { ProductStatus } from '#backend/products/fields/product-cells.ts';
import { lockCatalogue } from '#backend/products/fields/writer.ts';
import { products } from '#backend/products/tables.ts';
import { recordAction } from '#backend/staff/actions.ts';
import { type Actor, ownersOnly } from '#backend/staff/actor.ts';
import { STATUS_AFTER, type StatusVerb } from './status-verbs.ts';
import { refuseUnknown } from './unknown.ts';

/** A product before its status changes. */
export interface StatusChange {
  id: string;
  name: string;
  before: ProductStatus;
}

/**
 * Hides, shows or retires products: all, or none. Unpaid orders keep their units, and may still be paid.
 * @returns the earlier statuses, in the order of the ids. Refusals: forbidden, not_found.
 */
export async function changeStatus(
  db: Database,
  ids: readonly string[],
  { verb, actor, dryRun = false }: { verb: StatusVerb; actor: Actor; dryRun?: boolean },
): Promise<Result<StatusChange[], StaffCode>> {
  const forbidden = ownersOnly(actor, `${verb} products`);
  if (forbidden) return forbidden;
  const status = STATUS_AFTER[verb];
  return transact(db, async (transaction) => {
    await lockCatalogue(transaction);
    const rows = await transaction
      .select({ id: products.id, name: products.name, before: products.status })
      .from(products)
      .where(inArray(products.id, [...ids]))
      .orderBy(asc(products.id))
      .for('no key update');
    const unknown = await refuseUnknown(transaction, ids, new Set(rows.map(({ id }) => id)));
    if (unknown) return unknown;
    const others = rows.filter(({ before }) => before !== status).map(({ id }) => id);
    if (dryRun || others.length === 0) return done(rows);
    await transaction.update(products).set({ status }).where(inArray(products.id, others));
    for (const id of others) {
      await recordAction(transaction, {
        action: `product.${verb}`,
        subject: id,
        recordedBy: actor.name,
      });
    }
    return done(rows);
  });
}
