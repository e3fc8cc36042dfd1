import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { freePort } from '#backend/db/cluster/cluster.ts';
import { backUpShop } from '#machine/backup/timed.ts';
import { describeFindings } from '#machine/checks/describe.ts';
import { examine } from '#machine/doctor/doctor.ts';
import { readMachine } from '#machine/place.ts';
import { readShopStatus } from '#machine/status/status.ts';
import { readShopSettings } from '#shop/settings.ts';
import { type FreshDatabase, freshDatabase } from '../../database/fresh.ts';
import { makeCertificate } from '../../hosting/certificate.ts';
import { type FaultShop, openFaultShop } from '../shop.harness.ts';
import { newShopper, pay } from '../shopper.ts';

/** The output of `turare doctor` and `turare status` about a real running shop, with one fault at a time. */

let database: FreshDatabase;
let shop: FaultShop;
let folder: string;
let env: Record<string, string>;
beforeAll(async () => {
  database = await freshDatabase();
  folder = await mkdtemp(join(tmpdir(), 'turare-doctor-'));
  shop = await openFaultShop({ databaseUrl: database.url, stock: { oud: 100 }, places: 1 });
  const api = await shop.start(0);
  shop.relay.target = api.url;
  env = { ...shop.env, SITE_URL: api.url, BACKUP_FOLDER: folder };
  await backUpShop(readShopSettings(env).backend);
});
afterAll(async () => {
  await shop?.close();
  await database?.drop();
  if (folder) await rm(folder, { recursive: true });
});

const machine = () => ({
  ...readMachine({ TURARE_CONTAINER: '1', TURARE_PREFIX: folder }),
  apis: [env.SITE_URL ?? ''],
});
const doctor = (more: Record<string, string> = {}, sendMail = false) =>
  examine(machine(), { env: { ...env, ...more }, sendMail });
/** Returns the effect of a fault: the findings that are faults now and were not before. */
async function faultsWith(more: Record<string, string>, sendMail = false) {
  const found = await doctor(more, sendMail);
  // No publisher runs here, and this machine may be small or full.
  const known = ['site', 'memory', 'disk'];
  const faults = found.filter(({ name, state }) => state === 'fault' && !known.includes(name));
  for (const { fix } of faults) expect(fix ?? '').not.toBe('');
  return Object.fromEntries(faults.map(({ name, says }) => [name, says]));
}
/** Opens a server that is closed at the end of the test. */
async function listening(server: ReturnType<typeof createHttpServer>): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

test('a healthy shop has no fault, a message is sent, and no secret is printed', async () => {
  expect(await faultsWith({})).toEqual({});
  const before = shop.mail.arrived.length;
  const found = await doctor({}, true);
  expect(found.find(({ name }) => name === 'mail')).toMatchObject({ state: 'well' });
  expect(shop.mail.arrived).toHaveLength(before + 1);
  const { lines } = describeFindings(found);
  const secrets = [env.PAYSTACK_SECRET_KEY, new URL(database.url).password];
  for (const secret of secrets) expect(lines.join('\n')).not.toContain(secret);
  // Our own message is stored once, however often it is sent.
  const { rows } = await shop.client.query('select event from webhook_events');
  expect(rows).toEqual([{ event: 'turare.doctor' }]);
});

test('status shows it on one screen, with an exit code', async () => {
  const { version, address, findings } = await readShopStatus(machine(), env);
  expect({ version, address }).toEqual({
    version: JSON.parse(await readFile('package.json', 'utf8')).version,
    address: env.SITE_URL,
  });
  const { lines, code } = describeFindings(findings);
  expect(code).toBe(1);
  expect(lines.join('\n')).toMatch(/FAULT +site +No release of the site is live yet/);
  expect(lines.join('\n')).toMatch(/API +http\S+ can sell/);
  expect(lines.join('\n')).toMatch(/work +0 orders to pack/);
  expect(lines.length).toBeLessThan(24);
});

