import { Hono } from 'hono';
import { settle } from './payments.ts';
import { named } from './products.ts';
import type { Order, State, StoredProduct } from './state.ts';

/** What a test does from another process. A backend for shoppers has none of these. */
export function testCalls(state: State, pictures: string): Hono {
  const app = new Hono();
  /** The newest one-time code of an address. */
  app.get('/test/code', (c) => {
    const sent = state.codes.get((c.req.query('email') ?? '').toLowerCase());
    return sent ? c.json(sent) : c.json({ message: 'No code was sent to this address' }, 404);
  });
  /** Adds a product: `name`, and any field of StoredProduct. */
  app.post('/test/products', async (c) => {
    const given = (await c.req.json()) as Partial<StoredProduct> & { name: string };
    const product: StoredProduct = {
      price: 45_000,
      description: `About ${given.name}.`,
      tags: ['oud', 'evening'],
      qtyAvailable: 7,
      soldCount: 0,
      // Oldest: it takes no other test's place on the first page.
      createdAt: '2020-01-01T00:00:00.000Z',
      categories: ['Niche'],
      house: 'Night Market',
      ...named(given.name, pictures),
      ...given,
    };
    state.products.push(product);
    return c.json(product, 201);
  });
  /** Changes fields of a product. */
  app.patch('/test/products/:id', async (c) => {
    const product = state.product(c.req.param('id'));
    if (!product) return c.json({ message: 'Product not found' }, 404);
    return c.json(Object.assign(product, await c.req.json()));
  });
  /** Reports a payment's `status`, as the provider's webhook does. */
  app.post('/test/payments/:reference', async (c) => {
    const order = state.order(c.req.param('reference'));
    if (!order) return c.json({ message: 'Transaction not found' }, 404);
    const { status } = (await c.req.json()) as { status: Order['status'] };
    settle(state, order, status);
    return c.json(order);
  });
  /** Ends the session of a token. */
  app.delete('/test/sessions/:token', (c) => {
    state.sessions.delete(c.req.param('token'));
    return c.body(null, 204);
  });
  return app;
}
