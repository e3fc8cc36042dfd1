import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '#backend/db/cluster/cluster.ts';
import { listen } from '#process/listen.ts';
import { type OfficeShop, openOffice } from './admin/office.harness.ts';

/**
 * A refusal that comes before the body of its request. A client, such as a proxy that serves many shoppers, must know
 * whether it can send the next request on the same connection.
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
const JSON_TYPE = 'content-type: application/json';

interface Sent {
  path: string;
  method?: string;
  headers?: readonly string[];
  /** What the head says of the body's length: that of `body` unless it is given. */
  length?: number | 'chunked';
  body?: string;
}

const headOf = ({ path, method = 'POST', headers = [JSON_TYPE], length, body = '' }: Sent) =>
  [
    `${method} ${path} HTTP/1.1`,
    'host: shop.example',
    length === 'chunked'
      ? 'transfer-encoding: chunked'
      : `content-length: ${length ?? Buffer.byteLength(body)}`,
    ...headers,
    '',
    '',
  ].join('\r\n');

/**
 * Sends a request, then one for a product on the same connection, as a proxy does.
 * @returns the status of the first, whether it said that it is the last, and the status of the second one, if it came.
 */
async function twoCalls(first: Sent): Promise<{ status: number; last: boolean; next?: number }> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  const answers = () => text.match(/HTTP\/1\.1 \d+/g)?.map((line) => Number(line.slice(9))) ?? [];
  const { promise, resolve } = Promise.withResolvers<void>();
  let isNext = false;
  socket.setEncoding('utf8').on('data', (more) => {
    text += more;
    if (answers().length > 1) resolve();
    // Each of these answers ends with its JSON, or a sentence.
    if (isNext || !/\r\n\r\n.+/s.test(text)) return;
    isNext = true;
    if (!/^connection: close/im.test(text)) {
      socket.write(headOf({ path: '/api/shop', method: 'GET', headers: [] }));
    }
  });
  socket.on('close', () => resolve()).on('error', () => resolve());
  socket.setTimeout(10_000, resolve);
  socket.write(headOf(first) + (first.body ?? ''));
  await promise;
  socket.destroy();
  const [status = 0, next] = answers();
  return {
    status,
    last: /^connection: close/im.test(text),
    ...(next !== undefined && { next }),
  };
}

const REFUSALS: readonly (readonly [number, Sent])[] = [
  [400, { path: '/api/auth/login', body: '{' }],
  [401, { path: '/api/account/delete', body: '{}' }],
  [
    403,
    {
      path: '/admin/way-in/verify',
      body: '{}',
      headers: [JSON_TYPE, 'origin: https://evil.example'],
    },
  ],
  [404, { path: '/api/nothing', body: '{}' }],
  [405, { path: '/api/product', body: '{}' }],
  [415, { path: '/api/auth/login', body: 'a=b', headers: [] }],
];

test.each(REFUSALS)(
  'after a %i with a whole body, the connection takes the next call',
  async (status, sent) => {
    expect(await twoCalls(sent)).toEqual({ status, last: false, next: 200 });
  },
);

/** Those that need not read a body. */
const EARLY = REFUSALS.filter(([status]) => status !== 400);

test.each(EARLY)('a %i whose body has not come says that it is the last', async (status, sent) => {
  expect(await twoCalls({ ...sent, length: 60_000 })).toEqual({ status, last: true });
});

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
