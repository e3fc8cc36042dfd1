import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readShopSettings } from './settings.ts';
import { openShop } from './shop.ts';

const PRODUCTION = {
  SHOP_MODE: 'production',
  SITE_URL: 'https://shop.example',
  PAYSTACK_SECRET_KEY: 'sk_live_of_a_test',
  ORDER_SEAL_KEY: 'seal'.repeat(8),
  SMTP_URL: 'smtp://127.0.0.1:9',
  MERCHANT_EMAIL: 'orders@shop.example',
};

test.each([
  ['in production', PRODUCTION, 'does not work with SHOP_MODE=production'],
  [
    'over a database elsewhere',
    { DATABASE_URL: 'postgres://127.0.0.1:9/turare' },
    'the data is in the database of DATABASE_URL',
  ],
])('new data is refused %s, and nothing is deleted', async (_, env, sentence) => {
  const folder = await mkdtemp(join(tmpdir(), 'turare-fresh-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'postgres-password');
  await writeFile(file, 'kept');
  const settings = readShopSettings({ ...env, DATA_DIR: folder, PORT: '4788' });
  await expect(openShop(settings, { fresh: true, site: false })).rejects.toThrow(sentence);
  expect(await readFile(file, 'utf8')).toBe('kept');
});
