import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../database/fresh.ts';
import { type Gate, startGate } from '../../gate.ts';
import { type FaultShop, openFaultShop } from '../../shop.harness.ts';
import { newShopper } from '../../shopper.ts';
import { connects, keepConnection, readOn } from '../../visitors.ts';

/** A process of the API is asked to stop while shoppers buy and read. */

const SHOPPERS = 5;
const READERS = 4;

let database: FreshDatabase;
let shop: FaultShop;
let gate: Gate;
beforeAll(async () => {
  database = await freshDatabase();
  shop = await openFaultShop({
    databaseUrl: database.url,
    stock: { oud: 500 },
    places: 1,
    paystack: async (sandboxUrl) => {
      gate = await startGate(sandboxUrl);
      return gate.url;
    },
  });
});
afterAll(async () => {
  await shop?.close();
  await gate?.close();
  await database?.drop();
});

test('a stopping API completes running calls, refuses new ones, and ends without an error', async () => {
  const api = await shop.start(0);
  const { port } = new URL(api.url);
  const kept = await keepConnection(`${api.url}/api/health`);
  const purchases = Array.from({ length: SHOPPERS }, () =>
    newShopper('oud', 1).initialize(api.url),
  );
  await gate.waiting(SHOPPERS);
  const readers = Array.from({ length: READERS }, () =>
    readOn(`${api.url}/api/product?page=1&limit=5`),
  );
  await vi.waitFor(() => {
    for (const { statuses } of readers) expect(statuses.length).toBeGreaterThan(3);
  }, 30_000);

  const stopped = api.stop();
  await vi.waitFor(async () => expect(await connects(Number(port))).toBe('ECONNREFUSED'), {
    interval: 5,
  });
  expect(api.ended()).toBeNull();
  gate.open();
  for (const purchase of await Promise.all(purchases)) {
    expect(purchase).toMatchObject({ got: { page: expect.stringContaining('http') as string } });
  }
  const began = performance.now();
  await stopped;
  // Neither the kept connection nor a pause between two rounds of the workers delays it.
  expect(performance.now() - began).toBeLessThan(10_000);
  kept.close();

  for (const { statuses, done } of readers) {
    expect(await done).toMatch(/^(ECONNREFUSED|ECONNRESET)$/);
    expect(new Set(statuses)).toEqual(new Set([200]));
  }
  expect(api.ended()).toBe('exit code 0');
  expect(api.log).toEqual([]);
  expect(api.noise).toEqual([]);
  const { rows } = await shop.client.query(
    'select count(*)::int from payments where page is not null',
  );
  expect(rows).toEqual([{ count: SHOPPERS }]);
});
