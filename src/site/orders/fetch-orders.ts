import type { Order } from '#contract/order.ts';
import { orderCalls } from '#contract/order-calls.ts';
import { CallError } from '#site/client/errors.ts';
import { call } from '#site/session/call.ts';

/**
 * Fetches the customer's orders, newest first. They are not cached: the next page may belong to another customer. The
 * first answer is the one that the page's head has requested (early.ts).
 */
export function fetchOrders(): Promise<Order[]> {
  const { orders: early } = window;
  window.orders = undefined;
  return call(orderCalls.myOrders, { early });
}

export function fetchOrder(id: string): Promise<Order> {
  return call(orderCalls.order, { params: { id } });
}

/**
 * Fetches the order of a confirmation email's link. @throws CallError 410 if the link has ended, and 404 if the secret
 * belongs to another order.
 */
export async function fetchSharedOrder(id: string, token: string): Promise<Order> {
  const order = await call(orderCalls.sharedOrder, { params: { token } });
  if (order._id !== id) throw new CallError(404, 'The secret belongs to another order');
  return order;
}

/**
 * Fetches the order of a payment attempt by its key (extension order.attempt). null if the order is not paid, or the
 * attempt made none.
 */
export async function fetchOrderOfAttempt(key: string): Promise<Order | null> {
  try {
    return await call(orderCalls.sharedOrder, { params: { token: key } });
  } catch (error) {
    if (error instanceof CallError && error.kind === 404) return null;
    throw error;
  }
}

/** Cancels an order. @returns it as it is then. @param secret - of its link; empty for the signed-in customer. */
export const cancelOrder = (id: string, secret: string): Promise<Order> =>
  call(orderCalls.cancelOrder, { params: { id, key: secret } });

/** Requests an email with a new link, given an ended one. */
export async function askNewLink(token: string): Promise<true> {
  await call(orderCalls.renewSharedOrder, { params: { token } });
  return true;
}
