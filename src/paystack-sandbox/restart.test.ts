import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { begin, call, press, startReceiver, startSandbox } from './sandbox.harness.ts';
import { createSandbox } from './sandbox.ts';

let folder: string;
let store: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  store = join(folder, 'not/there/yet/payments.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true }));

const verify = async (url: string, reference: string) =>
  (await call(url, `/transaction/verify/${reference}`)).body.data;

test('transactions, pages and the webhook log survive a restart', async () => {
  const shop = await startReceiver();
  const first = await startSandbox({ store, webhookUrl: shop.url });
  const paid = await begin(first.url, { reference: 'paid', metadata: { name: 'Ṣọlá' } });
  const open = await begin(first.url, { reference: 'open' });
  await press(paid.authorization_url, 'Pay now');
  await shop.until(1);
  const before = await verify(first.url, 'paid');
  await first.close();

  const second = await startSandbox({ store, webhookUrl: shop.url });
  expect(await verify(second.url, 'paid')).toEqual(before);
  const again = await call(second.url, '/transaction/initialize', {
    email: 'a@b.ng',
    amount: 1,
    reference: 'open',
  });
  expect(again.body.code).toBe('duplicate_reference');
  await press(`${second.url}/checkout/${open.access_code}`, 'Pay now');
  await shop.until(2);
  expect((await verify(second.url, 'open')).id).not.toBe(before.id);
  const { deliveries } = (await call(second.url, '/sandbox/webhooks')).body;
  expect(deliveries.map((entry: { reference: string }) => entry.reference)).toEqual([
    'open',
    'paid',
  ]);
  await second.close();
  await shop.close();
});

test('removes a half-written last line of a killed run and continues', async () => {
  const first = await startSandbox({ store });
  await begin(first.url, { reference: 'whole' });
  await first.close();
  const before = readFileSync(store, 'utf8');
  appendFileSync(store, before.slice(0, before.length - 25));

  const second = await startSandbox({ store });
  await begin(second.url, { reference: 'after' });
  await second.close();
  const third = await startSandbox({ store });
  expect(await verify(third.url, 'whole')).toMatchObject({ reference: 'whole' });
  expect(await verify(third.url, 'after')).toMatchObject({ reference: 'after' });
  await third.close();
});

test('names a line that is not a record', () => {
  writeFileSync(join(folder, 'broken.jsonl'), '{"kind":"transaction"}\n');
  const options = { secretKey: 'k', publicUrl: 'http://127.0.0.1:1' };
  expect(() => createSandbox({ ...options, store: join(folder, 'broken.jsonl') })).toThrow(
    /cannot read line 1 of .*broken\.jsonl\. Delete the file/,
  );
});

test('a transfer under way arrives after the restart, but not early', async () => {
  const first = await startSandbox({ store, transferDelayMs: 60_000 });
  const { authorization_url } = await begin(first.url, { reference: 'slow' });
  await press(authorization_url, 'Bank transfer');
  expect(await verify(first.url, 'slow')).toMatchObject({ status: 'pending', paid_at: null });
  await first.close();

  const shop = await startReceiver();
  const early = await startSandbox({ store, webhookUrl: shop.url });
  expect(await verify(early.url, 'slow')).toMatchObject({ status: 'pending' });
  await early.close();

  const later = () => Date.now() + 120_000;
  const second = await startSandbox({ store, webhookUrl: shop.url, clock: later });
  await shop.until(1);
  expect(await verify(second.url, 'slow')).toMatchObject({
    status: 'success',
    channel: 'bank_transfer',
  });
  await second.close();
  await shop.close();
});

test('an undelivered webhook is sent again after the restart, byte for byte', async () => {
  const deaf = await startReceiver(Array(9).fill(503));
  const first = await startSandbox({
    store,
    webhookUrl: deaf.url,
    webhookPausesMs: [1, 3_600_000],
  });
  const { authorization_url } = await begin(first.url, { reference: 'late' });
  await press(authorization_url, 'Pay now');
  const [missed] = await deaf.until(2);
  await first.close();

  const shop = await startReceiver();
  const second = await startSandbox({ store, webhookUrl: shop.url });
  const [webhook] = await shop.until(1);
  expect(webhook?.body.equals(missed?.body ?? Buffer.alloc(0))).toBe(true);
  await second.close();
  await deaf.close();
  await shop.close();
});
