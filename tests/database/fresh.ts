import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { addressesOf } from '#backend/db/addresses.ts';
import { migrate } from '#backend/db/migrate.ts';

/** The database of one test file. */
export interface FreshDatabase {
  /** The database's address, as its owner. */
  url: string;
  /** A program's settings for it. In the project `pooled` calls go through the pooler, as a role that owns nothing. */
  settings: { DATABASE_URL: string; DATABASE_DIRECT_URL?: string };
  /** Closes its connections and removes it. */
  drop(): Promise<void>;
}

const TEMPLATE = 'turare_template';
const LOCK = 7_301;

/** Creates a new, migrated, empty database in the run's cluster. It is a copy of a template that is migrated once. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const admin = inject('databaseUrl');
  await withClient(admin, async (client) => {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [
      TEMPLATE,
    ]);
    if (rowCount) return;
    // Has another name until it is complete, so that a run that dies here leaves no incomplete template.
    await client.query(`drop database if exists ${TEMPLATE}_draft`);
    await client.query(`create database ${TEMPLATE}_draft`);
    const draft = settingsOf(inDatabase(admin, `${TEMPLATE}_draft`));
    await migrate(addressesOf(draft));
    // The pooler keeps its connections, and a database in use cannot be renamed or copied.
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
      [`${TEMPLATE}_draft`],
    );
    await client.query(`alter database ${TEMPLATE}_draft rename to ${TEMPLATE}`);
  });
  return createDatabase(TEMPLATE);
}

/** Creates a new database without tables. */
export const emptyDatabase = (): Promise<FreshDatabase> => createDatabase('template0');

async function createDatabase(template: string): Promise<FreshDatabase> {
  const admin = inject('databaseUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const run = (statement: string) =>
    withClient(admin, async (client) => {
      await client.query(statement);
    });
  await run(`create database ${name} template ${template}`);
  const url = inDatabase(admin, name);
  return { url, settings: settingsOf(url), drop: () => run(`drop database ${name} with (force)`) };
}

function settingsOf(url: string): FreshDatabase['settings'] {
  const pooler = inject('pooler');
  if (!pooler) return { DATABASE_URL: url };
  const address = new URL(url);
  Object.assign(address, pooler);
  return { DATABASE_URL: address.href, DATABASE_DIRECT_URL: url };
}

function inDatabase(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
