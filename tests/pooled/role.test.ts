import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { addressesOf } from '#backend/db/addresses.ts';
import { connect, inSession } from '#backend/db/connect.ts';
import { migrate } from '#backend/db/migrate.ts';
import { openSession } from '#backend/db/sessions.ts';
import { runCommand } from '../commands/command.harness.ts';
import { signUp } from '../contract/accounts/account.harness.ts';
import { openShop, orderBody, product, type TestShop } from '../contract/shop.harness.ts';
import { emptyDatabase } from '../database/fresh.ts';

/** The programs' own role changes rows and owns nothing. The direct address is the owner's. */

let shop: TestShop;
let programs: pg.Client;
beforeAll(async () => {
  shop = await openShop({ products: [product({ id: 'oud' })] });
  programs = new pg.Client({ connectionString: shop.databaseSettings.DATABASE_URL });
  await programs.connect();
});
afterAll(async () => {
  await programs?.end();
  await shop?.close();
});

test('a shop works with it: an order, a review, an import by command', async () => {
  const { status } = await shop.post('/api/payment/initialize', orderBody([['oud', 10_000, 1]]));
  expect(status).toBe(200);
  const ada = await signUp(shop, 'ada@example.com', { fullName: 'Ada Obi' });
  const review = { rating: 5, comment: 'Warm oud.' };
  expect((await shop.post('/api/review/oud', review, ada.auth)).status).toBe(200);
  const file = join(shop.dataDir, 'products.csv');
  await writeFile(file, 'id,name,price,stock\nrose,Rose,20000,5\n');
  const imported = await runCommand(['catalogue', 'import', file], {
    ...shop.databaseSettings,
    DATA_DIR: shop.dataDir,
  });
  expect(imported).toMatchObject({ code: 0, stderr: '' });
  expect((await shop.get('/api/product/rose')).body.product).toMatchObject({ price: 20_000 });
});

test('a backup is restored by the owner, and the programs work with it', async () => {
  const file = join(shop.dataDir, 'shop.tar.gz');
  const backup = { ...shop.databaseSettings, DATA_DIR: shop.dataDir };
  expect(await runCommand(['backup', file], backup)).toMatchObject({ code: 0 });
  const database = await emptyDatabase();
  onTestFinished(() => database.drop());
  const place = { ...database.settings, DATA_DIR: join(shop.dataDir, 'restored') };
  const restored = await runCommand(['restore', file], place);
  expect(restored).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('The shop is as it was'),
  });
  const client = new pg.Client({ connectionString: database.settings.DATABASE_URL });
  await client.connect();
  onTestFinished(() => client.end());
  const { rows } = await client.query(`select current_user as role, reason, asked_at as asked,
    (select count(*)::int from orders) as orders,
    (select count(*)::int from pg_class where relowner = current_user::regrole) as owned from lost_times`);
  expect(rows).toEqual([
    { role: 'programs', reason: 'restored', asked: null, orders: 1, owned: 0 },
  ]);
  // Later rows of the programs have the next numbers, and the shop's triggers apply.
  const changed = await runCommand(['catalogue', 'set', 'oud', 'stock=3', '--by', 'Bola'], place);
  expect(changed).toMatchObject({ code: 0, stderr: '' });
  await expect(client.query('delete from staff_actions')).rejects.toThrow('are only ever added');
});

describe('it cannot disable the guard of the log', () => {
  test.each([
    'alter table staff_actions disable trigger user',
    'alter table staff_actions disable trigger staff_actions_append_only',
    'drop trigger staff_actions_append_only on staff_actions',
    'drop table staff_actions',
    'truncate staff_actions',
    'create or replace function append_only() returns trigger language plpgsql as $$ begin return null; end $$',
    'set session_replication_role = replica',
    'alter table staff_actions owner to programs',
  ])('%s', async (statement) => {
    await expect(programs.query(statement)).rejects.toMatchObject({ code: '42501' });
  });

  test('and the guard refuses actions that the role is otherwise allowed', async () => {
    await programs.query(
      "insert into staff_actions (action, subject, recorded_by) values ('product.add', 'oud', 'Bola')",
    );
    for (const change of ['delete from staff_actions', "update staff_actions set subject = 'x'"]) {
      await expect(programs.query(change)).rejects.toThrow('are only ever added');
    }
  });
});

const LIMITS = sql`select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
  current_setting('idle_in_transaction_session_timeout') as idle`;

test('calls have their limits within a transaction and outside, and imports have none', async () => {
  await migrate(addressesOf(shop.databaseSettings));
  const admin = new pg.Client({ connectionString: shop.databaseUrl });
  await admin.connect();
  // Like RECONNECT of PgBouncer: its open connections do not have the role's limits yet.
  await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where usename = 'programs' and datname = current_database()`);
  await admin.end();
  const limits = { statement: 3000, lock: 2000, idleTransaction: 4000 };
  const { db, close } = connect(addressesOf(shop.databaseSettings), { limits });
  const inTransaction = () => db.transaction(async (one) => (await one.execute(LIMITS)).rows[0]);
  await vi.waitFor(inTransaction);
  expect(await inTransaction()).toEqual({ statement: '3s', lock: '2s', idle: '4s' });
  // Nothing of it stays on the connection, which the next client gets.
  expect((await db.execute(LIMITS)).rows[0]).toEqual({
    statement: '30s',
    lock: '10s',
    idle: '30s',
  });
  const direct = await inSession(db, async (session) => (await session.execute(LIMITS)).rows[0]);
  expect(direct).toEqual({ statement: '3s', lock: '2s', idle: '4s' });
  await close();
});

test('a program that connects directly to the server checks once', async () => {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  const client = await openSession(shop.databaseUrl);
  expect(query).toHaveBeenCalledTimes(1);
  query.mockRestore();
  await client.end();
});
