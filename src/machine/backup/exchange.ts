import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type Addresses, directSetting } from '#backend/db/addresses.ts';
import { asUser, userNamed } from '#machine/as-user.ts';
import { asTyped } from '#process/as-typed.ts';

/** Milliseconds for which connections of a stopped shop may still be there. */
const PATIENCE_MS = 10_000;

const stampOf = (at: Date) => at.toISOString().slice(0, 19).replace(/[-:]/g, '').toLowerCase();
const quoted = pg.escapeIdentifier;

/** The name that the shop's database gets when a restored one takes its place. */
const asideName = (database: string, at: string) => `${database}_before_${stampOf(new Date(at))}`;
const besideName = (database: string) => `${database}_restoring`;

/**
 * Makes an empty database that is like the shop's, beside it. One that a killed restore left there is dropped.
 * @returns its addresses: both lead to the server itself, because a pooler may not know it.
 * @throws Error when the role may make no database.
 */
export async function makeBeside(addresses: Addresses): Promise<Addresses> {
  const { database } = await nameOf(addresses);
  const beside = besideName(database);
  await administer(addresses, async (client) => {
    await client.query(`drop database if exists ${quoted(beside)} with (force)`);
    const like = await creationOf(client, database);
    await client.query(`create database ${quoted(beside)} ${like}`);
  });
  return besideOf(addresses);
}

/** The addresses of the database beside the shop's. */
export function besideOf(addresses: Addresses): Addresses {
  const { database = '' } = new pg.Client({ connectionString: addresses.direct });
  const url = addresses.direct.replace(
    /(?<=:\/\/[^/?]*\/)[^?]*/,
    encodeURIComponent(besideName(database)),
  );
  return { url, direct: url };
}

/** Drops the database beside the shop's. @returns whether there was one. */
export async function dropBeside(addresses: Addresses): Promise<boolean> {
  const { database } = await nameOf(addresses);
  const beside = besideName(database);
  let wasThere = false;
  await administer(addresses, async (client) => {
    const { rows } = await client.query('select from pg_database where datname = $1', [beside]);
    wasThere = rows.length > 0;
    if (wasThere) await client.query(`drop database ${quoted(beside)} with (force)`);
  });
  return wasThere;
}

/**
 * Gives the shop's name to the database beside it, and another one to the shop's: both at once, or neither.
 * @param at - the time of the restore.
 * @returns the other name.
 */
export async function exchange(addresses: Addresses, at: string): Promise<string> {
  const { database } = await nameOf(addresses);
  const aside = asideName(database, at);
  await administer(addresses, async (client) => {
    await expectUnused(client, database);
    await rename(client, [database, aside], [besideName(database), database]);
  });
  return aside;
}

/** Undoes an exchange if there was one, and drops the database beside the shop's. */
export async function undoExchange(addresses: Addresses, at: string): Promise<void> {
  const { database } = await nameOf(addresses);
  const aside = asideName(database, at);
  const beside = besideName(database);
  await administer(addresses, async (client) => {
    const { rows } = await client.query('select from pg_database where datname = $1', [aside]);
    if (rows.length > 0) {
      await expectUnused(client, database);
      await rename(client, [database, beside], [aside, database]);
    }
  });
  await dropBeside(addresses);
}

async function rename(client: pg.Client, ...names: [from: string, to: string][]): Promise<void> {
  const each = names.map(([from, to]) => `alter database ${quoted(from)} rename to ${quoted(to)};`);
  // One message is one transaction.
  await client.query(each.join(' '));
}

/** Deletes a database that was put aside. @throws Error for any other. */
export async function discardDatabase(addresses: Addresses, name: string): Promise<void> {
  const { database } = await nameOf(addresses);
  if (!isAside(database, name)) {
    throw new Error(`${name} is not the name of a database that a restore has put aside.`);
  }
  await administer(addresses, async (client) => {
    await client.query(`drop database ${quoted(name)}`);
  });
}

const isAside = (database: string, name: string): boolean =>
  name.startsWith(`${database}_before_`) && /_\d{8}t\d{6}$/.test(name);

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
          `The role of ${directSetting(addresses)} may make no database, so the backup cannot be restored beside the shop's. Give it CREATEDB, or set it to an empty database and restore a file: ${asTyped('restore', 'FILE')}`,
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
    `owner ${quoted(owner)} template template0 encoding 'UTF8'`,
    `lc_collate ${text(had.datcollate)} lc_ctype ${text(had.datctype)}`,
    had.datlocprovider === 'i' && `locale_provider icu icu_locale ${text(locale)}`,
    had.datlocprovider === 'b' && `locale_provider builtin builtin_locale ${text(locale)}`,
    had.datlocprovider === 'c' && 'locale_provider libc',
  ]
    .filter(Boolean)
    .join(' ');
}
