import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { checkDirect } from './direct.ts';
import { type Finding, reasonOf } from './finding.ts';
import { rehearse } from './rehearsal.ts';
import { checkServer } from './server.ts';

export type { Finding } from './finding.ts';

/**
 * Asks a database whether the shop can run on it. Leaves nothing: what it makes is rolled back. What every PostgreSQL can do
 * (row locks, LISTEN, COPY) is not tried: a server that passes the rehearsal of the migrations is one.
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
    const server = await checkServer(a);
    const migrations = await rehearse(a, `turare_check_${randomBytes(6).toString('hex')}`, server);
    return [...server, migrations, await checkDirect(a, b)];
  } catch (error) {
    throw new Error(`The database cannot be checked: ${reasonOf(error)}.`);
  } finally {
    await Promise.allSettled(clients.map((client) => client.end()));
  }
}
