import { Hono } from 'hono';
import { html } from 'hono/html';
import { settle } from './payments.ts';
import type { Order, State } from './state.ts';

/** Milliseconds after which a transfer arrives. */
const TRANSFER_MS = 5000;

const STATUSES = ['paid', 'pending', 'failed', 'cancelled'] as const;

/** The payment page of this backend's provider, on a separate origin. It returns to the site with the reference. */
export function payPage(state: State): Hono {
  const app = new Hono();
  app.get('/pay/:reference', (c) => {
    const order = state.order(c.req.param('reference'));
    if (!order) return c.text('No such payment', 404);
    return c.html(html`<!doctype html>
      <html lang="en">
        <title>Pay</title>
        <link rel="icon" href="data:," />
        <h1>Pay ₦${order.totalAmount}</h1>
        <form method="post">
          <button name="status" value="paid">Pay now</button>
          <button name="status" value="pending">Bank transfer</button>
          <button name="status" value="failed">Decline</button>
          <button name="status" value="cancelled">Cancel</button>
        </form>
      </html>`);
  });
  app.post('/pay/:reference', async (c) => {
    const order = state.order(c.req.param('reference'));
    const { status } = await c.req.parseBody();
    if (!order || !isStatus(status)) return c.text('No such payment', 404);
    settle(state, order, status);
    if (status === 'pending') setTimeout(() => settle(state, order, 'paid'), TRANSFER_MS).unref();
    const reference = encodeURIComponent(order.paymentReference);
    return c.redirect(`${order.returnTo}?reference=${reference}`, 303);
  });
  return app;
}

const isStatus = (value: unknown): value is Order['status'] =>
  STATUSES.some((status) => status === value);
