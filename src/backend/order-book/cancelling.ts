import { done, type Result, refuse, type StaffCode } from '#backend/base/result.ts';
import { isPaid, isPending } from '#backend/orders/status.ts';
import type { OrderRow } from '#backend/orders/tables.ts';
import { type Actor, ownersOnly } from '#backend/staff/actor.ts';
import { orderNumber } from '#domain/orders/order.ts';

/** The service that asks the provider about an order, and cancels it unless it is paid. Null: the provider did not answer. */
export interface Canceller {
  cancel(orderId: string, by: string): Promise<OrderRow | null>;
}

/**
 * Cancels a pending order for an owner and releases its units. Asks the provider first, so that an arrived payment is not
 * lost. A later payment makes the order paid if its units are still in stock, and otherwise needs a refund.
 */
export async function cancelOrder(
  settlement: Canceller,
  order: OrderRow,
  actor: Actor,
): Promise<Result<OrderRow, StaffCode>> {
  const forbidden = ownersOnly(actor, 'cancel orders');
  if (forbidden) return forbidden;
  const name = `Order #${orderNumber(order.id)}`;
  if (!isPending(order)) {
    const message = `${name} is ${order.status}: only a pending order can be cancelled.`;
    return refuse('conflict', message);
  }
  if (order.goneAt) {
    const message = `${name} is on its way: record that it was refused, or that it came back.`;
    return refuse('conflict', message);
  }
  const after = await settlement.cancel(order.id, actor.name);
  if (!after) {
    return refuse(
      'unavailable',
      `The provider of the payment could not be asked whether order #${orderNumber(order.id)} is paid, so it was left as it is.`,
    );
  }
  if (after.status === 'cancelled') return done(after);
  return refuse(
    'conflict',
    isPaid(after)
      ? `${name} has just been paid, and was not cancelled.`
      : `${name} has just ended as ${after.status}: ${after.remark ?? 'no reason given'}.`,
  );
}
