import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { done, type Result, refuse, type StaffCode } from '#backend/base/result.ts';
import type { Database } from '#backend/db/connect.ts';
import { allOrNothing, isRefusedBy, type Transaction } from '#backend/db/transact.ts';
import { addRedirects } from '#backend/products/catalogue/redirects.ts';
import { COLUMNS } from '#backend/products/fields/columns.ts';
import { lockCatalogue } from '#backend/products/fields/writer.ts';
import { readChanges, writeChanges } from '#backend/shop/facts.ts';
import { recordAction } from '#backend/staff/actions.ts';
import { productPath } from '#config/paths.ts';
import { renameInPromotions } from './promotion-names.ts';
import { refuseUnknown } from './unknown.ts';

/** The wait for orders in progress (ms), shorter than PostgreSQL's wait before it looks for a deadlock. */
const PATIENCE_MS = 500;
const TRIES = 20;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Gives a product another id in one transaction. This includes its stock and ledger, reviews, pictures, search words,
 * promotions, the shop's gift wrapping, and order lines, which name the stock that they move. The name, price and picture
 * in orders stay. The old address leads to the new one for ever, and the API accepts the old id, which devices still hold.
 * Refusals: invalid, not_found, conflict, unavailable.
 */
export async function changeId(
  db: Database,
  from: string,
  to: string,
  { by, dryRun = false }: { by: string; dryRun?: boolean },
): Promise<Result<null, StaffCode>> {
  const read = COLUMNS.id.cell.safeParse(to);
  if (!read.success || to === '') {
    const why = read.success ? 'must not be empty' : (read.error.issues[0]?.message ?? 'is no id');
    return refuse('invalid', `The new id ${why}. Nothing was changed.`);
  }
  for (let attempt = 1; ; attempt++) {
    try {
      return await allOrNothing(db, (transaction) =>
        move(transaction, { from, to: read.data, by, dryRun }),
      );
    } catch (error) {
      if (!isRefusedBy(error, LOCK_NOT_AVAILABLE)) throw error;
      if (attempt === TRIES) {
        const message = 'The shop sells too fast just now. Nothing was changed: try again.';
        return refuse('unavailable', message);
      }
      await pause(50 + Math.random() * 200);
    }
  }
}

async function move(
  transaction: Transaction,
  { from, to, by, dryRun }: { from: string; to: string; by: string; dryRun: boolean },
): Promise<Result<null, StaffCode>> {
  await lockCatalogue(transaction);
  // An order in progress reads its lines and then moves their stock, and the change must not come in between. Orders are
  // never kept waiting for long: this transaction gives up first.
  await transaction.execute(sql.raw(`set local lock_timeout = ${PATIENCE_MS}`));
  await transaction.execute(sql`lock table orders, stock in exclusive mode`);
  const { rows } = await transaction.execute<{ id: string }>(
    sql`select id from products where id in (${from}, ${to})`,
  );
  const known = new Set(rows.map(({ id }) => id));
  const unknown = await refuseUnknown(transaction, [from], known);
  if (unknown) return unknown;
  if (from === to) return refuse('conflict', `'${from}' is its id already. Nothing was changed.`);
  if (known.has(to)) {
    return refuse('conflict', `There is a product '${to}' already. Nothing was changed.`);
  }
  if (dryRun) return done(null);
  // The foreign keys and the trigger product_renamed update what belongs to the product.
  await transaction.execute(sql`update products set id = ${to} where id = ${from}`);
  await renameInPromotions(transaction, 'products', from, to);
  const { giftWrapping } = await readChanges(transaction);
  if (giftWrapping === from) await writeChanges(transaction, { giftWrapping: to });
  await addRedirects(transaction, [{ from: productPath(from), to: productPath(to) }]);
  const action = {
    action: 'product.rename',
    subject: from,
    renamedTo: to,
    recordedBy: by,
  } as const;
  await recordAction(transaction, action);
  return done(null);
}
