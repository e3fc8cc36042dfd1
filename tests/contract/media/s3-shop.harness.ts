import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { onTestFinished } from 'vitest';
import { type Backend, createBackend } from '#backend/backend.ts';
import type { LogEntry } from '#backend/base/log.ts';
import { readSettings } from '#backend/settings/settings.ts';
import { type S3Server, startS3 } from '../../s3/server.ts';
import { type CatalogueShop, openCatalogueShop } from '../catalogue/catalogue.harness.ts';
import { createFakePaystack } from '../orders/paystack.fake.ts';

/** A shop whose pictures are in a bucket of a real S3 server. */
export interface S3Shop extends CatalogueShop {
  s3: S3Server;
  /** Imports a product with its own picture, and returns the hash. */
  sell(id: string, colour: string): Promise<string>;
}

export async function openS3Shop(): Promise<S3Shop> {
  const s3 = await startS3();
  const shop = await openCatalogueShop({ settings: s3.settings });
  return {
    ...shop,
    s3,
    async sell(id, colour) {
      const file = join(shop.folder, `${id}.png`);
      await sharp({ create: { width: 700, height: 800, channels: 3, background: colour } })
        .png()
        .toFile(file);
      await shop.importText(`id,name,price,pictures\n${id},Oud,1000,${id}.png\n`);
      const { body } = await shop.get(`/api/product/${id}`);
      return String(body.product.image).split('/')[2] ?? '';
    },
    async close() {
      await shop.close();
      await s3.close();
    },
  };
}

/** Starts another process of the shop, on another machine, for one test. */
export async function otherMachine(
  shop: S3Shop,
  settings: Record<string, string> = {},
): Promise<Backend & { log: LogEntry[] }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'turare-machine-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const log: LogEntry[] = [];
  const place = { DATABASE_URL: shop.databaseUrl, DATA_DIR: dataDir };
  const backend = await createBackend(
    readSettings({ ...shop.s3.settings, ...place, ...settings }),
    { providers: [createFakePaystack()], log: (entry) => log.push(entry), measured: true },
  );
  onTestFinished(() => backend.close());
  return { ...backend, log };
}

/** Requests a picture from a process. */
export async function picture({ app }: Pick<Backend, 'app'>, path: string) {
  const answer = await app.request(`/media/${path}`);
  return { status: answer.status, answer, bytes: Buffer.from(await answer.arrayBuffer()) };
}
