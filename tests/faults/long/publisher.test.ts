import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freePort } from '#backend/db/cluster/cluster.ts';
import { type FreshDatabase, freshDatabase } from '../../database/fresh.ts';
import { startApi } from '../api-process.ts';

/** `kill -9` of the API before the publisher has received a change. */

let database: FreshDatabase;
let client: pg.Client;
let url: string;
let answer: (response: ServerResponse) => void = () => {};
const received: string[] = [];
const server = createServer(async (request, response) => {
  // The API also asks how the publisher is, and then treats it as one that cannot say.
  if (request.method === 'GET') {
    response.writeHead(404).end();
    return;
  }
  let body = '';
  for await (const chunk of request) body += chunk;
  received.push(JSON.parse(body).version);
  answer(response);
});
beforeAll(async () => {
  database = await freshDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`insert into products (id, name, price_kobo) values ('oud', 'Oud', 100)`);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/publish`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await client.end();
  await database.drop();
});

const told = async () => (await client.query('select told from publisher_notices')).rows[0]?.told;
/** Returns the number of changes in the version of a message. */
const counted = (version: string | null | undefined) => Number.parseInt(version ?? '', 10);
const changes = async () =>
  Number(
    (
      await client.query(
        'select removed + (select count(*) from catalogue_changes) as changes from catalogue_record',
      )
    ).rows[0].changes,
  );
const soon = { timeout: 30_000, interval: 20 };

// It starts three processes, one after the other.
const timeout = 180_000;

test('no change is lost to a crash during a message, or while no process runs', {
  timeout,
}, async () => {
  const env = {
    DATABASE_URL: database.url,
    PUBLISHER_URL: url,
    PUBLISHER_SECRET: 'a secret of thirty-two characters',
  };
  const port = await freePort();
  // The publisher has received the message, but never answers.
  const first = await startApi(port, env);
  await vi.waitFor(() => expect(received).toHaveLength(1), soon);
  await first.kill();
  expect(await told()).toBeNull();

  // While no process runs, there is a manual change, and a discount ends.
  await client.query(`update products set price_kobo = 200, discount_type = 'fixed', discount_amount = 1,
    discount_expires_at = clock_timestamp() + interval '1 second'`);
  const before = await changes();
  await client.query('select pg_sleep(1.1)');
  answer = (response) => response.end();
  const second = await startApi(port, env);
  await vi.waitFor(async () => expect(counted(await told())).toBe(before + 1), soon);
  expect(counted(received.at(-1))).toBe(before + 1);
  const notice = expect.stringMatching(/^There is no shipping place/) as string;
  expect(first.noise.concat(second.noise)).toEqual([notice, notice]);

  // The process that waits for the end of a discount dies, and another one runs.
  await client.query(
    `update products set discount_expires_at = clock_timestamp() + interval '2 seconds'`,
  );
  const third = await startApi(await freePort(), env);
  await second.kill();
  await vi.waitFor(async () => expect(counted(await told())).toBe(before + 3), soon);
  expect(await changes()).toBe(before + 3);
  await third.stop();
});
