import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, like, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { auditUnmatched } from '#backend/audit/unmatched.ts';
import { createBackend } from '#backend/backend.ts';
import { backUp } from '#backend/backup/backup.ts';
import { restore } from '#backend/backup/restore.ts';
import { connect } from '#backend/db/connect.ts';
import { watchDatabase } from '#backend/lost-time/mark.ts';
import { databaseMark, lostTimes } from '#backend/lost-time/tables.ts';
import { emails } from '#backend/mail/tables.ts';
import { eachOrder } from '#backend/order-book/admin-orders.ts';
import { payments } from '#backend/orders/payment-tables.ts';
import { findPayments } from '#backend/payments/unmatched/finding.ts';
import { listUnmatched } from '#backend/payments/unmatched/list.ts';
import { lookForPayments } from '#backend/payments/unmatched/rounds.ts';
import { moneyOf } from '#backend/refunds/money.ts';
import { readSettings } from '#backend/settings/settings.ts';
import { runOn } from '../../commands/command.harness.ts';
import { emptyDatabase } from '../../database/fresh.ts';
import { openOrdersOffice } from '../admin/orders-office.harness.ts';
import { all } from '../orders/merchant-shop.harness.ts';
import { REFUND } from '../shop.harness.ts';
import { lostPayments, roundsOf } from './unmatched.harness.ts';

/** A database older than the one last seen, or a different one, against a Paystack that has forgotten nothing. */

let shop: Awaited<ReturnType<typeof openOrdersOffice>>;
let folder: string;
beforeAll(async () => {
  shop = await openOrdersOffice({ MERCHANT_EMAIL: 'orders@shop.example' });
  folder = await mkdtemp(join(tmpdir(), 'turare-lost-'));
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true });
});

/** Opens the shop on a backup's database, with its own data folder. */
async function restored(file: string) {
  const database = await emptyDatabase();
  await restore({ databaseUrl: database.url, pictures: shop.pictures }, file);
  const log: (typeof shop)['log'] = [];
  const place = { databaseUrl: database.url, dataDir: shop.dataDir };
  const settings = readSettings({
    DATABASE_URL: place.databaseUrl,
    DATA_DIR: place.dataDir,
    MERCHANT_EMAIL: 'orders@shop.example',
  });
  const backend = await createBackend(settings, {
    providers: [shop.paystack],
    log: (entry) => log.push(entry),
  });
  onTestFinished(async () => {
    await backend.close();
    await database.drop();
  });
  const rounds = roundsOf({ ...shop, ...backend, ...place, log }, shop.paystack);
  return { ...backend, ...place, rounds, db: backend.services.db };
}

test('after a restore every payment is named, no refund is sent again, and nobody is informed twice', async () => {
  const { round } = lostPayments(shop);
  const [kept, whole, partly] = [await shop.pay(), await shop.pay(), await shop.pay()];
  await round();
  const file = join(folder, 'shop.tar.gz');
  await backUp(shop, file);

  const later = [await shop.pay(), await shop.pay(), await shop.pay()];
  const foreign = await lostPayments(shop).payElsewhere('INV-2026-0002');
  const other = await lostPayments(shop).payElsewhere(undefined, { shop: 'other.example' });
  await shop.services.refunds.refund(whole.id, REFUND);
  const part = { ...REFUND, amountKobo: 500_000 };
  await shop.services.refunds.refund(partly.id, part);
  await round();

  const back = await restored(file);
  const { db } = back;
  expect(await db.select().from(lostTimes)).toMatchObject([{ reason: 'older', askedAt: null }]);

  // The audit names all of them, before anything is written.
  const audit = async () =>
    (await auditUnmatched(db, [shop.paystack], { days: 1, settings: back.rounds.settings }))
      .violations;
  const lines = (await audit()).map(({ line }) => line);
  expect(lines).toHaveLength(3);
  for (const { reference } of later)
    expect(lines).toContainEqual(
      expect.stringMatching(
        new RegExp(`₦13,000 on .* from .*@example.com, reference ${reference}$`),
      ),
    );

  // A refund made in the lost time is known, even before the first round.
  expect(await back.services.refunds.refund(partly.id, part)).toMatchObject({
    value: { kind: 'known' },
  });
  expect(await shop.refundsAtPaystack(partly)).toHaveLength(1);

  const toPack = async () =>
    (await all(eachOrder(db, { toPack: true }))).map(({ id }) => id).sort();
  expect(await toPack()).toContain(whole.id);
  await lookForPayments(back.rounds);
  expect(await toPack()).toEqual([kept.id, partly.id].sort());
  expect(await moneyOf(db, partly.id)).toMatchObject({ remaining: 800_000 });
  expect(await back.services.refunds.refund(whole.id, REFUND)).toMatchObject({
    refusal: { message: expect.stringContaining('nothing is left to refund') },
  });
  expect(await shop.refundsAtPaystack(whole)).toHaveLength(1);
  const [asked] = await db.select().from(payments).where(eq(payments.orderId, kept.id));
  expect(asked?.nextAt?.getTime()).toBeLessThanOrEqual(Date.now());

  const wanted = later.map(({ reference }) => reference).sort();
  const open = async () => (await listUnmatched(db)).open.map(({ reference }) => reference).sort();
  expect(await open()).toEqual(wanted);
  const letters = () => db.select().from(emails).where(like(emails.id, 'merchant-unmatched:%'));
  const [letter] = await letters();
  for (const reference of wanted) expect(letter?.text).toContain(reference);
  expect(letter?.text).not.toContain(foreign);
  expect(letter?.text).not.toContain(other);

  const find = runOn(back, 'payments', shop.account);
  const printed = await find('find');
  expect(printed).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('3 without an order, 0 of them new'),
  });
  for (const reference of wanted) expect(printed.stdout).toContain(reference);
  expect(printed.stdout.trim().split('\n')).toHaveLength(3);

  // A second look finds nothing new.
  await lookForPayments(back.rounds);
  const again = await findPayments(back.rounds, { since: new Date(0), by: 'command' });
  expect(again).toMatchObject({ value: { added: [] } });
  expect(await letters()).toHaveLength(1);
  expect(await audit()).toEqual([]);
  expect(await db.select().from(lostTimes)).toMatchObject([{ askedAt: expect.any(Date) }]);

  const paid = await find('refund', wanted[0] ?? '');
  expect(paid).toMatchObject({ code: 0, stdout: expect.stringContaining('is paid back.') });
  expect(await open()).toEqual(wanted.slice(1));
  const json = JSON.parse((await find('list', '--json')).stdout);
  expect(json.map(({ state }: { state: string }) => state).sort()).toEqual([
    'open',
    'open',
    'other-shop',
    'returned',
  ]);
});

