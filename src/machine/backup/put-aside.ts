import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type Addresses, directSetting } from '#backend/db/addresses.ts';
import { asUser, userNamed } from '#machine/as-user.ts';

/** Milliseconds for which connections of a stopped shop may still be there. */
const PATIENCE_MS = 10_000;

/** A database that was renamed, so that another can have its name. */
export interface PutAside {
  /** Its name now. */
  name: string;
  /** Drops the new one, and gives the old one its name back. */
  undo(): Promise<void>;
}

const stampOf = (at: Date) => at.toISOString().slice(0, 19).replace(/[-:]/g, '').toLowerCase();

/** Renames the shop's database, and makes an empty one that is like it in its place. @throws Error with nothing changed. */
export async function putDatabaseAside(addresses: Addresses, now = new Date()): Promise<PutAside> {
  const { database } = await nameOf(addresses);
  const aside = `${database}_before_${stampOf(now)}`;
  const rename = (from: string, to: string) =>
    `alter database ${pg.escapeIdentifier(from)} rename to ${pg.escapeIdentifier(to)}`;
  await administer(addresses, async (client) => {
    await expectUnused(client, database);
    const like = await creationOf(client, database);
    await client.query(rename(database, aside));
    try {
      await client.query(`create database ${pg.escapeIdentifier(database)} ${like}`);
    } catch (error) {
      await client.query(rename(aside, database));
      throw error;
    }
  });
  return {
    name: aside,
    undo: () =>
      administer(addresses, async (client) => {
        await expectUnused(client, database);
        await client.query(`drop database ${pg.escapeIdentifier(database)}`);
        await client.query(rename(aside, database));
      }),
  };
}

/** Deletes a database that was put aside. @throws Error for any other. */
export async function discardDatabase(addresses: Addresses, name: string): Promise<void> {
  const { database } = await nameOf(addresses);
  const start = `${database}_before_`;
  if (!name.startsWith(start) || !/^\d{8}t\d{6}$/.test(name.slice(start.length))) {
    throw new Error(`${name} is not the name of a database that a restore has put aside.`);
  }
  await administer(addresses, async (client) => {
    await client.query(`drop database ${pg.escapeIdentifier(name)}`);
  });
}

/** Reads an address without connecting. */
async function nameOf({ direct }: Addresses) {
  const client = new pg.Client({ connectionString: direct });
  const { host, port, user, password, database = '' } = client;
  const isSocket = host.startsWith('/');
  const { ssl } = client as unknown as { ssl: boolean | object };
  return { host, port, user, password, database, isSocket, ssl };
}

/**
 * Works beside the shop's database with a role that may make databases: the shop's own, or PostgreSQL's administrator where root may
 * become it.
 */
async function administer(
  addresses: Addresses,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const { isSocket, database: _, ...place } = await nameOf(addresses);
  const connect = async (config: pg.ClientConfig) => {
    const client = new pg.Client({ ...config, database: 'postgres', application_name: 'turare' });
    await client.connect();
    return client;
  };
  let client = await connect(place);
  try {
    const { rows } = await client.query<{ may: boolean }>(
      'select rolcreatedb or rolsuper as may from pg_roles where rolname = current_user',
    );
    if (!rows[0]?.may) {
      const administrator = isSocket ? await userNamed('postgres') : null;
      if (!administrator) {
        throw new Error(
          `The role of ${directSetting(addresses)} may make no database, so the old one cannot be put aside. Set it to an empty database, or give the role CREATEDB.`,
        );
      }
      await client.end();
      const { host, port } = place;
      client = await asUser(administrator, () => connect({ host, port, user: 'postgres' }));
    }
    await work(client);
  } finally {
    await client.end();
  }
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
  const locale = had.datlocale ?? had.daticulocale;
  const text = (value: string | null | undefined) => pg.escapeLiteral(value ?? '');
  return [
    `owner ${pg.escapeIdentifier(owner)} template template0 encoding 'UTF8'`,
    `lc_collate ${text(had.datcollate)} lc_ctype ${text(had.datctype)}`,
    had.datlocprovider === 'i' && `locale_provider icu icu_locale ${text(locale)}`,
    had.datlocprovider === 'b' && `locale_provider builtin builtin_locale ${text(locale)}`,
    had.datlocprovider === 'c' && 'locale_provider libc',
  ]
    .filter(Boolean)
    .join(' ');
}
