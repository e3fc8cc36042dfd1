import type { Database } from '#backend/db/connect.ts';
import { transact } from '#backend/db/transact.ts';
import type { FulfilmentStep } from '#backend/fulfilment/step-names.ts';
import { BYTE_ORDER_MARK, csvLine } from '#backend/merchant-files/writing.ts';
import { deliveryCheck } from '#backend/orders/delivery.ts';
import { returnState } from '#backend/returns/view.ts';
import { recordAction } from '#backend/staff/actions.ts';
import { lagosTime } from '#domain/lagos-date.ts';
import { CAMPAIGN_WORDS } from '#domain/orders/campaign.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { orderExtras } from '#domain/orders/order-extras.ts';
import { WAYS } from '#domain/payments/ways.ts';
import { type AdminOrder, eachOrder } from './admin-orders.ts';
import type { OrderFilter } from './filter.ts';
import { stillDue, unitCount } from './words.ts';

/**
 * Yields the file of the orders that meet a filter, in pieces. First records who takes it, because it holds many
 * customers' addresses. The record leaves out the search text, which may be a customer's name.
 */
export async function exportOrders(
  db: Database,
  filter: OrderFilter,
  by: string,
): Promise<AsyncIterable<string>> {
  const { find, ...others } = filter;
  const words = Object.entries(others).flatMap(([name, value]) =>
    value ? [`${name} ${value}`] : [],
  );
  if (find) words.push('found by a word');
  await transact(db, (transaction) =>
    recordAction(transaction, {
      action: 'order.export',
      subject: 'customers',
      recordedBy: by,
      ...(words.length > 0 && { detail: words.join(', ') }),
    }),
  );
  return csvFile(eachOrder(db, filter));
}

const naira = (kobo: number) => (kobo / 100).toFixed(2);
const yes = (flag: boolean) => (flag ? 'yes' : '');
const time = (at: Date | null) => (at ? lagosTime(at) : '');

/** Returns an amount of an order's money, if it was paid in naira. */
const ofNaira = ({ money }: AdminOrder, kobo: number) => naira(money.currency === 'NGN' ? kobo : 0);

const stepOf = ({ steps }: AdminOrder, wanted: FulfilmentStep) =>
  steps.findLast(({ step }) => step === wanted);

/** One line per order, so that a column of amounts adds up. All its items share one cell. Times are in Lagos. */
const COLUMNS: readonly (readonly [name: string, cell: (order: AdminOrder) => string])[] = [
  ['Number', (order) => orderNumber(order.id)],
  ['Placed', (order) => lagosTime(order.createdAt)],
  ['Status', (order) => order.status],
  ['Paid', (order) => time(order.paidAt)],
  ['Shipping (₦)', (order) => naira(order.feeKobo)],
  ['Total (₦)', (order) => naira(order.totalKobo)],
  ['Bottles', (order) => String(unitCount(order))],
  ['Items', ({ items }) => items.map((item) => `${item.quantity} × ${item.name}`).join('; ')],
  ['Name', (order) => order.fullName],
  ['Phone', (order) => order.phoneE164 ?? ''],
  ['Phone as typed', (order) => order.phone],
  ['Email', (order) => order.email],
  ['Address', (order) => order.address],
  ['City', (order) => order.city],
  ['State', (order) => order.state],
  ['Shipping place', (order) => order.shippingPlace ?? ''],
  ['Check the fee', (order) => yes(order.feeUnconfirmed)],
  ['Check the delivery', (order) => yes(!order.feeUnconfirmed && deliveryCheck(order) !== null)],
  ['Channel', (order) => order.payment?.channel ?? ''],
  ['Payment reference', (order) => order.payment?.reference ?? order.reference],
  ['Paystack transaction', (order) => order.payment?.providerId ?? ''],
  ['Refund needed', (order) => yes(order.refundNeeded)],
  ['Refunded', (order) => time(order.refundedAt)],
  ['Reversed', (order) => time(order.reversedAt)],
  ['Paid back (₦)', (order) => ofNaira(order, order.money.gone)],
  ['Dispute', ({ disputes }) => disputes.map((one) => one.resolution ?? one.status).join('; ')],
  ['Packed', (order) => time(stepOf(order, 'packed')?.at ?? null)],
  ['Shipped', (order) => time(stepOf(order, 'shipped')?.at ?? null)],
  ['Courier', (order) => stepOf(order, 'shipped')?.courier ?? ''],
  ['Tracking number', (order) => stepOf(order, 'shipped')?.trackingNumber ?? ''],
  ['Delivered', (order) => time(stepOf(order, 'delivered')?.at ?? null)],
  ['Returned', (order) => time(stepOf(order, 'returned')?.at ?? null)],
  ['Remark', (order) => order.remark ?? ''],
  ...CAMPAIGN_WORDS.map(
    (name) => [`utm_${name}`, ({ campaign }: AdminOrder) => campaign?.[name] ?? ''] as const,
  ),
  ['Still to pay back (₦)', (order) => ofNaira(order, stillDue(order))],
  ['Order id', (order) => order.id],
  ['Rebuilt', (order) => time(order.rebuiltAt)],
  ['Rebuilt without', (order) => order.rebuiltWithout ?? ''],
  ['Discount (₦)', (order) => naira(order.discountKobo)],
  ['Promotion', ({ promotion }) => promotion?.label ?? ''],
  ['Code', ({ promotion }) => promotion?.code ?? ''],
  ...orderExtras.map(
    ({ name, label }) => [label, (order: AdminOrder): string => order[name] ?? ''] as const,
  ),
  [
    'Way to pay',
    ({ rest, payment }) => {
      const paid = rest ?? payment;
      return paid ? WAYS[paid.way].name : '';
    },
  ],
  ['Accepted', (order) => time(order.acceptedAt)],
  [
    'Collected (₦)',
    ({ collections }) =>
      collections.length > 0 ? naira(collections.reduce((sum, { amount }) => sum + amount, 0)) : '',
  ],
  [
    'Collected by',
    ({ collections }) => [...new Set(collections.map(({ takenBy }) => takenBy))].join('; '),
  ],
  ['Returns', (order) => order.returns.map(returnState).join('; ')],
];

/** Yields the file in pieces: UTF-8, with the byte order mark that spreadsheets need. */
export async function* csvFile(orders: AsyncIterable<AdminOrder>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(COLUMNS.map(([name]) => name));
  for await (const order of orders) yield csvLine(COLUMNS.map(([, cell]) => cell(order)));
}
