import { type Endpoint, get, post } from './endpoint.ts';
import * as order from './order.ts';
import { ownOrderParams } from './own-order.ts';
import { readOrder, readOrders } from './reading/order.ts';
import { messageAnswer } from './values.ts';

/** The calls of orders, in a separate file so that an island bundles no other schema. */
export const orderCalls = {
  myOrders: {
    ...get('/api/order/my-orders', 'The orders of the customer', {
      response: order.orderList,
      read: readOrders,
    }),
    auth: 'required',
  },
  order: {
    ...get('/api/order/{id}', 'One order of the customer', {
      params: order.orderParams,
      response: order.order,
      read: readOrder,
    }),
    auth: 'required',
  },
  sharedOrder: get('/api/order/shared/{token}', 'The order that a confirmation email links to', {
    params: order.sharedOrderParams,
    secret: 'token',
    response: order.order,
    read: readOrder,
    extension: 'order.shared',
  }),
  cancelOrder: {
    ...post('/api/order/{id}/cancel/{key}', 'Cancel an order', {
      params: ownOrderParams,
      secret: 'key',
      response: order.order,
      read: readOrder,
      extension: 'order.cancel',
    }),
    auth: 'optional',
  },
  renewSharedOrder: post(
    '/api/order/shared/{token}/renew',
    'Ask for an email with a new link, by one that has ended',
    {
      params: order.sharedOrderParams,
      secret: 'token',
      response: messageAnswer,
      unread: true,
      extension: 'order.shared',
    },
  ),
} as const satisfies Record<string, Endpoint>;
