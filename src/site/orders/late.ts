import { createPart } from '#site/client/part.ts';

/** The calls of orders. They load beside React, because a page of orders asks at once. */
const requests = createPart(() => import('./fetch-orders.ts'));
// Not while the pages are built.
if (typeof document !== 'undefined') requests.fetch();

export const fetchOrders = () => requests.load().then((module) => module.fetchOrders());

export const fetchOrder = (id: string) => requests.load().then((module) => module.fetchOrder(id));

export const fetchSharedOrder = (id: string, token: string) =>
  requests.load().then((module) => module.fetchSharedOrder(id, token));
