import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { connect, type Database } from '#backend/db/connect.ts';
import { LOCK as MIGRATING, migrate } from '#backend/db/migrate.ts';
import { isUnavailable } from '#backend/db/unavailable.ts';
import { emptyDatabase } from '../../database/fresh.ts';
import { openShop, product, type TestShop } from '../shop.harness.ts';

/** The time for which the database lets a connection be busy. */
let shop: TestShop;
let client: pg.Client;
beforeAll(async () => {
  shop = await openShop({ products: [product({ id: 'oud', stock: 500 })] });
});
afterAll(() => shop.close());
beforeEach(async () => {
  client = new pg.Client({ connectionString: shop.databaseUrl, application_name: 'test' });
  await client.connect();
});
afterEach(() => client.end());

test('the API’s connections have them, and those of commands and imports do not', async () => {
  const limitsOf = async (db: Database) =>
    (
      await db.execute(sql`select current_setting('statement_timeout') as statement,
        current_setting('lock_timeout') as lock,
        current_setting('idle_in_transaction_session_timeout') as idle`)
    ).rows[0];
  expect(await limitsOf(shop.services.db)).toEqual({
    statement: '30s',
    lock: '10s',
    idle: '30s',
  });
  const { db, close } = connect(shop.databaseUrl);
  expect(await limitsOf(db)).toEqual({ statement: '0', lock: '0', idle: '0' });
  await close();
});

test('a database with limits by default does not cut off an import or a migration', async () => {
  const hosted = await emptyDatabase();
  onTestFinished(hosted.drop);
  const name = new URL(hosted.url).pathname.slice(1);
  const admin = new pg.Client({ connectionString: hosted.url });
  await admin.connect();
  for (const limit of ['statement_timeout', 'lock_timeout']) {
    await admin.query(`alter database ${name} set ${limit} = 200`);
  }
  // Another process migrates, for longer than that.
  await admin.query('select pg_advisory_lock($1)', [MIGRATING]);
  const migrated = migrate(hosted.url);
  await admin.query('select pg_sleep(0.5)');
  await admin.end();
  await migrated;
  const { db, close } = connect(hosted.url);
  await db.execute(sql`select pg_sleep(0.5)`);
  await close();
});

test.each([
  ['statement', 'select pg_sleep(60)'],
  ['lock', "update stock set on_hand = on_hand where product_id = 'oud'"],
  ['idle transaction', null],
])('%s: too long means unavailable', async (_, statement) => {
  await client.query("begin; select from stock where product_id = 'oud' for update");
  const limits = { statement: 200, lock: 100, idleTransaction: 100 };
  const { db, close } = connect(shop.databaseUrl, { limits, connections: 1 });
  const work = db.transaction(async (transaction) => {
    if (statement) return transaction.execute(sql.raw(statement));
    await new Promise((done) => client.once('notice', done).query(ENDED));
    return transaction.execute(sql`select 1`);
  });
  const error: unknown = await work.then(
    () => null,
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(Error);
  expect(isUnavailable(error)).toBe(true);
  await client.query('rollback');
  // The connection works, or a new one in its place.
  expect((await db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
  await close();
});

/** Reports once the other connection's idle transaction has been ended. */
const ENDED = `do $$ begin
  while exists (select from pg_stat_activity where datname = current_database() and application_name = 'turare' and state = 'idle in transaction')
    loop perform pg_stat_clear_snapshot(); end loop;
  raise notice 'ended';
end $$`;
