import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { containerFaults, containerSettings } from './environment.ts';

async function storage() {
  const folder = await mkdtemp(join(tmpdir(), 'turare-storage-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return { storage: folder, dataDir: join(folder, 'data') };
}

test('a domain is the address of the shop, unless another one is given', async () => {
  const place = await storage();
  expect(containerSettings(place, { DOMAIN: 'shop.example' })).toMatchObject({
    SITE_URL: 'https://shop.example',
    DATA_DIR: place.dataDir,
    HOST: '127.0.0.1',
  });
  const given = { DOMAIN: 'shop.example', SITE_URL: 'https://www.shop.example' };
  expect(containerSettings(place, given).SITE_URL).toBe('https://www.shop.example');
  // An empty setting counts as absent.
  expect(containerSettings(place, { DOMAIN: 'shop.example', SITE_URL: '' }).SITE_URL).toBe(
    'https://shop.example',
  );
});

test.for([
  [{}, 'DOMAIN is needed'],
  [{ DOMAIN: 'https://shop.example' }, 'DOMAIN must be the name of a host alone'],
  [{ DOMAIN: 'shop.example:8443' }, 'DOMAIN must be the name of a host alone'],
  [{ DOMAIN: 'shop.example {' }, 'DOMAIN must be the name of a host alone'],
] as const)('what is wrong with %j is said', ([given, fault]) => {
  expect(containerFaults(given)).toEqual([expect.stringContaining(fault)]);
});

test('a domain, or the address of a proxy, is enough', () => {
  expect(containerFaults({ DOMAIN: 'xn--d-0ga.shop.example' })).toEqual([]);
  expect(containerFaults({ SITE_URL: 'https://shop.example' })).toEqual([]);
});

test('the mail server may have the names that ONCE gives it', async () => {
  const place = await storage();
  const given = {
    SMTP_ADDRESS: 'mail.shop.example',
    SMTP_PORT: '587',
    SMTP_USERNAME: 'ada@shop.example',
    SMTP_PASSWORD: 'a/b:c',
    MAILER_FROM_ADDRESS: 'orders@shop.example',
  };
  expect(containerSettings(place, given)).toMatchObject({
    SMTP_URL: 'smtp://ada%40shop.example:a%2Fb%3Ac@mail.shop.example:587',
    MAIL_FROM: 'orders@shop.example',
  });
  expect(containerSettings(place, { ...given, SMTP_PORT: '465' }).SMTP_URL).toMatch(/^smtps:/);
  const own = { ...given, SMTP_URL: 'smtp://127.0.0.1:25' };
  expect(containerSettings(place, own).SMTP_URL).toBe('smtp://127.0.0.1:25');
});

test('a seal key is made once, for its owner alone', async () => {
  const place = await storage();
  const first = containerSettings(place, {}).ORDER_SEAL_KEY;
  expect(first).toMatch(/^[0-9a-f]{64}$/);
  expect(containerSettings(place, {}).ORDER_SEAL_KEY).toBe(first);
  expect((await stat(join(place.storage, 'order-seal-key'))).mode & 0o777).toBe(0o600);
});

test("a shop's own folder in the storage is used", async () => {
  const place = await storage();
  expect(containerSettings(place, {}).SHOP_DIR).toBeUndefined();
  await mkdir(join(place.storage, 'shop'));
  await writeFile(join(place.storage, 'shop/shop.json'), '{}');
  expect(containerSettings(place, {}).SHOP_DIR).toBe(join(place.storage, 'shop'));
});
