import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accounts } from '#backend/accounts/tables.ts';
import { products } from '#backend/products/tables.ts';
import { reviews } from '#backend/reviews/tables.ts';
import { readShopSettings } from '#shop/settings.ts';
import { openShop } from '#shop/shop.ts';
import { type FreshDatabase, freshDatabase } from '../../database/fresh.ts';

let database: FreshDatabase;
let dataDir: string;
beforeAll(async () => {
  database = await freshDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'turare-production-'));
});
afterAll(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

test('a shop in production opens without a demo product, review or shopper', async () => {
  const settings = readShopSettings({
    SHOP_MODE: 'production',
    SITE_URL: 'https://turare.example',
    PAYSTACK_SECRET_KEY: 'sk_live_turare',
    ORDER_SEAL_KEY: 'seal'.repeat(8),
    SMTP_URL: 'smtp://127.0.0.1:1',
    MERCHANT_EMAIL: 'orders@turare.example',
    ...database.settings,
    DATA_DIR: dataDir,
    WARM_PICTURES: 'off',
  });
  // The system chooses the port.
  const shop = await openShop({ ...settings, port: 0 }, { fresh: false, site: false });
  if (!shop) throw new Error('Nothing cancelled the shop, but it did not open');
  try {
    const { db } = shop.backend.services;
    for (const table of [products, reviews, accounts]) expect(await db.$count(table)).toBe(0);
  } finally {
    await shop.close();
  }
});
