import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { type Finding, reasonOf, untried } from './finding.ts';
import { rehearse } from './rehearsal.ts';
import { checkRows } from './rows.ts';
import { checkServer } from './server.ts';
import {
  checkAdvisoryLocks,
  checkDirect,
  checkNotifications,
  checkTemporaryTables,
} from './sessions.ts';

export type { Finding } from './finding.ts';

/** The names of schemas that a check makes: with its time in seconds, so that the next one removes what a killed one left. */
const PREFIX = 'turare_check_';
const FORGOTTEN_SECONDS = 3600;

/**
 * Asks a database whether the shop can run on it. Leaves nothing: what it makes is rolled back, or in a schema that it drops.
 * @throws Error with a sentence, when the database cannot be reached.
 */
export async function checkDatabase(url: string): Promise<Finding[]> {
  const clients: pg.Client[] = [];
  const open = async () => {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 10_000,
      application_name: 'turare',
    });
    // The query that follows reports it.
    client.on('error', () => {});
    clients.push(client);
    await client.connect();
    return client;
  };
  try {
    const [a, b] = [await open(), await open()];
    return await findings(a, b);
  } catch (error) {
    throw new Error(`The database cannot be checked: ${reasonOf(error)}.`);
  } finally {
    await Promise.allSettled(clients.map((client) => client.end()));
  }
}

async function findings(a: pg.Client, b: pg.Client): Promise<Finding[]> {
  const seconds = Math.floor(Date.now() / 1000);
  const name = `${PREFIX}${seconds}_${randomBytes(4).toString('hex')}`;
  const server = await checkServer(a);
  const migrations = await rehearse(a, name, server);
  const direct = await checkDirect(a, b);
  const other =
    direct.state === 'ok'
      ? [
          await checkAdvisoryLocks(a, b),
          await checkNotifications(a, b, name),
          await checkTemporaryTables(a),
          ...(await rowFindings(a, b, name, seconds)),
        ]
      : [
          untried(
            'locks, LISTEN, temporary tables, isolation, COPY',
            'They need two direct connections.',
          ),
        ];
  return [...server, migrations, direct, ...other];
}

async function rowFindings(
  a: pg.Client,
  b: pg.Client,
  schema: string,
  seconds: number,
): Promise<Finding[]> {
  try {
    await dropForgotten(a, seconds);
    await a.query(`create schema ${schema}`);
  } catch (error) {
    return [untried('row locks, isolation, COPY', `They need a table: ${reasonOf(error)}.`)];
  }
  try {
    return await checkRows(a, b, schema);
  } finally {
    await a.query(`drop schema ${schema} cascade`);
  }
}

/** Removes the schemas of checks that were killed. */
async function dropForgotten(client: pg.Client, seconds: number): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select nspname as name from pg_namespace where nspname ~ '^${PREFIX}\\d+_' and pg_has_role(nspowner, 'member')`,
  );
  for (const { name } of rows) {
    const made = Number(name.slice(PREFIX.length).split('_')[0]);
    if (seconds - made > FORGOTTEN_SECONDS) {
      await client.query(`drop schema ${pg.escapeIdentifier(name)} cascade`);
    }
  }
}