test('wrong settings: all of them at once, and no further checks', async () => {
  const found = await doctor({ BACKUP_S3_BUCKET: 'shop-backups', SITE_URL: 'shop.example' });
  expect(found).toHaveLength(1);
  for (const name of ['SITE_URL', 'BACKUP_S3_ENDPOINT', 'BACKUP_S3_SECRET_KEY'])
    expect(found[0]?.says).toContain(name);
  const recipient = `age1${'q'.repeat(58)}`;
  const store = { BACKUP_S3_ENDPOINT: 'http://127.0.0.1:9', BACKUP_S3_BUCKET: 'backups' };
  const key = { BACKUP_S3_KEY_ID: 'key', BACKUP_S3_SECRET_KEY: 'secret' };
  const { settings, backups } = await faultsWith({
    ...store,
    ...key,
    BACKUP_AGE_RECIPIENT: recipient,
  });
  expect(settings).toContain('BACKUP_AGE_RECIPIENT is not a public key of age');
  expect(backups).toMatch(/S3 bucket backups .* cannot be reached/);
});

test('a key that Paystack does not know, and that differs from the running shop’s', async () => {
  const faults = await faultsWith({ PAYSTACK_SECRET_KEY: 'sk_test_another_key' });
  expect(faults).toEqual({
    Paystack: expect.stringContaining('does not know the key'),
    webhook: expect.stringContaining('runs with another key'),
  });
});

test('Flutterwave: a key that it does not know, and a running shop that does not use it yet', async () => {
  const faults = await faultsWith({
    PAYMENT_WAYS: 'paystack,flutterwave',
    FLUTTERWAVE_URL: `${shop.sandbox.url}/v3`,
    FLUTTERWAVE_SECRET_KEY: 'FLWSECK_TEST-another-X',
    FLUTTERWAVE_WEBHOOK_HASH: 'a secret hash',
  });
  expect(faults).toEqual({
    Flutterwave: expect.stringContaining('does not know the key of FLUTTERWAVE_SECRET_KEY'),
    webhook: `${env.SITE_URL}/api/payment/webhook/flutterwave answers 404 to a message as Flutterwave sends it.`,
  });
});

test('nobody at the public address', async () => {
  const site = `http://127.0.0.1:${await freePort()}`;
  expect(await faultsWith({ SITE_URL: site })).toEqual({
    webhook: `${site} does not answer. Nobody listens there.`,
  });
});

test('something else at the public address, which accepts everything', async () => {
  const port = await listening(
    createHttpServer((_, answer) => answer.end(JSON.stringify({ received: true }))),
  );
  expect(await faultsWith({ SITE_URL: `http://127.0.0.1:${port}` })).toEqual({
    webhook: expect.stringContaining('answers 200 to a message with a wrong signature'),
  });
});

test('a mail server that is away, and one that refuses the password', async () => {
  const away = await faultsWith({ SMTP_URL: 'smtp://shop:secret-word@127.0.0.1:9' }, true);
  expect(away).toEqual({ mail: expect.stringMatching(/^No message can be sent: .*ECONNREFUSED/) });
  const port = new URL(shop.mail.url).port;
  const refused = await faultsWith({ SMTP_URL: `smtp://a:secret-word@127.0.0.1:${port}` }, true);
  expect(refused.mail).toMatch(/^No message can be sent/);
  expect(JSON.stringify([away, refused])).not.toContain('secret-word');
});

test('a clock that is wrong', async () => {
  const port = await listening(
    createHttpServer((_, answer) => {
      answer.setHeader('date', new Date(Date.now() + 3_600_000).toUTCString());
      answer.end('{}');
    }),
  );
  expect(await faultsWith({ PAYSTACK_URL: `http://127.0.0.1:${port}` })).toEqual({
    clock: expect.stringMatching(/^It differs by (360|359)\d s/),
  });
});

