import { sql } from 'drizzle-orm';
import type { Transaction } from '#backend/db/transact.ts';

/** So many products may always be removed without a question. */
const HANDFUL = 5;

/**
 * Many products would be removed, and nobody has agreed yet. It undoes the comparison, so that nothing waits for an
 * answer.
 */
export class ManyRemoved extends Error {
  override readonly name = 'ManyRemoved';
  readonly removed: number;
  readonly of: number;

  constructor(removed: number, of: number) {
    super(`${removed} of ${of} products would be removed`);
    this.removed = removed;
    this.of = of;
  }
}

/**
 * Asks before more than a tenth of the products, and more than a handful, is removed.
 * @param agreed - the number that was agreed to.
 * @throws ManyRemoved
 */
export async function askBeforeMany(
  transaction: Transaction,
  removed: number,
  agreed: number,
): Promise<void> {
  if (removed <= Math.max(HANDFUL, agreed)) return;
  const { rows } = await transaction.execute<{ of: number }>(
    sql`select count(*)::int as of from products where source in ('merchant', 'demo')`,
  );
  const of = rows[0]?.of ?? 0;
  if (removed * 10 > of) throw new ManyRemoved(removed, of);
}
