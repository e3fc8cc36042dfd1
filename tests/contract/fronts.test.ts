import { once } from 'node:events';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '#backend/db/cluster/cluster.ts';
import { cookieHeader } from '#backend/office/frame/cookie.ts';
import { imports } from '#backend/products/files/jobs/tables.ts';
import { listen } from '#process/listen.ts';
import { FRONTS, type Front } from '../hosting/fronts.ts';
import { type OfficeShop, openOffice, type Person } from './admin/office.harness.ts';
import { headOf, JSON_TYPE, REFUSALS, type Sent, twoCalls } from './two-calls.ts';

/** Bodies on their way through the servers between people and the API. */
const FILES = '/admin/products/import/files';
const MB = 1024 * 1024;

let shop: OfficeShop;
let ada: Person;
let port: number;
let stop: () => Promise<void>;
beforeAll(async () => {
  shop = await openOffice({ settings: { CLIENT_ADDRESS_HEADER: 'x-real-ip' } });
  ada = await shop.signIn('owner');
  port = await freePort();
  stop = await listen(shop.app.fetch, port, 'PORT');
});
afterAll(async () => {
  await stop?.();
  await shop?.close();
});

/** Sends an owner's form with a file of `size` bytes that begins like a ZIP. Returns the status and the address. */
async function upload(front: Front, path: string, size: number) {
  const form = (await ada.open(path)).forms.find(({ action }) => action === path);
  const field = ([name, value]: readonly [string, string]) =>
    `--edge\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const fields = (form?.fields ?? []).filter(([name]) => name !== 'file');
  const head = `${fields.map(field).join('')}--edge\r\ncontent-disposition: form-data; name="file"; filename="a.zip"\r\ncontent-type: application/zip\r\n\r\nPK\x03\x04`;
  const foot = '\r\n--edge--\r\n';
  const send = front.secure ? requestHttps : requestHttp;
  const sent = send({
    host: '127.0.0.1',
    port: front.port,
    path,
    method: 'POST',
    rejectUnauthorized: false,
    headers: {
      origin: shop.origin,
      cookie: cookieHeader(shop.origin, ada.token),
      'content-type': 'multipart/form-data; boundary=edge',
      'content-length': head.length + size - 4 + foot.length,
    },
  });
  const answered = once(sent, 'response');
  sent.write(head);
  const piece = Buffer.alloc(MB, 'x');
  for (let left = size - 4; left > 0; left -= MB) {
    const isTaken = sent.write(left < MB ? piece.subarray(0, left) : piece);
    if (!isTaken) await Promise.race([once(sent, 'drain'), answered]);
  }
  sent.end(foot);
  const [answer] = await answered;
  await text(answer);
  return { status: answer.statusCode as number };
}

describe.each(FRONTS)('in front of the API: %s', (name, start) => {
  let front: Front;
  beforeAll(async () => {
    front = await start(port);
  });
  afterAll(() => front?.[Symbol.asyncDispose]());
  afterEach(() => front.said.splice(0));
  /** Returns log lines about bodies that nginx has written to its disk. */
  const stored = () => front.said.filter((line) => line.includes('temporary file'));

  test.each(REFUSALS)(
    'after a %i, the next call on the connection is answered',
    async (status, sent, bring) => {
      const call = () => twoCalls(front.connect(), sent);
      expect(await bring(call, shop.databaseUrl)).toEqual({ status, last: false, next: 200 });
    },
  );

  test('a client that asks before it sends its body is answered, as curl does with a large one', async () => {
    const path = '/api/auth/login';
    const sent = { path, headers: [JSON_TYPE, 'expect: 100-continue'], body: '{' };
    expect(await twoCalls(front.connect(), sent)).toEqual({ status: 400, last: false, next: 200 });
  });

  const strangers: readonly (readonly [string, Sent])[] = [
    ['a call', { path: '/api/auth/login' }],
    ['the webhook', { path: '/api/payment/webhook' }],
    ['the way in', { path: '/admin/way-in/verify' }],
    ['the import of a catalogue', { path: FILES }],
    ['pictures', { path: '/admin/products/new' }],
    ['no page', { path: '/admin' }],
    ['a picture', { path: '/media/a/640.avif' }],
  ];
  test.each(strangers)(
    'a stranger’s body of 3 MB for %s is refused and stored nowhere, and others are answered',
    async (_, sent) => {
      const body = 'x'.repeat(3 * MB);
      const { status, last, next } = await twoCalls(front.connect(), {
        ...sent,
        headers: [JSON_TYPE, `origin: ${shop.origin}`],
        body,
      });
      expect([303, 404, 405, 413]).toContain(status);
      expect({ last, next }).toEqual(last ? { last } : { last, next: 200 });
      expect(await sees()).toMatchObject({ status: 200, next: 200 });
      expect(stored()).toEqual([]);
    },
  );

  test('the largest body of a call arrives and is stored nowhere', async () => {
    const body = JSON.stringify({ email: 'a@b.ng', password: 'x'.repeat(256 * 1024 - 32) });
    expect(body.length).toBe(256 * 1024);
    const { status } = await twoCalls(front.connect(), { path: '/api/auth/login', body });
    expect([400, 401, 422]).toContain(status);
    expect(stored()).toEqual([]);
  });

  /** Begins a call whose body stops once every front passes it on. Returns the status, if an answer comes. */
  function begin(path: string) {
    const socket = front.connect();
    onTestFinished(() => void socket.destroy());
    const { promise, resolve } = Promise.withResolvers<number>();
    socket.setEncoding('utf8').on('data', (more) => {
      resolve(Number(/ (\d+)/.exec(String(more))?.[1]));
    });
    const from = ['x-real-ip: 102.89.1.1', 'x-forwarded-for: 102.89.1.1'];
    const headers = [JSON_TYPE, `origin: ${shop.origin}`, ...from];
    socket.write(headOf({ path, length: 60_000, headers }) + ' '.repeat(9000));
    return promise;
  }
  const sees = () => twoCalls(front.connect(), { path: '/api/shop', method: 'GET', headers: [] });

  // Caddy answers once the rest of a small body has come.
  test.skipIf(name === 'Caddy')(
    'one address cannot hold many calls whose bodies do not come, and others are answered',
    async () => {
      const answers = Array.from({ length: 201 }, () => begin('/api/auth/login'));
      expect(await Promise.race(answers)).toBe(429);
      expect(await sees()).toMatchObject({ status: 200, next: 200 });
    },
  );

  test.runIf(name === 'nginx')('one address sends a few files at once', async () => {
    const answers = Array.from({ length: 9 }, () => begin('/admin/products/new'));
    expect(await Promise.race(answers)).toBe(429);
    expect(await sees()).toMatchObject({ status: 200, next: 200 });
  });

  test('an owner’s ZIP of one byte above 64 MB arrives, and is stored nowhere on its way', async () => {
    expect(await upload(front, FILES, 64 * MB + 1)).toEqual({ status: 303 });
    const [row] = await shop.services.db.select().from(imports);
    expect(row?.bytes).toBe(64 * MB + 1);
    await shop.services.db.delete(imports);
    expect(stored()).toEqual([]);
  });
});

test.each(FRONTS.filter(([name]) => name !== 'none'))(
  'a call with a body while no API is there does not end what others use: %s',
  async (_, start) => {
    const alone = await freePort();
    const end = await listen(shop.app.fetch, alone, 'PORT');
    await using front = await start(alone);
    await end();
    const { status, last, next } = await twoCalls(front.connect(), {
      path: '/api/auth/login',
      body: '{}',
    });
    expect(status).toBeOneOf([502, 503]);
    expect({ last, next }).toEqual({ last: false, next: status });
  },
);
