import type { Socket } from 'node:net';
import pg from 'pg';

/** A request as a client writes it on a connection. */
export interface Sent {
  path: string;
  method?: string;
  headers?: readonly string[];
  /** The length in the head: that of `body` unless given. */
  length?: number | 'chunked';
  body?: string;
}

export const JSON_TYPE = 'content-type: application/json';

/** Returns a request's head as HTTP/1.1 writes it. */
export const headOf = ({ path, method = 'POST', headers = [JSON_TYPE], length, body = '' }: Sent) =>
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

/** Two calls on one connection. */
export interface TwoCalls {
  /** The status of the first answer. */
  status: number;
  /** Whether it said that it was the last on its connection. */
  last: boolean;
  /** The status of the second answer, if it came. */
  next?: number;
}

/** The answer to a client that asks before it sends a body. */
const GO_ON = /^(HTTP\/1\.1 100 .*?\r\n\r\n)+/s;

/** Sends a request, then one for a product on the same connection, as a proxy does. */
export async function twoCalls(socket: Socket, first: Sent): Promise<TwoCalls> {
  let text = '';
  const answers = () => text.match(/HTTP\/1\.1 \d+/g)?.map((line) => Number(line.slice(9))) ?? [];
  const { promise, resolve } = Promise.withResolvers<void>();
  let isNext = false;
  socket.setEncoding('utf8').on('data', (more) => {
    text = (text + more).replace(GO_ON, '');
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

/** Makes a shop refuse a call, and sends it. */
type Bring = (call: () => Promise<TwoCalls>, databaseUrl: string) => Promise<TwoCalls>;

const atOnce: Bring = (call) => call();

/** Six wrong passwords count; the seventh is not checked. */
const afterSix: Bring = async (call) => {
  for (let n = 0; n < 6; n++) await call();
  return call();
};

/** The database ends what the call waits for, as it does when it takes too long. */
const whileLocked: Bring = async (call, databaseUrl) => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('begin; lock table sessions in access exclusive mode');
    let isAnswered = false;
    const answer = call().finally(() => {
      isAnswered = true;
    });
    while (!isAnswered) {
      await client.query(
        `select pg_cancel_backend(pid) from pg_locks join pg_database on pg_database.oid = database
          where datname = current_database() and not granted`,
      );
    }
    return await answer;
  } finally {
    await client.end();
  }
};

/** Refusals of calls with bodies, by status. */
export const REFUSALS: readonly (readonly [status: number, sent: Sent, bring: Bring])[] = [
  [400, { path: '/api/auth/login', body: '{' }, atOnce],
  [401, { path: '/api/account/delete', body: '{}' }, atOnce],
  [
    403,
    {
      path: '/admin/way-in/verify',
      body: '{}',
      headers: [JSON_TYPE, 'origin: https://evil.example'],
    },
    atOnce,
  ],
  [404, { path: '/api/nothing', body: '{}' }, atOnce],
  [405, { path: '/api/product', body: '{}' }, atOnce],
  [415, { path: '/api/auth/login', body: 'a=b', headers: [] }, atOnce],
  [
    429,
    {
      path: '/api/auth/login',
      body: JSON.stringify({ email: 'many@example.com', password: 'Guess-12345' }),
    },
    afterSix,
  ],
  [
    503,
    {
      path: '/api/account/delete',
      body: '{}',
      headers: [JSON_TYPE, `authorization: Bearer ${'a'.repeat(43)}`],
    },
    whileLocked,
  ],
];
