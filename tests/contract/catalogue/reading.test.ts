import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EXTENSIONS, type Extension } from '#contract/extensions.ts';
import { createApi } from '#site/catalogue/reading/api.ts';
import { readCatalogue } from '#site/catalogue/reading/catalogue.ts';
import { openShop, product, type TestShop } from '../shop.harness.ts';

/** A build reads the real API over a real socket. */

let shop: TestShop;
let url: string;
let server: ReturnType<typeof serve>;
beforeAll(async () => {
  shop = await openShop({
    products: Array.from({ length: 130 }, (_, index) =>
      product({
        id: `p${index}`,
        tags: ['oud'],
        description: `Line\u2028end ${index}`,
        createdAt: new Date(Date.UTC(2026, 0, 1 + (index % 9))),
      }),
    ),
  });
  server = serve({ fetch: shop.app.fetch, port: 0, hostname: '127.0.0.1' });
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await shop.close();
});

const said: string[] = [];
const read = (without: readonly Extension[] = []) =>
  readCatalogue(createApi(url), {
    extensions: new Set(EXTENSIONS.filter((extension) => !without.includes(extension))),
    skipInvalid: false,
    log: (line) => said.push(line),
  });

test('the stream and the pages have the same products', async () => {
  const streamed = await read();
  const paged = await read(['catalogue.snapshot']);
  const byCounts = await read(['catalogue.snapshot', 'catalogue.version']);
  expect(streamed.products).toHaveLength(130);
  expect(paged).toEqual({ ...streamed, now: paged.now });
  expect(byCounts).toEqual({ ...streamed, version: undefined, now: byCounts.now });
  expect(said).toEqual([]);
});

test('an invalid product is left out and reported with its field', async () => {
  const { db } = shop.services;
  await db.execute(sql`update products set name = '' where id in ('p3', 'p4')`);
  for (const without of [[], ['catalogue.snapshot']] as const) {
    const { skipped } = await read(without);
    const reason = 'name: got "", wanted text';
    expect(skipped.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual([
      { name: 'p3', reason },
      { name: 'p4', reason },
    ]);
  }
  await db.execute(sql`update products set name = id`);
});
