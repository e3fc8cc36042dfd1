import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { freePort } from '#backend/db/cluster/cluster.ts';
import { listen } from '#process/listen.ts';
import { publisherApp } from '#publisher/app.ts';
import { Follower } from '#publisher/follower.ts';
import { readStatus } from '#publisher/status.ts';
import { openOffice } from '../../contract/admin/office.harness.ts';
import { product } from '../../contract/shop.harness.ts';
import { newPublisher } from '../publisher.harness.ts';

const SECRET = 'a secret of a test with more than thirty-two characters';
/** How long to wait for a publication on a busy machine (ms). */
const PATIENCE = { timeout: 120_000, interval: 100 };

it('words of the back office reach the landing page; a roll back holds them, and resuming brings them', async () => {
  const [port, apiPort] = [await freePort(), await freePort()];
  const shop = await openOffice({
    products: [product({ id: 'oud' }), product({ id: 'rose' })],
    settings: { PUBLISHER_URL: `http://127.0.0.1:${port}/publish`, PUBLISHER_SECRET: SECRET },
  });
  onTestFinished(() => shop.close());
  onTestFinished(await listen(shop.app.fetch, apiPort, 'API_PORT'));
  const publisher = await newPublisher({ url: `http://127.0.0.1:${apiPort}` });
  const { folders } = publisher;
  const follower = new Follower(publisher, () => {}, false);
  onTestFinished(() => follower.close());
  const app = publisherApp({ secret: SECRET, folders, follower });
  onTestFinished(await listen(app.fetch, port, 'PUBLISHER_PORT'));
  shop.startWork();

  const landing = () => readFile(join(folders.live, 'index.html'), 'utf8');
  const shows = (text: string) =>
    vi.waitFor(async () => expect(await landing()).toContain(text), PATIENCE);
  const settled = () =>
    vi.waitFor(async () => expect((await readStatus(folders)).wanted).toBeNull(), PATIENCE);
  await shows('Save Up to 40%');
  await settled();

  const owner = await shop.signIn('owner', 'Ada');
  const [PROMO, PAGE] = ['/admin/shop/promo', '/admin/publications'];
  await owner.submit(PROMO, PROMO, { promo: 'Harmattan sale' });
  await shows('Harmattan sale');
  await settled();
  const live = /Live Release (\d+)/.exec((await owner.open(PAGE)).text)?.[1];
  expect(Number(live)).toBeGreaterThan(1);

  const earlier = `${PAGE}/releases/${String(Number(live) - 1).padStart(6, '0')}`;
  const back = await owner.submit(earlier, earlier);
  expect(back.text).toContain('Nothing is published since');
  expect(await landing()).toContain('Save Up to 40%');

  await owner.submit(PROMO, PROMO, { promo: 'Rainy season sale' });
  await vi.waitFor(async () => expect((await readStatus(folders)).wanted).not.toBeNull(), PATIENCE);
  expect(await landing()).toContain('Save Up to 40%');

  const resumed = await owner.submit(PAGE, `${PAGE}/resume`);
  expect(resumed.text).toContain('Changes are published again.');
  await shows('Rainy season sale');
});