test('a command on an older database before its first API sends no refund again', async () => {
  const order = await shop.pay();
  const file = join(folder, 'unseen.tar.gz');
  await backUp(shop, file);
  await shop.services.refunds.refund(order.id, { ...REFUND, amountKobo: 500_000 });
  const database = await emptyDatabase();
  onTestFinished(() => database.drop());
  await restore({ databaseUrl: database.url, pictures: shop.pictures }, file);
  const dataDir = await mkdtemp(join(folder, 'data-'));
  const run = runOn({ databaseUrl: database.url, dataDir }, 'orders', shop.account);
  await shop.break({ on: 'refunds', kind: 'error' });
  expect(await run('refund', order.id, '5000')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Paystack must say first what it has paid back'),
  });
  expect(await run('refund', order.id, '5000')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('₦5,000'),
  });
  expect(await shop.refundsAtPaystack(order)).toHaveLength(1);
});

test('a different server and a promoted one are detected without the file; the same one is not', async () => {
  const { db } = shop.services;
  const dataDir = await mkdtemp(join(folder, 'data-'));
  const watch = () => watchDatabase({ db, dataDir, log: (entry) => shop.log.push(entry) });
  const reasons = async () => {
    const rows = await db.delete(lostTimes).returning();
    return rows.map(({ reason }) => reason);
  };
  await reasons();
  await watch();
  await watch();
  expect(await reasons()).toEqual([]);
  const [mark] = await db.select().from(databaseMark);
  expect(mark).toMatchObject({
    system: expect.stringMatching(/^\d+$/),
    timeline: expect.any(Number),
  });
  for (const change of [{ system: '1' }, { timeline: 999 }]) {
    await db.update(databaseMark).set(change);
    await watch();
    expect(await reasons()).toEqual(['server']);
    await watch();
    expect(await reasons()).toEqual([]);
  }
  await db.update(databaseMark).set({ number: sql`number - 1` });
  await watch();
  expect(await reasons()).toEqual(['older']);
  await watch();
  expect(await reasons()).toEqual([]);
});

test('a role without any rights may read the server’s identity, and one that may not still works', async () => {
  const role = `role_${process.pid}`;
  const { db, close } = connect(shop.databaseUrl, { connections: 1 });
  onTestFinished(async () => {
    await db.execute(
      sql.raw(`reset role; grant execute on function pg_control_system() to public;
      drop owned by ${role}; drop role ${role}`),
    );
    await close();
  });
  await db.execute(
    sql.raw(`create role ${role}; grant all on database_mark, lost_times to ${role};
    grant usage on sequence lost_times_id_seq to ${role}; set role ${role}`),
  );
  await db.update(databaseMark).set({ system: null, timeline: null });
  const dataDir = await mkdtemp(join(folder, 'data-'));
  const log: string[] = [];
  const watch = () => watchDatabase({ db, dataDir, log: ({ event }) => log.push(event) });
  await watch();
  const [mark] = await db.select().from(databaseMark);
  expect(mark).toMatchObject({ system: expect.any(String), timeline: expect.any(Number) });
  await db.execute(
    sql.raw(
      `reset role; revoke execute on function pg_control_system() from public; set role ${role}`,
    ),
  );
  await db.update(databaseMark).set({ system: '1' });
  await watch();
  expect(log).toEqual([]);
});

test('one of all processes reads the list once a night', async () => {
  const { rounds } = lostPayments(shop);
  let read = 0;
  const paystack = {
    ...shop.paystack,
    lists: {
      ...shop.paystack.lists,
      payments: (wanted: Parameters<typeof shop.paystack.lists.payments>[0]) => {
        read++;
        return shop.paystack.lists.payments(wanted);
      },
    },
  };
  const look = () => lookForPayments({ ...rounds, providers: [paystack] });
  // The payments lost by the tests above are asked about first.
  await look();
  read = 0;
  await look();
  expect(read).toBe(0);
  await shop.services.db.update(databaseMark).set({ listedAt: sql`now() - interval '25 hours'` });
  await Promise.all([look(), look(), look()]);
  await look();
  expect(read).toBe(1);
});
