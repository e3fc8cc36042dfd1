import type { Socket } from 'node:net';

/** A request as a client writes it on a connection. */
export interface Sent {
  path: string;
  method?: string;
  headers?: readonly string[];
  /** The length that the head names: that of `body` unless it is given. */
  length?: number | 'chunked';
  body?: string;
}

export const JSON_TYPE = 'content-type: application/json';

/** A request's head as HTTP/1.1 writes it. */
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
  /** Whether it said that it is the last on its connection. */
  last: boolean;
  /** The status of the second answer, if it came. */
  next?: number;
}

/** Sends a request, then one for a product on the same connection, as a proxy does. */
export async function twoCalls(socket: Socket, first: Sent): Promise<TwoCalls> {
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

/** Refusals of calls with bodies, by status. */
export const REFUSALS: readonly (readonly [number, Sent])[] = [
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
