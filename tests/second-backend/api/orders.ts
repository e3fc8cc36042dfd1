import { Hono } from 'hono';
import { accountOf, tokenOf } from './accounts.ts';
import type { Order, State } from './state.ts';

/** Returns an order as its customer sees it (spec §3). */
const shown = ({ account, returnTo, ...order }: Order) => order;

/** The calls of orders. Without the check of the token, which a fault removes, they answer for all customers. */
export function orders(state: State): Hono {
  const app = new Hono();
  const isTheirs = (header: string | undefined) => {
    const account = accountOf(state, tokenOf(header));
    return (order: Order) =>
      !account || order.account === account.id || order.email.toLowerCase() === account.email;
  };
  app.get('/api/order/my-orders', (c) =>
    c.json(
      state.orders
        .filter(isTheirs(c.req.header('authorization')))
        .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
        .map(shown),
    ),
  );
  app.get('/api/order/:id', (c) => {
    const order = state.orders
      .filter(isTheirs(c.req.header('authorization')))
      .find(({ _id }) => _id === c.req.param('id'));
    return order ? c.json(shown(order)) : c.json({ message: 'Order not found' }, 404);
  });
  return app;
}
