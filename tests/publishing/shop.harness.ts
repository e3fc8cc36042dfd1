import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startCluster } from '#backend/db/cluster/cluster.ts';
import { connect, type Database } from '#backend/db/connect.ts';
import { migrate } from '#backend/db/migrate.ts';
import { media } from '#backend/media/tables.ts';
import { insertProducts, writeCatalogue } from '#backend/products/fields/writer.ts';
import { synthesize } from '#demo/synth.ts';
import { product } from '../contract/shop.harness.ts';
import { startApi } from '../faults/api-process.ts';

/** Products with one picture each, which the synthetic ones share. */
const PICTURED = 50;

/** A database with a catalogue of any size, and the API over it as a separate process. */
export interface PublishedShop {
  dataDir: string;
  apiUrl: string;
  databaseUrl: string;
  db: Database;
  /** Grows the catalogue to this many products. */
  grow(count: number): Promise<void>;
  close(): Promise<void>;
}

/** Opens such a shop. @param env - further settings of the API. */
export async function openShop(env: Record<string, string> = {}): Promise<PublishedShop> {
  const dataDir = await mkdtemp(join(tmpdir(), 'turare-shop-'));
  const cluster = await startCluster({ dataDir });
  await migrate(cluster.url);
  const { db, close } = connect(cluster.url);
  const pictures = Array.from({ length: PICTURED }, (_, index) => ({
    hash: index.toString(16).padStart(40, '0'),
    mime: 'image/jpeg',
    width: 1200,
    height: 1500,
    color: '#aa8866',
  }));
  await db.insert(media).values(pictures);
  await writeCatalogue(db, (transaction) =>
    insertProducts(
      transaction,
      pictures.map(({ hash }, index) => ({ ...product({ id: `own-${index}` }), pictures: [hash] })),
    ),
  );
  const api = await startApi(await freePort(), {
    SHOP_MODE: 'production',
    DATABASE_URL: cluster.url,
    DATA_DIR: dataDir,
    SITE_URL: 'https://shop.example',
    PAYSTACK_SECRET_KEY: 'sk_live_of_a_test',
    ORDER_SEAL_KEY: 'seal'.repeat(8),
    SMTP_URL: 'smtp://127.0.0.1:9',
    MERCHANT_EMAIL: 'orders@shop.example',
    ...env,
  });
  return {
    dataDir,
    apiUrl: api.url,
    databaseUrl: cluster.url,
    db,
    async grow(count) {
      await synthesize(db, { count: count - PICTURED, seed: 1 });
    },
    async close() {
      await api.stop();
      await close();
      await cluster.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
