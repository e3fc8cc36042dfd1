import { Hono } from 'hono';
import { faultsOf, jsonOf } from '#sandbox/api/json-body.ts';
import { PAYMENT_EVENTS, type PaymentEvent, wantedEvent } from '#sandbox/ledger/after-payment.ts';
import type { Ledger } from '#sandbox/ledger/ledger.ts';
import type { TransactionRecord } from '#sandbox/ledger/transaction-record.ts';
import { eventsPage } from './events-page.ts';
import { eventsPath } from './overview-page.ts';
import { show } from './page-frame.ts';
import { unknownPage } from './payment-page.ts';

/**
 * The routes for refunds and disputes of a payment, with their webhooks. The page of a payment has a button for each
 * event. A program posts JSON: `{ event, amount, resolution }`.
 */
export function eventRoutes(parts: {
  ledger: Ledger;
  /** Sends the webhook of an event. */
  tell(event: PaymentEvent, record: TransactionRecord): void;
}): Hono {
  const { ledger, tell } = parts;
  const routes = new Hono();

  /** Lets an event happen. Answers what is wrong with it, or null. */
  function happen(record: TransactionRecord, wanted: unknown): string | null {
    const read = wantedEvent.safeParse(wanted);
    if (!read.success) return faultsOf(read.error);
    const after = ledger.happen(record, read.data);
    if (!after) return `${record.reference} is not paid: nothing can happen to its payment`;
    tell(read.data.event, after);
    return null;
  }

  routes.get('/:reference', (c) => {
    const record = ledger.byReference(c.req.param('reference'));
    return record ? show(c, eventsPage(record)) : show(c, unknownPage(), 404);
  });
  routes.post('/:reference', async (c) => {
    const json = c.req.header('content-type')?.startsWith('application/json');
    const wanted = json ? await jsonOf(c) : readForm(await c.req.parseBody());
    const record = ledger.byReference(c.req.param('reference'));
    if (!record) return c.json({ message: 'There is no payment with this reference' }, 404);
    const wrong = happen(record, wanted);
    if (wrong !== null) return c.json({ message: wrong, events: PAYMENT_EVENTS }, 400);
    return json ? c.json({ message: 'Done' }, 201) : c.redirect(eventsPath(record), 303);
  });
  return routes;
}

/** The form's button, with the amount in naira beside it. */
function readForm({ action, amount }: Record<string, string | File>): Record<string, unknown> {
  const [event, resolution] = String(action).split(' ');
  return {
    event,
    ...(resolution && { resolution }),
    ...(amount && { amount: Math.round(Number(amount) * 100) }),
  };
}
