import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { recordLostTime } from '#backend/lost-time/lost-times.ts';
import { readVersion } from '#backend/publishing/changes.ts';
import { notifyPublisher, pauseAfter } from '#backend/publishing/notices.ts';
import { publisherOf } from '#backend/publishing/publisher.ts';
import { startWatch } from '#backend/publishing/watch.ts';
import { catalogueChanged } from '#contract/publishing.ts';
import { openShop, product, type TestShop } from '../shop.harness.ts';

const SECRET = 'a secret of thirty-two characters';

interface Received {
  at: number;
  headers: IncomingMessage['headers'];
  body: string;
}

/** Opens a publisher that records its messages and answers with `answer`. */
async function openPublisher(answer: (response: ServerResponse) => void = (r) => r.end()) {
  const received: Received[] = [];
  const publisher = { received, answer, url: '' };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    received.push({ at: performance.now(), headers: request.headers, body });
    publisher.answer(response);
  }).listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  publisher.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/publish`;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return publisher;
}

let shop: TestShop;
beforeEach(async () => {
  shop = await openShop({ products: [product({ id: 'a' })] });
});
afterEach(() => shop.close());

const change = (price: number) =>
  shop.services.db.execute(sql`update products set price_kobo = ${price} where id = 'a'`);
const version = async () => (await readVersion(shop.services.db)).version;
const notice = async () =>
  (await shop.services.db.execute(sql`select * from publisher_notices`)).rows[0];
const fromUrl = (url: string, timeout?: number) => {
  const publisher = publisherOf({ PUBLISHER_URL: url, PUBLISHER_SECRET: SECRET }, timeout);
  if (!publisher) throw new Error('No publisher');
  return publisher;
};
const tell = (url: string, timeout?: number) =>
  notifyPublisher(shop.services.db, fromUrl(url, timeout), new AbortController().signal);
/** Starts a process of the API that watches the catalogue and writes to the shop's log. */
function watch(url: string | null) {
  const { services, databaseUrl, log } = shop;
  const parts = {
    db: services.db,
    databaseUrl,
    log: (entry: (typeof log)[number]) => log.push(entry),
  };
  const stop = startWatch(parts, url === null ? null : fromUrl(url));
  onTestFinished(stop);
  return stop;
}
const settle = (check: () => unknown) => vi.waitFor(check, { interval: 5 });

describe('a message', () => {
  test('has the version, and a signature over time and body', async () => {
    const publisher = await openPublisher();
    expect(await tell(publisher.url)).toMatchObject({ state: 'told', tries: 1 });
    const [message] = publisher.received;
    const { version: named, at } = catalogueChanged.parse(JSON.parse(message?.body ?? ''));
    expect(named).toBe(await version());
    expect(Math.abs(Date.parse(at) - Date.now())).toBeLessThan(60_000);
    const timestamp = message?.headers['x-turare-timestamp'];
    expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(60);
    expect(message?.headers['x-turare-signature']).toBe(
      createHmac('sha256', SECRET).update(`${timestamp}.${message?.body}`).digest('hex'),
    );
    expect(message?.headers['content-type']).toBe('application/json');
  });

  test('is sent once per version, even after the API restarts', async () => {
    const publisher = await openPublisher();
    await tell(publisher.url);
    expect(await tell(publisher.url)).toEqual({ state: 'nothing new' });
    await change(1);
    await change(2);
    expect(await tell(publisher.url)).toMatchObject({ state: 'told' });
    expect(publisher.received).toHaveLength(2);
    expect(JSON.parse(publisher.received[1]?.body ?? '').version).toBe(await version());
  });

  test('has the shape of a GitHub dispatch for GitHub', async () => {
    const asked: RequestInit[] = [];
    const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
      asked.push(init ?? {});
      return new Response(null, { status: 204 });
    });
    onTestFinished(() => spy.mockRestore());
    const publisher = publisherOf({
      PUBLISHER_URL: 'https://api.github.com/repos/turare/site/dispatches',
      PUBLISHER_TOKEN: 'github_token',
    });
    const message = { version: '7', at: '2026-11-21T12:00:00.000Z' };
    await publisher?.tell(message, new AbortController().signal);
    expect(JSON.parse(String(asked[0]?.body))).toEqual({
      event_type: 'catalogue-changed',
      client_payload: message,
    });
    expect(asked[0]?.headers).toMatchObject({ authorization: 'Bearer github_token' });
    expect(asked[0]?.headers).not.toHaveProperty('x-turare-signature');
  });
});

describe('a publisher that fails', () => {
  test.each<[string, (response: ServerResponse) => void, string]>([
    ['5xx', (r) => r.writeHead(503).end(), 'answered 503.'],
    ['401', (r) => r.writeHead(401).end(), 'PUBLISHER_SECRET or PUBLISHER_TOKEN is not the one'],
    [
      '401 for a wrong clock',
      (r) => r.writeHead(401).end('{"code":"wrong_time","message":"The clocks are 600 s apart."}'),
      'answered 401: The clocks are 600 s apart.',
    ],
    ['404', (r) => r.writeHead(404).end(), 'nothing takes messages at the path'],
    ['a redirect', (r) => r.writeHead(307, { location: '/elsewhere' }).end(), 'a redirect'],
    ['silence', () => {}, 'did not answer within 0.3 s'],
    ['a torn line', (r) => r.destroy(), 'could not be reached'],
  ])('by %s is reported in words, recorded and tried again', async (_, answer, words) => {
    const publisher = await openPublisher(answer);
    const told = await tell(publisher.url, 300);
    expect(told).toMatchObject({
      state: 'failed',
      tries: 1,
      error: expect.stringContaining(words),
    });
    const host = new URL(publisher.url).host;
    expect(await notice()).toMatchObject({
      host,
      tries: 1,
      told: null,
      last_error: expect.stringMatching(new RegExp(`^${host} .*\\.$`)),
    });
    expect(publisher.received).toHaveLength(1);
    // Not before its time, even if more changes follow.
    await change(1);
    expect(await tell(publisher.url)).toMatchObject({ state: 'waiting' });
    expect(publisher.received).toHaveLength(1);
    publisher.answer = (r) => r.end();
    await shop.services.db.execute(sql`update publisher_notices set next_try_at = now()`);
    expect(await tell(publisher.url)).toMatchObject({ state: 'told', tries: 2 });
    expect(await notice()).toMatchObject({ tries: 0, told: await version(), last_error: null });
  });

  test('with an endless answer delays nothing', async () => {
    const publisher = await openPublisher((response) => {
      const more = setInterval(() => response.write('x'.repeat(65_536)), 1);
      response.on('close', () => clearInterval(more));
    });
    expect(await tell(publisher.url)).toMatchObject({ state: 'told' });
  });

  test('is called less and less often, at random times, at least once a minute', () => {
    expect([1, 2, 3, 6, 7, 30, 5000].map((tries) => pauseAfter(tries, 0))).toEqual([
      1, 2, 4, 32, 60, 60, 60,
    ]);
    expect(pauseAfter(7, 1)).toBe(30);
  });

  test('does not have its address stored or logged', async () => {
    const publisher = await openPublisher((r) => r.writeHead(500).end());
    const hook = `${publisher.url}/hook-secret`;
    watch(hook);
    await settle(() => expect(publisher.received.length).toBeGreaterThan(0));
    await settle(async () => expect(await notice()).toMatchObject({ tries: 1 }));
    await settle(() => expect(shop.log).not.toEqual([]));
    for (const text of [shop.log, await notice()].map((part) => JSON.stringify(part))) {
      expect(text).not.toContain('hook-secret');
      expect(text).not.toContain(SECRET);
    }
    expect(shop.log.at(-1)).toMatchObject({ event: 'publisher_not_told', tries: 1 });
  });
});

describe('watching', () => {
  test('sends a message when a change commits', async () => {
    const publisher = await openPublisher();
    watch(publisher.url);
    await settle(() => expect(publisher.received).toHaveLength(1));
    // The listening connection is ready once a change is noticed before the next look.
    const times: number[] = [];
    for (let round = 1; round <= 12; round++) {
      await change(round);
      const committed = performance.now();
      await settle(() => expect(publisher.received).toHaveLength(round + 1));
      times.push((publisher.received[round]?.at ?? 0) - committed);
    }
    times.sort((a, b) => a - b);
    const [median = 0, slowest = 0] = [times[6], times.at(-1)];
    console.log(
      `From commit to delivery: ${median.toFixed(1)} ms, at most ${slowest.toFixed(1)} ms`,
    );
    // Without the notification a change waits for the next look, which comes every 5 s.
    expect(median).toBeLessThan(2500);
  });

  test('sends one more message for all changes during a message, with the last version', async () => {
    const held: ServerResponse[] = [];
    const publisher = await openPublisher((response) => held.push(response));
    watch(publisher.url);
    await settle(() => expect(held).toHaveLength(1));
    for (let price = 1; price <= 50; price++) await change(price);
    const last = await version();
    publisher.answer = (response) => response.end();
    held[0]?.end();
    await settle(async () => expect(await notice()).toMatchObject({ told: last }));
    expect(publisher.received).toHaveLength(2);
    expect(JSON.parse(publisher.received[1]?.body ?? '').version).toBe(last);
  });

  test('sends a message if the database has lost changes, even if nothing has changed since', async () => {
    const publisher = await openPublisher();
    watch(publisher.url);
    await settle(async () => expect(await notice()).toMatchObject({ told: await version() }));
    await recordLostTime(shop.services.db, 'server', new Date());
    await settle(() => expect(publisher.received).toHaveLength(2));
  });

  test('sends one message, even with four processes', async () => {
    const publisher = await openPublisher((response) => setTimeout(() => response.end(), 30));
    for (let process = 0; process < 4; process++) watch(publisher.url);
    for (let price = 1; price <= 5; price++) {
      await change(price);
      const now = await version();
      await settle(async () => expect(await notice()).toMatchObject({ told: now }));
    }
    const versions = publisher.received.map(({ body }) => JSON.parse(body).version);
    expect(versions).toEqual([...new Set(versions)]);
  });

  test('records the end of a discount at its time, even without a publisher', async () => {
    watch(null);
    const { db } = shop.services;
    const before = await shop.changes();
    await db.execute(sql`update products set discount_type = 'fixed', discount_amount = 1,
      discount_expires_at = clock_timestamp() + interval '400 milliseconds'`);
    // One for the discount, one for its end.
    await settle(async () => expect(await shop.changes()).toBe(before + 2));
    const { rows } = await db.execute(sql`
      select (extract(epoch from at - discount_expires_at) * 1000)::float8 as late
      from catalogue_changes, products order by catalogue_changes.id desc limit 1`);
    const late = Number(rows[0]?.late);
    console.log(`A discount that ended was recorded ${late.toFixed(1)} ms later`);
    expect(late).toBeGreaterThan(0);
    // Otherwise a look finds it 5 s later.
    expect(late).toBeLessThan(4000);
  });

  test('continues when the listening connection is cut', async () => {
    const publisher = await openPublisher();
    watch(publisher.url);
    await settle(() => expect(publisher.received).toHaveLength(1));
    const { db } = shop.services;
    const cut = sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like 'listen%'`;
    await settle(async () => expect((await db.execute(cut)).rows).toHaveLength(1));
    await change(1);
    await settle(() => expect(publisher.received).toHaveLength(2));
    const listening = sql`select from pg_stat_activity
      where datname = current_database() and query like 'listen%'`;
    await settle(async () => expect((await db.execute(listening)).rows).toHaveLength(1));
    expect(shop.log.map(({ event }) => event)).toContain('catalogue_listener_lost');
  });

  test('aborts its message on close, and the next process sends it', async () => {
    const publisher = await openPublisher(() => {});
    const stop = watch(publisher.url);
    await settle(() => expect(publisher.received).toHaveLength(1));
    await stop();
    expect(await notice()).toMatchObject({ told: null, tries: 0 });
    publisher.answer = (response) => response.end();
    watch(publisher.url);
    await settle(async () => expect(await notice()).toMatchObject({ told: await version() }));
  });
});
