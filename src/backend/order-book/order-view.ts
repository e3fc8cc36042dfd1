import { asc, inArray } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { viewFulfilment } from '#backend/fulfilment/fulfilment-view.ts';
import { readRecords } from '#backend/fulfilment/records.ts';
import { acceptedPart, paymentsOf } from '#backend/orders/payment-of.ts';
import { isOwnAccount, type PaymentRow } from '#backend/orders/payment-tables.ts';
import { isPaid } from '#backend/orders/status.ts';
import { type KeptDelivery, type OrderRow, orderItems } from '#backend/orders/tables.ts';
import { viewSampleCodes } from '#backend/promotions/sample-codes.ts';
import { viewReturns } from '#backend/returns/view.ts';
import type { Order } from '#contract/order.ts';
import { toNaira } from '#domain/money/money.ts';
import { eachExtra } from '#domain/orders/order-extras.ts';
import { keptReductions } from '#domain/orders/sums.ts';
import { whyKept } from './why-kept.ts';

/** Returns the dates of an order, without the state for which they were calculated. */
const viewDelivery = ({ from, to, expected }: KeptDelivery, place: string | null) => ({
  from,
  to,
  place,
  ...(expected && { expected }),
});

/** Returns the channel by which an order was paid, if it is known. */
const channelOf = (order: OrderRow, payment: PaymentRow | undefined) =>
  isPaid(order) && payment?.channel ? { channel: payment.channel } : {};

/** Returns rows as the contract's orders (spec §3), in the same order, with amounts in naira. */
export async function viewOrders(
  db: Pick<Database, 'select' | 'execute'>,
  rows: readonly OrderRow[],
): Promise<Order[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const items = await db
    .select()
    .from(orderItems)
    .where(inArray(orderItems.orderId, ids))
    .orderBy(asc(orderItems.position));
  const records = await readRecords(db, ids);
  const [keptOf, fulfilmentOf, sampleCodesOf, returnsOf, shownOf] = await Promise.all([
    whyKept(db, rows, records),
    viewFulfilment(db, ids, records),
    viewSampleCodes(db, rows),
    viewReturns(db, rows),
    paymentsOf(db, ids),
  ]);
  const byOrder = Map.groupBy(items, (item) => item.orderId);
  const paymentOf = (id: string) => shownOf(id).payment;
  return rows.map((row) => ({
    _id: row.id,
    createdAt: row.createdAt.toISOString(),
    status: row.status,
    // Before the discount (extension order.promotion).
    totalAmount: toNaira(row.totalKobo + row.discountKobo),
    shippingFee: toNaira(row.feeKobo),
    email: row.email,
    paymentReference: paymentOf(row.id)?.reference ?? row.reference,
    paidAt: row.paidAt?.toISOString() ?? null,
    ...acceptedPart(row, shownOf(row.id).rest),
    ...channelOf(row, paymentOf(row.id)),
    ...(isOwnAccount(paymentOf(row.id)) && { ownAccount: true }),
    items: (byOrder.get(row.id) ?? []).map(({ priceKobo, facts, ...line }) => ({
      productId: line.productId,
      name: line.name,
      price: toNaira(priceKobo),
      image: line.image,
      quantity: line.quantity,
      ...(facts && { facts }),
    })),
    shippingInfo: {
      fullName: row.fullName,
      email: row.shippingEmail,
      phone: row.phone,
      address: row.address,
      city: row.city,
      state: row.state,
      // The shop delivers nowhere else (spec §1), and the contract accepts nothing else.
      country: 'Nigeria',
      ...eachExtra(({ name }) => row[name] ?? undefined),
    },
    ...(keptOf(row) === null && { cancellable: true }),
    fulfilment: fulfilmentOf(row.id),
    ...(row.delivery && { delivery: viewDelivery(row.delivery, row.shippingPlace) }),
    ...(row.promotion && {
      promotion: {
        label: row.promotion.label,
        ...(row.promotion.code && { code: row.promotion.code }),
        discount: toNaira(row.discountKobo),
        applied: keptReductions(row.promotion, row.discountKobo).map(
          ({ label, code, kobo, delivery }) => ({
            label,
            ...(code && { code }),
            amount: toNaira(kobo),
            ...(delivery && { delivery }),
          }),
        ),
      },
    }),
    ...sampleCodesOf(row.id),
    ...returnsOf(row),
  }));
}
