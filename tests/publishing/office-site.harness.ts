import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';
import { freePort } from '#backend/db/cluster/cluster.ts';
import type { NewProduct } from '#backend/products/fields/writer.ts';
import { listen } from '#process/listen.ts';
import { publisherApp } from '#publisher/app.ts';
import { Follower } from '#publisher/follower.ts';
import { readStatus } from '#publisher/status.ts';
import { type OfficeShop, openOffice } from '../contract/admin/office.harness.ts';
import { newPublisher } from './publisher.harness.ts';

const SECRET = 'a secret of a test with more than thirty-two characters';
/** A shop with its back office, and a publisher that follows its catalogue. */
export interface OfficeSite {
  shop: OfficeShop;
  /** A file of the live site, such as 'index.html'. */
  read(file: string): Promise<string>;
  /** Waits until a file of the live site holds the text. */
  shows(file: string, text: string | RegExp): Promise<void>;
  /** Whether a change waits. */
  waits(): Promise<boolean>;
  /** Waits until no change waits. */
  settled(): Promise<void>;
}

/** Opens both, with a first release. They close after the test. */
export async function openOfficeSite(products: readonly NewProduct[]): Promise<OfficeSite> {
  const [port, apiPort] = [await freePort(), await freePort()];
  const shop = await openOffice({
    products,
    settings: { PUBLISHER_URL: `http://127.0.0.1:${port}/publish`, PUBLISHER_SECRET: SECRET },
  });
  onTestFinished(() => shop.close());
  onTestFinished(await listen(shop.app.fetch, apiPort, 'API_PORT'));
  const publisher = await newPublisher({ url: `http://127.0.0.1:${apiPort}` });
  const { folders } = publisher;
  const follower = new Follower(publisher, () => {}, { ahead: false });
  onTestFinished(() => follower.close());
  const app = publisherApp({ secret: SECRET, folders, follower });
  onTestFinished(await listen(app.fetch, port, 'PUBLISHER_PORT'));
  shop.startWork();

  const read = (file: string) => readFile(join(folders.live, file), 'utf8');
  const site: OfficeSite = {
    shop,
    read,
    shows: (file, text) => vi.waitFor(async () => expect(await read(file)).toMatch(text)),
    waits: async () => (await readStatus(folders)).wanted !== null,
    settled: () => vi.waitFor(async () => expect(await site.waits()).toBe(false)),
  };
  await vi.waitFor(() => read('index.html'));
  await site.settled();
  return site;
}
