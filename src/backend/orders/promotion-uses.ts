import type { Transaction } from '#backend/db/transact.ts';
import { type OrderRow, promotionUses } from './tables.ts';

/** Writes down which promotions an order uses, in the transaction that makes it. */
export async function keepUses(
  transaction: Transaction,
  { id: orderId, promotion }: Pick<OrderRow, 'id' | 'promotion'>,
): Promise<void> {
  const uses = promotion?.uses ?? [];
  if (uses.length === 0) return;
  await transaction
    .insert(promotionUses)
    .values(uses.map(({ id, code = null, kobo }) => ({ orderId, promotionId: id, code, kobo })));
}
