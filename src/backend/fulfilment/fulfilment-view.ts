import { and, asc, eq, inArray, ne } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { refunds } from '#backend/refunds/tables.ts';
import type { Fulfilment } from '#contract/order.ts';
import { toNaira } from '#domain/money/money.ts';
import type { KnownRecord } from './records.ts';
import { type FulfilmentRow, standing } from './tables.ts';

/**
 * Returns, for each order, the steps and refunds that its customer sees by now (extension order.fulfilment).
 * @param records - those of the orders.
 */
export async function viewFulfilment(
  db: Pick<Database, 'select'>,
  ids: readonly string[],
  records: readonly KnownRecord[],
): Promise<(id: string) => Fulfilment> {
  const paidBack = await db
    .select()
    .from(refunds)
    .where(
      and(
        inArray(refunds.orderId, [...ids]),
        eq(refunds.currency, 'NGN'),
        ne(refunds.status, 'failed'),
        // The provider may not have it yet, or may refuse it.
        ne(refunds.status, 'requested'),
      ),
    )
    .orderBy(asc(refunds.id));
  const shown = standing(records).filter((row) => row.shown);
  const stepsOf = Map.groupBy(shown, (row) => row.orderId);
  const refundsOf = Map.groupBy(paidBack, (row) => row.orderId);
  return (id) => ({
    steps: eachOnce(stepsOf.get(id) ?? []),
    refunds: (refundsOf.get(id) ?? []).map(({ amount, status, heardAt, updatedAt }) => ({
      amount: toNaira(amount),
      status: status === 'done' ? 'paid_back' : 'under_way',
      at: (status === 'done' ? updatedAt : heardAt).toISOString(),
    })),
  });
}

/** Joins a corrected shipment to one step: the time of the first, the details of the last. */
function eachOnce(rows: readonly FulfilmentRow[]): Fulfilment['steps'] {
  const firsts = rows.filter((row) => rows.find(({ step }) => step === row.step) === row);
  return firsts.map(({ step, at }) => {
    const last = rows.findLast((row) => row.step === step);
    const { courier = null, trackingNumber = null } = last ?? {};
    return { step, at: at.toISOString(), courier, trackingNumber };
  });
}