test('a certificate that no browser trusts, or one for another name', async () => {
  await makeCertificate(folder);
  const port = await listening(
    createHttpsServer({
      key: await readFile(join(folder, 'privkey.pem')),
      cert: await readFile(join(folder, 'fullchain.pem')),
    }),
  );
  const { certificate: own } = await faultsWith({ SITE_URL: `https://127.0.0.1:${port}` });
  expect(own).toMatch(/^Browsers do not trust it \(DEPTH_ZERO_SELF_SIGNED_CERT\)/);
  const { certificate: other } = await faultsWith({ SITE_URL: `https://localhost:${port}` });
  expect(other).toBe('It is not for localhost.');
});

test('an absent database is reported by each check that needs it, and the others continue', async () => {
  const url = 'postgres://turare:secret-word@127.0.0.1:9/shop';
  const faults = await faultsWith({ DATABASE_URL: url });
  expect(Object.keys(faults).toSorted()).toEqual([
    'backups',
    'database',
    'last webhook',
    'put aside',
  ]);
  expect(JSON.stringify(faults)).not.toContain('secret-word');
});

test('backups that are old, missing or damaged', async () => {
  await shop.client.query("update newest_backup set at = now() - interval '3 days'");
  expect(await faultsWith({})).toEqual({ backups: expect.stringContaining('is 72 hours old') });
  await shop.client.query('update newest_backup set at = now()');
  await shop.client.query("update backup_targets set damaged = '{shop-2026-11-01T0300.tar.gz}'");
  expect(await faultsWith({})).toEqual({
    backups: 'shop-2026-11-01T0300.tar.gz cannot be restored.',
  });
  await shop.client.query("update backup_targets set damaged = '{}'");
  expect(await faultsWith({ BACKUP_FOLDER: join(folder, 'away') })).toMatchObject({
    backups: expect.stringContaining('Make the folder, or mount its disk'),
  });
  // The files themselves count, whatever the table says.
  await shop.client.query('delete from newest_backup');
  expect(await faultsWith({})).toEqual({});
  const empty = join(folder, 'empty');
  await mkdir(empty);
  await shop.client.query('insert into newest_backup (at) values (now())');
  expect(await faultsWith({ BACKUP_FOLDER: empty })).toEqual({
    backups: `There is none in the folder ${empty}.`,
  });
  await writeFile(join(empty, 'shop-2026-01-01T0300.tar.gz'), '');
  expect(await faultsWith({ BACKUP_FOLDER: empty })).toEqual({
    backups: expect.stringMatching(/is [\d,]+ hours old/),
  });
});

test('the settings are readable by others', async () => {
  const { settingsFile } = machine();
  await rm(join(folder, 'storage'), { recursive: true, force: true });
  await mkdir(join(folder, 'storage'));
  await writeFile(settingsFile, '', { mode: 0o644 });
  onTestFinished(() => rm(settingsFile));
  expect(await faultsWith({})).toEqual({ settings: `Others can read ${settingsFile}.` });
});

test('Paystack never tells of a payment, and then it does', async () => {
  const api = env.SITE_URL ?? '';
  const buy = async () => {
    const shopper = newShopper('oud', 1);
    const begun = await shopper.initialize(api);
    if (typeof begun === 'string' || !('got' in begun)) throw new Error('No page to pay on');
    await pay(begun.got.page);
    await shopper.verify(api, begun.got.reference);
  };
  shop.relay.target = null;
  await buy();
  await shop.client.query("update orders set paid_at = now() - interval '2 hours'");
  expect(await faultsWith({})).toEqual({
    'last webhook':
      'Paystack has sent no message about the 1 order that were paid in the last 7 days.',
  });
  shop.relay.target = api;
  const delivered = shop.relay.delivered();
  await buy();
  await delivered;
  await shop.client.query("update orders set paid_at = now() - interval '2 hours'");
  expect(await faultsWith({})).toEqual({});
});
