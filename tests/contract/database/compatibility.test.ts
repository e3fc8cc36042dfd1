import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createBackend } from '#backend/backend.ts';
import { knownMigrations, migrate, missingMigrations } from '#backend/db/migrate.ts';
import { readSettings } from '#backend/settings.ts';
import { freshDatabase } from '../../database/fresh.ts';
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

test('a database names the oldest program that may use it', async () => {
  const { client } = await openDatabase();
  const { rows } = await client.query('select needs from compatibility');
  expect(knownMigrations()).toContain(rows[0].needs);
});

test('a program that a newer version has left behind refuses the database, and changes nothing', async () => {
  const { url, client } = await openDatabase();
  await client.query("update compatibility set needs = '0099_without_phones'");
  const sentence =
    /^The database belongs to a newer version of the shop: it needs one that knows 0099_without_phones, and this one ends with /;
  await expect(migrate(url)).rejects.toThrow(sentence);
  await expect(missingMigrations(client)).rejects.toThrow(sentence);
  const opened = createBackend(readSettings({ DATABASE_URL: url }), {
    paystack: createFakePaystack(),
    log: () => {},
  });
  await expect(opened).rejects.toThrow(sentence);
});

test('a migration that this version does not know, and that only adds, is accepted', async () => {
  const { url, client } = await openDatabase();
  await client.query(
    "insert into drizzle.__drizzle_migrations (hash, created_at) values ('of a newer version', 9999999999999)",
  );
  expect(await migrate(url)).toEqual([]);
  expect(await missingMigrations(client)).toEqual([]);
});
