import type { Order } from '#contract/order.ts';
import { orderCalls } from '#contract/order-calls.ts';
import { CallError } from '#site/client/errors.ts';
import { call } from '#site/session/call.ts';

/** The orders of who is logged in, newest first. Nothing is kept: the next page may be another customer's. */
export function fetchOrders(): Promise<Order[]> {
  return call(orderCalls.myOrders, {});
}

/** One order of who is logged in. */
export function fetchOrder(id: string): Promise<Order> {
  return call(orderCalls.order, { params: { id } });
}

/** The order of a confirmation mail's link, whoever asks. Throws a CallError of 404 if the secret is of another order. */
export async function fetchSharedOrder(id: string, token: string): Promise<Order> {
  const order = await call(orderCalls.sharedOrder, { params: { token } });
  if (order._id !== id) throw new CallError(404, 'The secret is of another order');
  return order;
}
