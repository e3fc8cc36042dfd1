import { and, eq, isNotNull, or, sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { payments } from '#backend/orders/payment-tables.ts';

/** Days after which whose payment it was is erased, once it is settled. Of another shop's, after it was found. */
const DAYS = 365;

/** Erases payer and metadata of old, settled payments without an order. The amounts stay, for the books. */
export async function eraseUnmatched(db: Database): Promise<void> {
  await db
    .update(payments)
    .set({ payer: null, metadata: null })
    .where(
      and(
        isNotNull(payments.foundAt),
        or(isNotNull(payments.settledAt), eq(payments.otherShop, true)),
        sql`coalesce(${payments.settledAt}, ${payments.foundAt}) < now() - ${DAYS}::int * interval '1 day'`,
        or(isNotNull(payments.payer), isNotNull(payments.metadata)),
      ),
    );
}
