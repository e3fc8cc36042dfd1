import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { PAYMENT_EVENTS, type PaymentEvent, wantedEvent } from '#sandbox/ledger/after-payment.ts';
import type { Ledger } from '#sandbox/ledger/ledger.ts';
import type { TransactionRecord } from '#sandbox/ledger/transaction-record.ts';
import { eventsPage } from './events-page.ts';
import { eventsPath } from './overview-page.ts';
import { pagePolicy } from './page-style.ts';
import { unknownPage } from './payment-page.ts';

const MAX_BODY_BYTES = 4096;

/**
 * What happens after a payment: refunds and disputes, with their webhooks. The page of a payment has a button for each event.
 * A program makes one by posting JSON: `{ event, amount, resolution }`.
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
    if (!read.success) {
      const faults = read.error.issues;
      return faults
        .map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`)
        .join('; ');
    }
    const after = ledger.happen(record, read.data);
    if (!after) return `${record.reference} is not paid: nothing can happen to its payment`;
    tell(read.data.event, after);
    return null;
  }

  const headers = {
    'cache-control': 'no-store',
    'content-security-policy': pagePolicy([]),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
  routes.get('/:reference', (c) => {
    const record = ledger.byReference(c.req.param('reference'));
    return record ? c.html(eventsPage(record), 200, headers) : c.html(unknownPage(), 404, headers);
  });
  routes.post('/:reference', bodyLimit({ maxSize: MAX_BODY_BYTES }), async (c) => {
    const text = await c.req.text();
    const json = c.req.header('content-type')?.startsWith('application/json');
    const record = ledger.byReference(c.req.param('reference'));
    if (!record) return c.json({ message: 'There is no payment with this reference' }, 404);
    const wrong = happen(record, json ? parse(text) : readForm(text));
    if (wrong !== null) return c.json({ message: wrong, events: PAYMENT_EVENTS }, 400);
    return json ? c.json({ message: 'Done' }, 201) : c.redirect(eventsPath(record), 303);
  });
  return routes;
}

/** The parsed JSON. Null, for which no event can be made, for other text. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The form's button, with the amount in naira that stands beside it. */
function readForm(text: string): Record<string, unknown> {
  const form = new URLSearchParams(text);
  const [event, resolution] = (form.get('action') ?? '').split(' ');
  const amount = form.get('amount');
  return {
    event,
    ...(resolution && { resolution }),
    ...(amount && { amount: Math.round(Number(amount) * 100) }),
  };
}
