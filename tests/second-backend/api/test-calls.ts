import { Hono } from 'hono';
import { named } from './products.ts';
import type { State, StoredProduct } from './state.ts';

/** The calls of tests from another process. A backend for shoppers has none of these. */
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
  /** Ends the session of a token. */
  app.delete('/test/sessions/:token', (c) => {
    state.sessions.delete(c.req.param('token'));
    return c.body(null, 204);
  });
  return app;
}
