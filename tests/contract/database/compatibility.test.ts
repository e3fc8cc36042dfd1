import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createBackend } from '#backend/backend.ts';
import { knownMigrations, migrate, missingMigrations } from '#backend/db/migrate.ts';
import { readSettings } from '#backend/settings/settings.ts';
import { freshDatabase } from '../../database/fresh.ts';
import { laterVersion } from '../../database/later-version.ts';
import { createFakePaystack } from '../orders/paystack.fake.ts';

async function openDatabase() {
  const database = await freshDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await database.drop();
  });
  return { url: database.url, client };
}

const openBackend = (url: string) =>
  createBackend(readSettings({ DATABASE_URL: url }), {
    providers: [createFakePaystack()],
    log: () => {},
  });

test('a database names the oldest program that may use it', async () => {
  const { client } = await openDatabase();
  const { rows } = await client.query('select needs from compatibility');
  expect(knownMigrations()).toContain(rows[0].needs);
});

test('a program that is too old for the database refuses it, and changes nothing', async () => {
  const { url, client } = await openDatabase();
  await client.query("update compatibility set needs = '0099_without_phones'");
  const sentence =
    /^The database belongs to a newer version of the shop: it needs one that knows 0099_without_phones, and this one ends with /;
  await expect(migrate(url)).rejects.toThrow(sentence);
  await expect(missingMigrations(client)).rejects.toThrow(sentence);
  await expect(openBackend(url)).rejects.toThrow(sentence);
});

const ADDS = { tag: '0098_longevity', sql: 'ALTER TABLE products ADD COLUMN longevity integer' };
const REMOVES = {
  tag: '0099_without_seal',
  sql: `ALTER TABLE products DROP COLUMN seal;
--> statement-breakpoint
UPDATE compatibility SET needs = '0099_without_seal'`,
};

test('the next version adds a column beside this one, and the one after it removes one, which ends this one', async () => {
  const { url, client } = await openDatabase();
  await client.query("insert into products (id, name, price_kobo) values ('oud', 'Oud', 100)");
  const state = async () => {
    const { rows } = await client.query(
      'select (select count(*)::int from catalogue_changes) as changes, updated_at from products',
    );
    return rows[0];
  };
  const added = await laterVersion(ADDS);
  expect(await missingMigrations(client, added)).toEqual([ADDS.tag]);
  expect(await migrate(url, { folder: added })).toEqual([ADDS.tag]);

  // This version finds nothing to do, and continues.
  expect(await migrate(url)).toEqual([]);
  expect(await missingMigrations(client)).toEqual([]);
  const backend = await openBackend(url);
  onTestFinished(() => backend.close());
  expect((await backend.app.request('/api/product/oud')).status).toBe(200);

  // Pages are made from the whole row, so the new column needs no trigger.
  const before = await state();
  await client.query('update products set longevity = 8');
  const used = await state();
  expect(used).toEqual({ changes: before.changes + 1, updated_at: expect.any(Date) });
  expect(used.updated_at.getTime()).toBeGreaterThan(before.updated_at.getTime());
  await client.query('update products set longevity = 8');
  expect(await state()).toEqual(used);

  const removed = await laterVersion(ADDS, REMOVES);
  expect(await migrate(url, { folder: removed })).toEqual([REMOVES.tag]);
  await client.query('update products set longevity = 9');
  expect((await state()).changes).toBe(used.changes + 1);
  expect(await missingMigrations(client, removed)).toEqual([]);
  await expect(openBackend(url)).rejects.toThrow('it needs one that knows 0099_without_seal');
});
