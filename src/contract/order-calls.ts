import { type Endpoint, get } from './endpoint.ts';
import * as order from './order.ts';
import { readOrder, readOrders } from './reading/order.ts';

/** The calls of orders. They have a file of their own so that an island bundles no other schema. */
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
    response: order.order,
    read: readOrder,
    extension: 'order.shared',
  }),
} as const satisfies Record<string, Endpoint>;
