import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { checkBackup } from '#backend/backup/check.ts';
import { isInUse, restore } from '#backend/backup/restore.ts';
import { type Addresses, directSetting, elsewhere, isShared } from '#backend/db/addresses.ts';
import { migrate } from '#backend/db/migrate.ts';
import { openClient } from '#backend/db/sessions.ts';
import { userNamed } from '#machine/as-user.ts';
import { administer } from '#machine/recovery/clusters.ts';
import { asTyped } from '#process/as-typed.ts';
import { type Beside, stampOf } from './beside.ts';
import { fetchBackup } from './find.ts';
import { onOwnShop } from './on-shop.ts';

/** Milliseconds for which connections of a stopped shop may still be there. */
const PATIENCE_MS = 10_000;
const quoted = pg.escapeIdentifier;

export interface WantedBackup {
  /** A file, the name of a backup, or 'latest'. */
  backup: string;
  /** The text of age's key file. */
  identity?: string | undefined;
}

/** A backup is restored into a database beside the shop's. The two then exchange their names. */
export const byDatabase: Beside<WantedBackup> = {
  noun: 'database',
  async make(settings, { backup, identity }, { say }) {
    const { file, name } = await fetchBackup(settings, backup);
    say(`reading ${file}`);
    await checkBackup(file, say, identity);
    const { at } = await onOwnShop(settings, async (shop) => {
      const { database, beside } = namesOf(shop.databaseUrl);
      await onServer(shop.databaseUrl, async (client) => {
        await drop(client, beside);
        const like = await creationOf(client, database);
        await client.query(`create database ${quoted(beside)} ${like}`);
      });
      const databaseUrl = addressOf(shop.databaseUrl);
      return restore({ ...shop, databaseUrl }, file, say, { identity });
    });
    return { backup: name, of: at.toISOString() };
  },
  address: (shop) => addressOf(shop),
  open: (settings, { at }) =>
    onOwnShop(settings, async ({ databaseUrl }) => {
      const wasEmpty = !(await isInUse(databaseUrl));
      const { database, beside, aside } = namesOf(databaseUrl, at);
      await onServer(databaseUrl, async (client) => {
        await expectUnused(client, database);
        await rename(client, [database, aside], [beside, database]);
      });
      // The calls' role has its rights by the address that it uses.
      if (isShared(databaseUrl)) await migrate(databaseUrl);
      if (wasEmpty) await onServer(databaseUrl, (client) => drop(client, aside));
      return wasEmpty ? null : aside;
    }),
  takeBack: (settings, { at }) =>
    onOwnShop(settings, async ({ databaseUrl }) => {
      const { database, beside, aside } = namesOf(databaseUrl, at);
      await onServer(databaseUrl, async (client) => {
        if (await isThere(client, aside)) {
          await expectUnused(client, database);
          await rename(client, [database, beside], [aside, database]);
        }
        await drop(client, beside);
      });
    }),
  dropLeft: (settings) =>
    onOwnShop(settings, async ({ databaseUrl }) => {
      // A server that is lost has no database beside the shop's.
      const answers = await isInUse(databaseUrl).then(
        () => true,
        () => false,
      );
      const { beside } = namesOf(databaseUrl);
      return answers && onServer(databaseUrl, (client) => drop(client, beside));
    }),
  async listAside(db) {
    const { rows } = await db.execute<{ name: string }>(sql`select datname as name from pg_database
      where datname like replace(current_database(), '_', '\\_') || '\\_before\\_%' order by 1`);
    return rows.map(({ name }) => name);
  },
  discard: (settings, name) =>
    onOwnShop(settings, async ({ databaseUrl }) => {
      const { database } = namesOf(databaseUrl);
      if (!name.startsWith(`${database}_before_`) || !/_\d{8}t\d{6}$/.test(name))
        throw new Error(`${name} is not the name of a database that a restore has put aside.`);
      await onServer(databaseUrl, (client) => client.query(`drop database ${quoted(name)}`));
      return true;
    }),
};

