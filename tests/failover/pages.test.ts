import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { productDetail, productList } from '#contract/product.ts';
import { startMachine } from '../publishing/machine.harness.ts';
import { startPair } from './pair.ts';

/** Milliseconds until pages show again what is charged. */
const WITHIN_MS = 60_000;
const DEARER = 777_000;

test('a published price is lost with the primary: within a minute the pages show the charged price', async () => {
  const pair = await startPair();
  onTestFinished(() => pair.close());
  const folder = await mkdtemp(join(tmpdir(), 'turare-pages-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const shop = await startMachine(folder, { DATABASE_URL: pair.url });
  const list = await fetch(`${shop.url}/api/product?limit=50`);
  const { products } = productList.parse(await list.json());
  const id = products.find(({ discount }) => !discount)?.id;
  const charged = async () => {
    const answer = await fetch(`${shop.url}/api/product/${id}`);
    return productDetail.parse(await answer.json()).product.price;
  };
  const shown = async () => (await fetch(`${shop.url}/products/${id}`)).text();
  const said = (naira: number) => `₦${naira.toLocaleString('en-NG')}`;
  const price = await charged();
  expect(await shown()).toContain(said(price));

  pair.cable.cut();
  const client = new pg.Client({ connectionString: pair.url });
  await client.connect();
  await client.query('update products set price_kobo = $1 where id = $2', [DEARER * 100, id]);
  await client.end();
  await vi.waitFor(async () => expect(await shown()).toContain(said(DEARER)));
  await pair.primary.kill();
  const killed = performance.now();
  await pair.promote();
  await vi.waitFor(
    async () => {
      expect(await charged()).toBe(price);
      const page = await shown();
      expect(page).toContain(said(price));
      expect(page).not.toContain(said(DEARER));
    },
    { interval: 200, timeout: WITHIN_MS },
  );
  console.log(
    `The page agreed ${((performance.now() - killed) / 1000).toFixed(1)} s after the loss`,
  );
});
