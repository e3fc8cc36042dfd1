import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type HttpBindings, serve } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { cors } from 'hono/cors';
import { accountOf, accounts, tokenOf } from './api/accounts.ts';
import { catalogue } from './api/catalogue.ts';
import { orders } from './api/orders.ts';
import { payPage } from './api/pay-page.ts';
import { payments } from './api/payments.ts';
import { pictures } from './api/pictures.ts';
import { fill } from './api/products.ts';
import { reviews } from './api/reviews.ts';
import { State } from './api/state.ts';
import { testCalls } from './api/test-calls.ts';
import { type Call, callOf } from './changes/calls.ts';
import type { Answer, Change } from './changes/changes.ts';

type ServeOptions = Parameters<typeof serve>[0];

interface Options {
  /** One change that breaks spec §7 (faults.ts). */
  fault?: Change;
  /** Changes that spec §7 leaves open (quirks.ts). */
  quirks?: readonly Change[];
  /** The number of products; by default those of the demo. */
  products?: number;
  /** The port of the API. Pictures and payment page have the two after it. 0, the default, chooses free ones. */
  port?: number;
  /** The address of the pictures in pages; by default where this backend serves them. */
  picturesAt?: string;
  /** The address of the payment page for shoppers; by default where this backend serves it. */
  payAt?: string;
  /** The site's origin, which the payment page leads back to. Only its pages may read answers (CORS); without it all may. */
  site?: string;
  /** Whether pages of any origin may read answers (CORS), whatever `site` is. */
  readByAll?: boolean;
}

/** A running second backend. */
export interface SecondBackend {
  /** The API's origin. */
  url: string;
  /** The origin of the pictures. */
  pictures: string;
  /** The origin of the payment page. */
  pay: string;
  /** Its memory. A test may read and change it. */
  state: State;
  /** The number of times that each call was made. */
  calls: Map<Call, number>;
  stop(): Promise<void>;
}

/** Calls that spec §6 gives only to signed-in customers. */
const SIGNED_IN: readonly Call[] = [
  'GET /api/auth/profile',
  'GET /api/order/my-orders',
  'GET /api/order/{id}',
  'POST /api/review/{productId}',
  'DELETE /api/review/{id}',
];
/** Calls that read a token if one is sent: spec §6 has payment and reviews carry it, and guests also make them (§1). */
const EITHER: readonly Call[] = [
  'POST /api/payment/initialize',
  'GET /api/payment/verify/{reference}',
  'GET /api/review/{productId}',
];

/**
 * Starts a backend that knows only spec §3 and §7: ids of 24 hex digits, pictures and payment page on separate origins,
 * errors of `{ message }`, no extension. Everything is in memory.
 */
export async function startSecondBackend(options: Options = {}): Promise<SecondBackend> {
  const { port = 0, products, fault, quirks = [] } = options;
  const state = new State();
  state.changes = [...quirks, ...(fault ? [fault] : [])];
  const calls = new Map<Call, number>();
  const app = new Hono<{ Bindings: HttpBindings }>();
  const picturesServer = await open(pictures(), port && port + 1);
  const payServer = await open(payPage(state), port && port + 2);
  const picturesAt = options.picturesAt ?? picturesServer.url;
  await fill(state, picturesAt, products);

  app.use(
    '/api/*',
    cors({
      origin: options.readByAll ? '*' : (options.site ?? '*'),
      allowHeaders: ['Authorization', 'Content-Type'],
      allowMethods: ['GET', 'POST', 'DELETE'],
    }),
  );
  app.use('/api/*', async (c, next) => {
    const call = callOf(c.req.method, c.req.path);
    if (!call) return next();
    const before = calls.get(call) ?? 0;
    calls.set(call, before + 1);
    await next();
    return change(c, state, call, before);
  });
  app.use('/api/*', async (c, next) => {
    const call = callOf(c.req.method, c.req.path);
    return call && !mayCall(state, call, tokenOf(c.req.header('authorization')))
      ? c.json({ message: 'Unauthorized' }, 401)
      : next();
  });
  app.route('/', catalogue(state));
  app.route('/', accounts(state));
  app.route('/', payments(state, options.payAt ?? payServer.url, options.site));
  app.route('/', orders(state));
  app.route('/', reviews(state));
  app.route('/', testCalls(state, picturesAt));
  app.all('*', (c) => c.json({ message: `Cannot ${c.req.method} ${c.req.path}` }, 404));
  app.onError((error, c) =>
    error instanceof SyntaxError
      ? c.json({ message: 'The body is no JSON' }, 400)
      : c.json({ message: error.message }, 500),
  );
  const api = await open(app, port);
  return {
    url: api.url,
    pictures: picturesServer.url,
    pay: payServer.url,
    state,
    calls,
    stop: async () => {
      await Promise.all([api, picturesServer, payServer].map(({ close }) => close()));
    },
  };
}

/** Whether a call is allowed with this token. */
function mayCall(state: State, call: Call, token: string | undefined): boolean {
  const bySpec = SIGNED_IN.includes(call)
    ? 'required'
    : EITHER.includes(call)
      ? 'optional'
      : 'ignored';
  const rule = state.rules.tokens[call] ?? bySpec;
  if (rule === 'ignored') return true;
  return token === undefined ? rule === 'optional' : accountOf(state, token) !== undefined;
}

/** Puts the changes of a call into its answer. */
async function change(
  c: Context<{ Bindings: HttpBindings }>,
  state: State,
  call: Call,
  before: number,
): Promise<void> {
  const refused = c.res.status >= 400;
  const changes = state.changes.filter(
    (each) => [each.call].flat().includes(call) && each.apply && (each.errors ?? false) === refused,
  );
  if (changes.length === 0) return;
  const asked = { query: new URL(c.req.url).searchParams, before };
  const answer: Answer = {
    status: c.res.status,
    body: await c.res.clone().json(),
    type: 'application/json',
  };
  const right = JSON.stringify(answer);
  for (const { apply } of changes) apply?.(answer, asked);
  if (JSON.stringify(answer) !== right) state.edited.add(call);
  if (answer.delayMs) await pause(answer.delayMs);
  if (answer.broken) c.env.outgoing.destroy();
  const { status, type } = answer;
  c.res = new Response(status === 204 ? null : (answer.text ?? JSON.stringify(answer.body)), {
    status,
    headers: { 'content-type': type },
  });
  if (answer.unreadable) c.res.headers.delete('access-control-allow-origin');
}

async function open({ fetch }: Pick<ServeOptions, 'fetch'>, port: number) {
  const server = serve({ fetch, port, hostname: '127.0.0.1' });
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await closed;
    },
  };
}