/** The names of the shop's database, of the one beside it, and of the one that is put aside at a time. */
function namesOf({ direct }: Addresses, at = '') {
  const { database = '' } = new pg.Client({ connectionString: direct });
  const aside = `${database}_before_${at && stampOf(new Date(at))}`;
  return { database, beside: `${database}_restoring`, aside };
}

/** The addresses of the database beside the shop's. */
const addressOf = (shop: Addresses): Addresses =>
  elsewhere(shop, { database: namesOf(shop).beside });

async function isThere(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query('select from pg_database where datname = $1', [name]);
  return rows.length > 0;
}

/** @returns whether it was there. */
async function drop(client: pg.Client, name: string): Promise<boolean> {
  const wasThere = await isThere(client, name);
  if (wasThere) await client.query(`drop database ${quoted(name)} with (force)`);
  return wasThere;
}

/** Renames databases: all at once, or none. */
async function rename(client: pg.Client, ...names: [from: string, to: string][]): Promise<void> {
  const each = names.map(([from, to]) => `alter database ${quoted(from)} rename to ${quoted(to)};`);
  // One message is one transaction.
  await client.query(each.join(' '));
}

/**
 * Works on the server of the shop's database with a role that may make databases: the shop's own, or PostgreSQL's
 * administrator where root may become it.
 * @throws Error when neither may.
 */
async function onServer<T>(
  addresses: Addresses,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await openClient(elsewhere(addresses, { database: 'postgres' }).direct);
  const { host, port } = client;
  try {
    const { rows } = await client.query<{ may: boolean }>(
      'select rolcreatedb or rolsuper as may from pg_roles where rolname = current_user',
    );
    if (rows[0]?.may) return await work(client);
  } finally {
    await client.end();
  }
  if (host.startsWith('/') && (await userNamed('postgres')))
    return administer({ host, port }, work);
  throw new Error(
    `The role of ${directSetting(addresses)} may not create databases, so the backup cannot be restored beside the shop's. Give it CREATEDB, or set it to an empty database and restore a file: ${asTyped('restore', 'FILE')}`,
  );
}

/** @throws Error when something still uses the database after a while. */
async function expectUnused(client: pg.Client, database: string): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    const { rows } = await client.query<{ name: string }>(
      `select coalesce(nullif(application_name, ''), usename, backend_type) as name from pg_stat_activity
        where datname = $1 and pid <> pg_backend_pid() and backend_type = 'client backend'`,
      [database],
    );
    const [first] = rows;
    if (!first) return;
    if (performance.now() > until) {
      throw new Error(
        `The database is still in use (${first.name}). Stop everything that uses it: the shop, other machines, psql.`,
      );
    }
    await pause(200);
  }
}

/** The options that make a database like this one. */
async function creationOf(client: pg.Client, database: string): Promise<string> {
  const { rows } = await client.query<{ database: Record<string, string | null>; owner: string }>(
    'select to_jsonb(d) as database, pg_get_userbyid(datdba) as owner from pg_database d where datname = $1',
    [database],
  );
  const { database: had = {}, owner = '' } = rows[0] ?? {};
  // PostgreSQL has renamed the column with each provider that it has learned.
  const locale = pg.escapeLiteral(had.datlocale ?? had.daticulocale ?? '');
  const providers: Record<string, string> = {
    i: `locale_provider icu icu_locale ${locale}`,
    b: `locale_provider builtin builtin_locale ${locale}`,
    c: 'locale_provider libc',
  };
  return [
    `owner ${quoted(owner)} template template0 encoding 'UTF8'`,
    `lc_collate ${pg.escapeLiteral(had.datcollate ?? '')} lc_ctype ${pg.escapeLiteral(had.datctype ?? '')}`,
    providers[had.datlocprovider ?? ''] ?? '',
  ].join(' ');
}
