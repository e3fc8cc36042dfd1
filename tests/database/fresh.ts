import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { migrate } from '#backend/db/migrate.ts';

/** A database of one test file. */
export interface FreshDatabase {
  url: string;
  /** Ends what is connected and removes it. */
  drop(): Promise<void>;
}

const TEMPLATE = 'turare_template';
const LOCK = 7_301;

/** A new, migrated, empty database in the run's cluster: a copy of one that is migrated once. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const admin = inject('databaseUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await withClient(admin, async (client) => {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [
      TEMPLATE,
    ]);
    if (!rowCount) {
      // Under another name until it is whole: a run that dies here leaves no half-made template.
      await client.query(`drop database if exists ${TEMPLATE}_draft`);
      await client.query(`create database ${TEMPLATE}_draft`);
      await migrate(inDatabase(admin, `${TEMPLATE}_draft`));
      await client.query(`alter database ${TEMPLATE}_draft rename to ${TEMPLATE}`);
    }
    await client.query(`create database ${name} template ${TEMPLATE}`);
  });
  return {
    url: inDatabase(admin, name),
    drop: () =>
      withClient(admin, async (client) => {
        await client.query(`drop database ${name} with (force)`);
      }),
  };
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
