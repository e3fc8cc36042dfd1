import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { auditShop } from '#backend/audit/audit.ts';
import { createBackend } from '#backend/backend.ts';
import { backUp } from '#backend/backup/backup.ts';
import { restore } from '#backend/backup/restore.ts';
import { readTables } from '#backend/backup/tables.ts';
import { createFolderStore } from '#backend/media/objects/folder-store.ts';
import { readSettings } from '#backend/settings/settings.ts';
import { emptyDatabase } from '../../database/fresh.ts';
import { laterVersion } from '../../database/later-version.ts';
import { createFakePaystack, SUCCESS } from '../orders/paystack.fake.ts';
import { openShop, orderBody, product, type TestShop } from '../shop.harness.ts';

const paystack = createFakePaystack();
let shop: TestShop;
let folder: string;
let picture: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turare-backup-'));
  shop = await openShop({ paystack, products: [product({ id: 'oud', stock: 500 })] });
  const bytes = await sharp({
    create: { width: 800, height: 1000, channels: 3, background: '#a0522d' },
  })
    .jpeg()
    .toBuffer();
  picture = await shop.services.media.add(bytes);
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true });
});

/** Buys one bottle, up to the confirmed payment. */
async function buy(): Promise<string> {
  const begun = await shop.post('/api/payment/initialize', orderBody([['oud', 10_000, 1]]));
  const { reference } = begun.body.data;
  paystack.become(reference, SUCCESS);
  await shop.get(`/api/payment/verify/${reference}`);
  return reference;
}

/** Returns every row of every table, as text. */
async function contentOf(url: string): Promise<Record<string, string[]>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const content: Record<string, string[]> = {};
    for (const { name } of await readTables(client)) {
      const { rows } = await client.query(`select t::text as row from "${name}" t order by 1`);
      content[name] = rows.map(({ row }) => row);
    }
    return content;
  } finally {
    await client.end();
  }
}

/** Creates an empty database and data folder to restore into. */
async function newPlace() {
  const database = await emptyDatabase();
  onTestFinished(() => database.drop());
  const dataDir = await mkdtemp(join(folder, 'data-'));
  return { databaseUrl: database.url, dataDir, pictures: createFolderStore(dataDir) };
}

test('a restored shop equals the backed-up one, and continues to sell', async () => {
  await buy();
  const file = join(folder, 'whole.tar.gz');
  const before = await contentOf(shop.databaseUrl);
  await backUp(shop, file);
  const place = await newPlace();
  const restored = await restore(place, file);
  const { catalogue_changes: changes, ...rest } = await contentOf(place.databaseUrl);
  const { catalogue_changes: earlier, ...wanted } = before;
  expect(rest).toEqual(wanted);
  // The restore is a change: a publisher compares its site with the catalogue again.
  expect(changes).toHaveLength((earlier?.length ?? 0) + 1);
  expect(restored.pictures).toBe(1);

  const backend = await createBackend(
    readSettings({ DATABASE_URL: place.databaseUrl, DATA_DIR: place.dataDir }),
    { providers: [paystack], log: () => {} },
  );
  onTestFinished(() => backend.close());
  expect((await backend.app.request(`/media/${picture}/320.jpg`)).status).toBe(200);
  const sold = await backend.app.request('/api/payment/initialize', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(orderBody([['oud', 10_000, 1]], { email: 'later@example.com' })),
  });
  expect(sold.status).toBe(200);
  const audit = await auditShop(backend.services.db, { RESERVATION_MINUTES: 60 });
  expect(audit.violations).toEqual([]);
});

test('a backup is of one moment, while the shop sells', async () => {
  let selling = true;
  const buyers = Array.from({ length: 4 }, async () => {
    while (selling) await buy();
  });
  const file = join(folder, 'selling.tar.gz');
  await backUp(shop, file);
  selling = false;
  await Promise.all(buyers);
  const place = await newPlace();
  await restore(place, file);
  const backend = await createBackend(
    readSettings({ DATABASE_URL: place.databaseUrl, DATA_DIR: place.dataDir }),
    { providers: [paystack], log: () => {} },
  );
  onTestFinished(() => backend.close());
  const { violations, counts } = await auditShop(backend.services.db, { RESERVATION_MINUTES: 60 });
  expect(violations).toEqual([]);
  expect(counts.orders).toBeGreaterThan(0);
});

test('a file that was cut off or damaged leaves the database empty, and the whole one still works', async () => {
  const file = join(folder, 'cut.tar.gz');
  await backUp(shop, file);
  const bytes = await readFile(file);
  const place = await newPlace();
  await writeFile(file, bytes.subarray(0, bytes.length - 200));
  await expect(restore(place, file)).rejects.toThrow();
  const damaged = Buffer.from(bytes);
  damaged.fill(0, bytes.length - 5000, bytes.length - 4000);
  await writeFile(file, damaged);
  await expect(restore(place, file)).rejects.toThrow();
  expect((await contentOf(place.databaseUrl)).orders).toEqual([]);
  await writeFile(file, bytes);
  await restore(place, file);
  expect((await contentOf(place.databaseUrl)).orders).toEqual(
    (await contentOf(shop.databaseUrl)).orders,
  );
});

test('an existing shop is not overwritten, and other files are refused', async () => {
  const file = join(folder, 'there.tar.gz');
  await backUp(shop, file);
  await expect(restore(shop, file)).rejects.toThrow('The database has a shop already.');
  const place = await newPlace();
  await writeFile(file, 'not a backup');
  await expect(restore(place, file)).rejects.toThrow(`${file} cannot be read as a backup.`);
});

test('a backup of an earlier version becomes a shop of the later version', async () => {
  const file = join(folder, 'old.tar.gz');
  await backUp(shop, file);
  const longevity = {
    tag: '0099_longevity',
    sql: 'ALTER TABLE products ADD COLUMN longevity integer DEFAULT 8',
  };
  const later = await laterVersion(longevity);
  const place = await newPlace();
  await restore(place, file, () => {}, { migrations: later });
  const { products } = await contentOf(place.databaseUrl);
  expect(products).toEqual([expect.stringMatching(/^\(oud,.*,8\)$/)]);
});
