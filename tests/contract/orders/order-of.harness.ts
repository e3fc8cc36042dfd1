import { eq } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { type PaymentRow, payments } from '#backend/orders/payment-tables.ts';
import { type OrderRow, orders } from '#backend/orders/tables.ts';

/** An order with the fields of its payment that the order itself lacks. */
export type OrderAndPayment = Omit<PaymentRow, keyof OrderRow> & OrderRow;

/** Reads the order of a payment. @throws Error without one. */
export async function readOrder(
  db: Pick<Database, 'select'>,
  reference: string,
): Promise<OrderAndPayment> {
  const [found] = await db
    .select({ order: orders, payment: payments })
    .from(orders)
    .innerJoin(payments, eq(payments.orderId, orders.id))
    .where(eq(payments.reference, reference));
  if (!found) throw new Error('No such order');
  return { ...found.payment, ...found.order };
}
