import pg from 'pg';
import { within } from '#process/within.ts';
import { addressesOf, type DatabasePlace, directSetting, isShared } from './addresses.ts';
import { otherEngine } from './engine.ts';
import { UnusableDatabase } from './unusable.ts';

/** Milliseconds for an answer. A pooler without another server process lets one wait. */
const ANSWER_MS = 10_000;
/** Looks behind a pooler. On a busy one in transaction mode a client may get the same process again by chance. */
const LOOKS = 3;

/** What a query needs of a client. */
type Asking = Pick<pg.ClientBase, 'query'>;

async function pidOf(client: Asking): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}

/**
 * Whether each of two connections has a server process of its own. A pooler in transaction mode gives it to another client
 * after each transaction, and with it locks, notifications and temporary tables. Leaves nothing in a process of the pool.
 * @returns 'waiting' if the pooler has no other process for the second one.
 */
export async function lookForOwn(a: Asking, b: Asking): Promise<'own' | 'shared' | 'waiting'> {
  const look = async () => {
    for (let looks = 0; looks < LOOKS; looks++) {
      const first = await pidOf(a);
      await b.query('begin');
      try {
        // In transaction mode the pooler may give `b` the process that `a` has just used. `b` keeps it, so `a` gets another one.
        const other = await pidOf(b);
        if (other === first || (await pidOf(a)) !== first) return 'shared';
      } finally {
        await b.query('rollback');
      }
    }
    return 'own';
  };
  return within(ANSWER_MS, look(), 'waiting');
}

/** @throws UnusableDatabase if its address is of another database. @throws Error of pg, if there is no connection. */
export async function openClient(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: 10_000,
    application_name: 'turare',
  });
  const other = otherEngine(client.host);
  if (other !== undefined) throw new UnusableDatabase(other);
  // The query that follows reports it.
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Who answers on a connection. */
interface Answering {
  /** A server names its process when it takes a connection, and a pooler names another one. */
  pooled: boolean;
  /** Why the shop cannot run there, if it is not PostgreSQL. */
  other: string | undefined;
}

/** In one round trip. */
export async function whoAnswers(client: pg.Client): Promise<Answering> {
  const { rows } = await client.query<{ pid: number; version: string }>(
    'select pg_backend_pid() as pid, version() as version',
  );
  const { processID } = client as pg.Client & { processID: number };
  return {
    pooled: rows[0]?.pid !== processID,
    other: otherEngine(rows[0]?.version ?? ''),
  };
}

/**
 * Opens a connection whose state lasts from one transaction to the next. Only behind a pooler a second connection looks who has which
 * process, so that a program that stands before the server itself pays one round trip.
 * @throws UnusableDatabase if a pooler in transaction mode stands there, or another database than PostgreSQL.
 * @throws Error of pg, if there is no connection.
 */
export async function openSession(place: DatabasePlace): Promise<pg.Client> {
  const addresses = addressesOf(place);
  const client = await openClient(addresses.direct);
  try {
    const answering = await within(ANSWER_MS, whoAnswers(client), 'waiting');
    if (answering !== 'waiting') {
      if (answering.other !== undefined) throw new UnusableDatabase(answering.other);
      if (!answering.pooled) return client;
    }
    const found = answering === 'waiting' ? answering : await beside(client, addresses.direct);
    if (found === 'own') return client;
    throw new UnusableDatabase(sentence(found, addresses));
  } catch (error) {
    await client.end();
    throw error;
  }
}

async function beside(client: pg.Client, url: string) {
  const other = await openClient(url);
  try {
    return await lookForOwn(client, other);
  } finally {
    // One that still waits for a process ends all the same.
    void other.end().catch(() => {});
  }
}

function sentence(found: 'shared' | 'waiting', addresses: { url: string; direct: string }): string {
  const setting = directSetting(addresses);
  if (found === 'waiting') {
    return `The pooler before ${setting} gives no second connection within ${ANSWER_MS / 1000} seconds: raise its pool size (default_pool_size), or set DATABASE_DIRECT_URL to the address of the server itself.`;
  }
  return isShared(addresses)
    ? `A pooler in transaction mode stands before ${setting}, too: set it to the address of the server itself, or of a pooler in session mode.`
    : `A pooler in transaction mode stands before ${setting}: set DATABASE_DIRECT_URL as well, to the address of the server itself, for migrations, imports and notifications.`;
}

/** Asks before the first query whether the connections of an address are as `openSession` has them. @throws UnusableDatabase */
export async function expectSessions(place: DatabasePlace): Promise<void> {
  try {
    const client = await openSession(place);
    await client.end();
  } catch (error) {
    // A database that cannot be reached is reported by the first query.
    if (error instanceof UnusableDatabase) throw error;
  }
}
