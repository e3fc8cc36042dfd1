import { type Endpoint, get } from './endpoint.ts';
import * as order from './order.ts';

/** The calls of orders: in a file of their own, so that islands carry no other schema. */
export const orderCalls = {
  myOrders: {
    ...get('/api/order/my-orders', 'The orders of the session', { response: order.orderList }),
    auth: 'required',
  },
  order: {
    ...get('/api/order/{id}', 'One order of the session', {
      params: order.orderParams,
      response: order.order,
    }),
    auth: 'required',
  },
  sharedOrder: get('/api/order/shared/{token}', 'The order of a confirmation mail’s link', {
    params: order.sharedOrderParams,
    response: order.order,
    extension: 'order.shared',
  }),
} as const satisfies Record<string, Endpoint>;
