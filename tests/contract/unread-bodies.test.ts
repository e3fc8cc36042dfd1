import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '#backend/db/cluster/cluster.ts';
import { listen } from '#process/listen.ts';
import { type OfficeShop, openOffice } from './admin/office.harness.ts';
import { twoCalls as callTwice, headOf, REFUSALS, type Sent } from './two-calls.ts';

/**
 * A refusal before the body of its request. A client, such as a proxy that serves many shoppers, must know whether it
 * can send the next request on the same connection.
 */
let shop: OfficeShop;
let port: number;
let stop: () => Promise<void>;
beforeAll(async () => {
  shop = await openOffice();
  port = await freePort();
  stop = await listen(shop.app.fetch, port, 'PORT');
});
afterAll(async () => {
  await stop?.();
  await shop?.close();
});

const MOST = 256 * 1024;

const twoCalls = (sent: Sent) => callTwice(connect(port, '127.0.0.1'), sent);

test.each(REFUSALS)(
  'after a %i with a whole body, the connection takes the next call',
  async (status, sent, bring) => {
    const answer = await bring(() => twoCalls(sent), shop.databaseUrl);
    expect(answer).toEqual({ status, last: false, next: 200 });
  },
);

/** Refusals that need not read a body. */
const EARLY = REFUSALS.filter(([status]) => status !== 400 && status !== 429);

test.each(EARLY)(
  'a %i whose body has not come says that it is the last',
  async (status, sent, bring) => {
    const call = () => twoCalls({ ...sent, length: 60_000 });
    expect(await bring(call, shop.databaseUrl)).toEqual({ status, last: true });
  },
);

test.each([
  ['a call', '/api/auth/login', MOST + 1],
  ['the webhook', '/api/payment/webhook', MOST + 1],
  ['the way in', '/admin/way-in/verify', 64 * 1024 + 1],
  ['a form of the office', '/admin/promotions/new', 64 * 1024 + 1],
])(
  'a body that is too large for %s is refused by its head, and the connection ends',
  async (_, path, length) => {
    expect(await twoCalls({ path, length })).toEqual({ status: 413, last: true });
    const part = 'x'.repeat(5000);
    expect(await twoCalls({ path, length, body: part })).toEqual({ status: 413, last: true });
  },
);

test('a body in chunks is refused at the limit, and the connection ends', async () => {
  const body = `${(MOST + 1).toString(16)}\r\n${'x'.repeat(MOST + 1)}\r\n`;
  const sent = { path: '/api/auth/login', length: 'chunked', body } as const;
  expect(await twoCalls(sent)).toEqual({ status: 413, last: true });
});

test.each([
  ['with its length', 60_000],
  ['in chunks', 'chunked'],
] as const)('a body %s that breaks off is not an error of the shop', async (_, length) => {
  const { promise, resolve } = Promise.withResolvers<number>();
  const alone = await freePort();
  const end = await listen(
    async (request, env) => {
      const answer = await shop.app.fetch(request, env);
      resolve(answer.status);
      return answer;
    },
    alone,
    'PORT',
  );
  const socket = connect(alone, '127.0.0.1');
  const body = length === 'chunked' ? '1\r\n{\r\n' : '{';
  await new Promise<void>((written) => {
    socket.write(headOf({ path: '/api/auth/login', length }) + body, () => written());
  });
  socket.end();
  expect(await promise).toBe(499);
  expect(shop.log.filter(({ event }) => event === 'request_failed')).toEqual([]);
  await end();
});
