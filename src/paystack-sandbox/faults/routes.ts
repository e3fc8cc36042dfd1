import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import * as z from 'zod/mini';
import { jsonOf } from '#sandbox/api/json-body.ts';
import type { Ledger } from '#sandbox/ledger/ledger.ts';
import { verifyData } from '#sandbox/ledger/transaction-data.ts';
import type { Face } from '#sandbox/ledger/transaction-record.ts';
import { FAULT_KINDS, type Fault, type Faults, type FaultyCall, falsify } from './faults.ts';

/** The fields of a body that say whose payment it is about. */
const fields = z.object({
  transaction: z.optional(z.string()),
  email: z.optional(z.string()),
  customer: z.optional(z.object({ email: z.optional(z.string()) })),
});

/** Changes an answer as a fault wants it. */
export type Falsify = (fault: Fault, answer: { data: object }, ledger: Ledger) => Response;

/** Middleware that applies the ordered faults to the calls of one kind. */
export function misbehave(
  on: FaultyCall,
  { faults, ledger }: { faults: Faults; ledger: Ledger },
  face: Face = 'paystack',
  falsely: Falsify = falsifyAnswer,
): MiddlewareHandler {
  return async (c, next) => {
    // The usual case.
    if (faults.list().length === 0) return next();
    const fault = faults.take(on, await shopperOf(c, ledger), face);
    if (!fault) return next();
    switch (fault.kind) {
      case 'hang':
        await hungUp(c);
        return RESPONSE_ALREADY_SENT;
      case 'error':
        return c.json(
          { status: false, message: 'An error occurred', type: 'api_error', code: 'unknown' },
          500,
        );
      case 'html':
        return c.html('<!doctype html><title>Welcome</title><h1>Welcome</h1>');
      case 'empty':
        return c.body('');
      case 'shape':
        return c.json({ result: 'ok', items: [] });
      case 'cut':
        await next();
        nodeOf(c).incoming.socket.destroy();
        return replace(c, RESPONSE_ALREADY_SENT.clone());
      default:
        await next();
        return change(c, (answer) => falsely(fault, answer, ledger));
    }
  };
}

export function faultRoutes(faults: Faults): Hono {
  const control = new Hono();
  const state = () => ({ faults: faults.list(), kinds: FAULT_KINDS });

  control.get('/', (c) => c.json(state()));
  control.post('/', async (c) => {
    const wrong = faults.arm(await jsonOf(c));
    return wrong === null ? c.json(state(), 201) : c.json({ message: wrong }, 400);
  });
  control.delete('/', (c) => {
    faults.remove(c.req.query('email'));
    return c.json(state());
  });
  return control;
}

/** The email address of the call's payment. */
async function shopperOf(c: Context, ledger: Ledger): Promise<string | undefined> {
  const refund = c.req.param('refund');
  if (refund !== undefined) return ledger.byRefund(refund)?.email;
  const named =
    c.req.param('reference') ??
    c.req.param('id') ??
    c.req.query('transaction') ??
    c.req.query('tx_ref');
  if (named !== undefined) return ledger.byName(named)?.email;
  const { transaction, email, customer } = fields.safeParse(await jsonOf(c)).data ?? {};
  return transaction === undefined ? (email ?? customer?.email) : ledger.byName(transaction)?.email;
}

/** Changes the answer, if it has data. */
async function change(c: Context, to: (answer: { data: object }) => Response): Promise<void> {
  const answer: unknown = await c.res.clone().json();
  if (typeof answer !== 'object' || answer === null || !('data' in answer)) return;
  replace(c, to(answer as { data: object }));
}

function falsifyAnswer(fault: Fault, answer: { data: object }, ledger: Ledger): Response {
  // If the other payment exists, verify answers with all of its data.
  const other =
    fault.on === 'verify' && fault.kind === 'another_reference'
      ? ledger.byReference(fault.reference)
      : null;
  const data = other ? verifyData(other) : falsify(fault, answer.data);
  return Response.json({ ...answer, data });
}

/** Replaces the answer. Without the first line Hono would keep the headers of the old one. */
function replace(c: Context, answer: Response): void {
  c.res = undefined;
  c.res = answer;
}

/** Resolves when the caller closes the connection. */
function hungUp(c: Context): Promise<void> {
  return new Promise((resolve) => nodeOf(c).outgoing.once('close', () => resolve()));
}

/** Node's own request and response, because faults need a real connection. */
const nodeOf = (c: Context) => c.env as HttpBindings;
