import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { addressesOf, type DatabasePlace, isShared } from '#backend/db/addresses.ts';
import { openClient, whoAnswers } from '#backend/db/sessions.ts';
import { UnusableDatabase } from '#backend/db/unusable.ts';
import { checkCallsRole } from './calls-role.ts';
import { checkConnections } from './connections.ts';
import { checkDirect, checkLocks, LOCKS } from './direct.ts';
import { type Finding, missing, reasonOf, untried } from './finding.ts';
import { rehearse } from './rehearsal.ts';
import { checkServer } from './server.ts';

export type { Finding } from './finding.ts';

const NEED_DIRECT = 'They need the direct connection.';

/**
 * Checks whether the shop can run on a database. Everything created there is rolled back. A server that passes the
 * rehearsal of the migrations and has working session locks is PostgreSQL, so row locks, LISTEN and COPY are not tried. A
 * database that is known to be another product is not checked further.
 * @throws Error with a sentence if the database cannot be reached.
 */
export async function checkDatabase(place: DatabasePlace): Promise<Finding[]> {
  const addresses = addressesOf(place);
  const clients: pg.Client[] = [];
  const open = async (address = addresses.direct) => {
    const client = await openClient(address);
    clients.push(client);
    return client;
  };
  try {
    const [a, b] = [await open(), await open()];
    const { other } = await whoAnswers(a);
    if (other !== undefined) throw new UnusableDatabase(other);
    const { findings, most } = await checkServer(a);
    const schema = `turare_check_${randomBytes(6).toString('hex')}`;
    const migrations = await rehearse(a, schema, findings);
    const direct = await checkDirect(a, b);
    const own = direct.state === 'ok';
    const locks = own ? await checkLocks(a, b, schema) : untried(LOCKS, NEED_DIRECT);
    await b.end();
    const connections = own
      ? await checkConnections(a, addresses, most)
      : [untried('connections', NEED_DIRECT)];
    const calls = isShared(addresses) ? await checkCallsRole(await open(addresses.url), a) : [];
    return [...findings, ...migrations, direct, locks, ...connections, ...calls];
  } catch (error) {
    if (error instanceof UnusableDatabase) return [missing('engine', error.message)];
    throw new Error(`The database cannot be checked: ${reasonOf(error)}.`);
  } finally {
    await Promise.allSettled(clients.map((client) => client.end()));
  }
}
