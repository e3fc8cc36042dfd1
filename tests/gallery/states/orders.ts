import {
  cancelledOrder,
  failedOrder,
  longOrder,
  paidOrder,
  pendingOrder,
  returnedOrder,
  sampledOrder,
  shippedOrder,
} from '../data/orders.ts';
import type { Screen, State } from '../state.ts';
import { signedIn } from './kept.ts';

const list = (name: string, shows: State['shows'], rest: Partial<State> = {}): State => ({
  name,
  route: '/orders',
  local: () => signedIn,
  shows,
  ...rest,
});

export const orders: Screen = {
  name: 'orders',
  title: 'My Orders',
  states: [
    list('orders', ['main', '12 orders'], { main: true }),
    list('orders-loading', '[data-skeleton]', { api: { myOrders: 'waits' } }),
    list('orders-error', ['main', 'Failed to load orders'], {
      api: { myOrders: { code: 'unavailable' } },
    }),
    list('orders-offline', ['main', 'Please check your connection, then try again.'], {
      cut: true,
      offline: true,
    }),
    list('orders-empty', ['main', 'No orders yet'], { api: { myOrders: { body: [] } } }),
    list('orders-one', ['main', '1 order'], { api: { myOrders: { body: [paidOrder] } } }),
    list('orders-long-text', ['main', '+4 more'], { api: { myOrders: { body: [longOrder] } } }),
  ],
};

const one = (
  name: string,
  order: typeof paidOrder,
  shows: State['shows'],
  rest: Partial<State> = {},
): State => ({
  name: `order-${name}`,
  route: `/orders/${order._id}`,
  local: () => signedIn,
  shows,
  ...rest,
});
const BUY_AGAIN: State['steps'] = [{ press: ['main button', 'Buy again'] }];
const heading = (text: string) => ['main h1', text] as const;

export const order: Screen = {
  name: 'order',
  title: 'One order',
  states: [
    one('paid', paidOrder, heading('Order #K7M2Q'), { main: true }),
    one('loading', paidOrder, 'main .skeleton', { api: { order: 'waits' } }),
    one('missing', paidOrder, heading('Order not found'), {
      api: { order: { code: 'order_not_found' } },
    }),
    one('error', paidOrder, heading('Order not found'), {
      api: { order: { code: 'internal' } },
    }),
    one('offline', paidOrder, heading('Order not found'), { cut: true, offline: true }),
    one('pending', pendingOrder, ['main', 'Ask again whether it has arrived']),
    one('bank', pendingOrder, ['main', 'We have not seen your payment'], {
      api: { order: { body: { ...pendingOrder, ownAccount: true } } },
    }),
    one('accepted', pendingOrder, ['main', 'To be paid on delivery'], {
      api: { order: { body: { ...pendingOrder, accepted: true, due: 52_300 } } },
    }),
    one('accepted-ended', cancelledOrder, ['main', 'There is nothing to pay.'], {
      api: { order: { body: { ...cancelledOrder, due: 0 } } },
    }),
    one('failed', failedOrder, ['main', 'was declined']),
    one('cancelled', cancelledOrder, ['main', 'so it was cancelled']),
    one('shipped', shippedOrder, ['main', 'Refund on its way']),
    one('sample-code', sampledOrder, ['main', 'until December 19, 2026']),
    one('returned', returnedOrder, ['main', 'Returned to us']),
    one('long-text', longOrder, ['main', 'Majmua']),
    one('again', paidOrder, ['main', 'In your cart at today’s prices'], { steps: BUY_AGAIN }),
    one('again-waiting', paidOrder, ['main button', 'One moment…'], {
      steps: BUY_AGAIN,
      api: { lookup: 'waits' },
    }),
    one('again-failed', paidOrder, ['main', 'Your cart is as it was.'], {
      steps: BUY_AGAIN,
      api: { lookup: 'cut', product: 'cut' },
    }),
    one('shared', paidOrder, heading('Order #K7M2Q'), {
      route: `/orders/${paidOrder._id}#key=gallery`,
      local: () => ({}),
    }),
    one('ended', paidOrder, heading('This link has ended'), {
      route: `/orders/${paidOrder._id}#key=gallery`,
      local: () => ({}),
      api: { sharedOrder: { code: 'order_link_ended' } },
    }),
  ],
};
