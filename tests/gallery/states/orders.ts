import {
  cancelledOrder,
  failedOrder,
  longOrder,
  paidOrder,
  pendingOrder,
  returnedOrder,
  sampledOrder,
  shippedOrder,
  withReturns,
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
const RETURN = ['main button', 'Send something back'] as const;
const SEND = ['main button', 'Ask to send it back'] as const;
const keepable: State['api'] = { order: { body: withReturns() } };
const FILLED: State['steps'] = [
  { press: RETURN },
  { choose: '1', in: 'main [name=items]' },
  { choose: 'broken', in: 'main [name=reason]' },
  { type: 'It leaks.', into: 'main [name=words]' },
  { choose: 'money', in: 'main [name=wish]' },
  { press: SEND },
];
const BUY_AGAIN: State['steps'] = [{ press: ['main button', 'Buy again'] }];
const ofReturns = (name: string, shows: State['shows'], rest: Partial<State>) =>
  one(name, paidOrder, shows, { part: '.order-returns', ...rest });
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
    one('cancel', paidOrder, ['dialog', 'Cancel order #K7M2Q?'], {
      api: { order: { body: { ...paidOrder, cancellable: true } } },
      steps: [{ press: '.order-cancel button' }],
      part: 'screen',
    }),
    one('cancel-refused', paidOrder, ['dialog', 'is packed already'], {
      api: {
        order: { body: { ...paidOrder, cancellable: true } },
        cancelOrder: {
          code: 'order_kept',
          message:
            'This order is packed already, so it can no longer be cancelled. Please write to us.',
        },
      },
      steps: [{ press: '.order-cancel button' }, { press: ['dialog button', 'Cancel order'] }],
      part: 'screen',
    }),
    one('cancelled-paid', paidOrder, ['main', 'We pay back what you paid'], {
      api: { order: { body: { ...paidOrder, status: 'cancelled' } } },
    }),
    one('cancelled', cancelledOrder, ['main', 'so it was cancelled']),
    one('shipped', shippedOrder, ['main', 'Refund on its way']),
    one('sample-code', sampledOrder, ['main', 'until December 19, 2026']),
    ofReturns('returns', RETURN, { api: keepable }),
    one('return-loading', paidOrder, heading('Order #K7M2Q'), {
      api: keepable,
      files: { '/_assets/Returns': 'waits' },
    }),
    ofReturns('return-form', SEND, { api: keepable, steps: [{ press: RETURN }] }),
    ofReturns('return-wrong', ['main', 'Choose what you want to send back'], {
      api: keepable,
      steps: [{ press: RETURN }, { press: SEND }],
    }),
    ofReturns('return-sending', ['main button', 'Sending…'], {
      api: { ...keepable, askReturn: 'waits' },
      steps: FILLED,
    }),
    ofReturns('return-cut', 'main form .notice-error', {
      api: { ...keepable, askReturn: 'cut' },
      steps: FILLED,
    }),
    ofReturns('return-refused-field', ['main', 'An opened bottle stays with you'], {
      api: {
        ...keepable,
        askReturn: {
          code: 'validation_failed',
          fields: { opened: 'An opened bottle stays with you, unless something is wrong with it.' },
        },
      },
      steps: FILLED,
    }),
    ofReturns('return-asked', ['main', 'We look at it'], {
      api: { order: { body: withReturns({}) } },
    }),
    ofReturns('return-settled', ['main', 'Settled'], {
      api: {
        order: {
          body: withReturns(
            { state: 'refused', answer: 'The seal was broken, and the bottle was used.' },
            { state: 'accepted', answer: 'GIG fetches it on Tuesday between 9 and 12.' },
            { state: 'received', pictures: [] },
            { state: 'ended', exchange: 'X7K2P', wish: 'exchange', pictures: [] },
          ),
        },
      },
    }),
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
