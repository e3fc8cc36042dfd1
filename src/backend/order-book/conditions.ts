import { eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import { hadEnded } from '#backend/base/still-counts.ts';
import type { Database } from '#backend/db/connect.ts';
import type { FulfilmentStep } from '#backend/fulfilment/step-names.ts';
import { standingSteps } from '#backend/fulfilment/tables.ts';
import { isToPack } from '#backend/fulfilment/to-pack.ts';
import { payments } from '#backend/orders/payment-tables.ts';
import { awaitsTransfer, isAtDoor } from '#backend/orders/status.ts';
import { orders } from '#backend/orders/tables.ts';
import { isOverpaid } from '#backend/refunds/money.ts';
import { disputes, refunds, unpaidRefunds } from '#backend/refunds/tables.ts';
import { returns } from '#backend/returns/tables.ts';
import type { AdminStatus, OrderFilter } from './filter.ts';
import { findingCondition } from './finding.ts';
import { ordersOfCustomer } from './of-customer.ts';

/** Returns the conditions of a filter. All of them must hold. */
export async function conditions(
  db: Database,
  { status, toPack, from, to, find, of }: OrderFilter,
): Promise<SQL[]> {
  const start = (day: string, add: number) =>
    sql`((${day}::date + ${add}::int)::timestamp at time zone 'Africa/Lagos')`;
  const found = find === undefined ? undefined : await findingCondition(db, find);
  return [
    ...(found ? [found] : []),
    ...(of ? [sql`${orders.id} in (select o.id from ${ordersOfCustomer(of)})`] : []),
    ...(status ? [withStatus(status)] : []),
    ...(toPack ? [isToPack] : []),
    ...(from ? [sql`${orders.createdAt} >= ${start(from, 0)}`] : []),
    ...(to ? [sql`${orders.createdAt} < ${start(to, 1)}`] : []),
  ];
}

function withStatus(status: AdminStatus): SQL {
  const has = (step: FulfilmentStep) =>
    sql`exists (select from ${standingSteps} s where s.order_id = ${orders.id} and s.step = ${step})`;
  switch (status) {
    case 'unpacked':
      return sql`${isToPack} and not ${has('packed')}`;
    case 'placeless':
      return sql`${isToPack} and ${orders.placeMissing}`;
    case 'late':
      // An order that a newer one replaced keeps its attempt key, because she may pay on the page that she sees.
      return sql`${isToPack} and not ${has('packed')} and ${orders.attemptKey} is null and ${hadEnded(orders)}`;
    case 'packed':
      return sql`${isToPack} and ${has('packed')}`;
    case 'shipped':
      // The units of an order that never left may be back in stock. Such an order counts as shipped, too.
      return sql`${orders.goneAt} is not null and ${orders.arrivedAt} is null and ${has('shipped')}`;
    case 'delivered':
      return sql`${orders.arrivedAt} is not null and not ${has('returned')}`;
    case 'returned':
      return sql`${orders.id} in (select s.order_id from ${standingSteps} s where s.step = 'returned')`;
    case 'transfer':
      return awaitsTransfer(orders);
    case 'collect':
      return sql`${isAtDoor(orders)} and ${orders.goneAt} is not null and ${orders.totalKobo} > 0`;
    case 'refund':
      // The first condition follows from the second, and uses indexes to find the few orders.
      return sql`${orders.id} in (
          select due.id from ${orders} due where due.refund_needed and due.refunded_at is null
          union all select r.order_id from ${refunds} r where r.status in ('failed', 'needs_customer')
          union all select p.order_id from ${payments} p where ${isOverpaid(sql`p`)})
        and ${orders.refundedAt} is null and (${orders.refundNeeded} or exists (select from ${unpaidRefunds} u where u.order_id = ${orders.id})
          or exists (select from ${payments} p where p.order_id = ${orders.id} and ${isOverpaid(sql`p`)}))`;
    case 'return':
      return sql`${orders.id} in (select r.order_id from ${returns} r where r.ended_at is null)`;
    case 'dispute':
      return sql`exists (select from ${disputes} where ${disputes.orderId} = ${orders.id} and ${disputes.isOpen})`;
    case 'reversed':
      return isNotNull(orders.reversedAt);
    default:
      return eq(orders.status, status);
  }
}
