import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eq } from 'drizzle-orm';
import { expect, it, onTestFinished, vi } from 'vitest';
import { freePort } from '#backend/db/cluster/cluster.ts';
import { stock } from '#backend/products/stock-tables.ts';
import { products } from '#backend/products/tables.ts';
import { factsOf } from '#publisher/release/facts.ts';
import { foldersOf, liveRelease } from '#publisher/release/folders.ts';
import { readStatus } from '#publisher/status.ts';
import { openShop } from '../shop.harness.ts';

const run = promisify(execFile);
const SECRET = 'a secret of a test with more than thirty-two characters';
it('a change by a command reaches the pages through the API, its message and a release', async () => {
  const port = await freePort();
  const shop = await openShop({
    PUBLISHER_URL: `http://127.0.0.1:${port}/publish`,
    PUBLISHER_SECRET: SECRET,
  });
  onTestFinished(() => shop.close());
  const folders = foldersOf(join(shop.dataDir, 'site'));
  const env = {
    PATH: process.env.PATH,
    PUBLISH_DIR: folders.root,
    API_URL: shop.apiUrl,
    SITE_URL: 'https://shop.example',
    PUBLISHER_PORT: String(port),
    PUBLISHER_SECRET: SECRET,
    DATABASE_URL: shop.databaseUrl,
    DATA_DIR: shop.dataDir,
  };
  const command = (...args: string[]) =>
    run(process.execPath, [`scripts/${args[0]}/main.ts`, ...args.slice(1)], { env });
  const publisher = spawn(process.execPath, ['scripts/publisher/main.ts', 'serve'], {
    stdio: 'ignore',
    env,
  });
  onTestFinished(async () => {
    const gone = once(publisher, 'exit');
    publisher.kill('SIGTERM');
    await gone;
  });
  const page = (name: string) => readFile(join(folders.live, `${name}.html`), 'utf8');
  const settled = () =>
    vi.waitFor(async () => {
      expect((await readStatus(folders)).wanted).toBeNull();
      const version = await fetch(`${shop.apiUrl}/api/catalogue/version`);
      const live = await factsOf(folders, (await liveRelease(folders)) ?? '');
      expect(live.version).toBe(((await version.json()) as { version: string }).version);
    });
  const publications = async () => (await readStatus(folders)).publications.length;

  // The API sends the first message by itself, because the publisher has no release.
  await settled();
  expect(await page('products/own-7')).not.toContain('₦701,000');

  await command('catalogue', 'set', 'own-7', 'price=701000');
  await vi.waitFor(async () => expect(await page('products/own-7')).toContain('₦701,000'));
  expect(await page('products')).toContain('₦701,000');
  await settled();

  // The live check updates the quantity. Pages show the label.
  const before = await publications();
  for (const onHand of [50, 49, 3]) {
    await shop.db.update(stock).set({ onHand }).where(eq(stock.productId, 'own-7'));
  }
  await vi.waitFor(async () => expect(await page('products/own-7')).toContain('Only 3 left'));
  await settled();

  // An imported list causes one publication.
  const list = join(shop.dataDir, 'list.csv');
  const rows = Array.from({ length: 30 }, (_, index) => `own-${index},${5000 + index}`);
  await writeFile(list, `id,price\n${rows.join('\n')}\n`);
  const beforeList = await publications();
  expect(beforeList).toBeLessThanOrEqual(before + 2);
  await command('catalogue', 'import', list);
  await vi.waitFor(async () => expect(await page('products/own-29')).toContain('₦5,029'));
  await settled();
  expect(await publications()).toBe(beforeList + 1);

  // After a rollback nothing is published until resume.
  expect((await command('publisher', 'rollback')).stdout).toContain('is live again');
  expect(await page('products/own-29')).not.toContain('₦5,029');
  await shop.db.update(products).set({ priceKobo: 602_900 }).where(eq(products.id, 'own-29'));
  await vi.waitFor(async () => expect((await readStatus(folders)).wanted).not.toBeNull());
  expect((await command('publisher', 'status')).stdout).toMatch(/Held since .*resume/);
  expect(await page('products/own-29')).not.toContain('₦6,029');
  await command('publisher', 'resume');
  expect(await page('products/own-29')).toContain('₦6,029');
});
