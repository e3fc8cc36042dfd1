import pg from 'pg';
import { within } from '#process/within.ts';
import { addressesOf, type DatabasePlace, directSetting, isShared } from './addresses.ts';
import { otherEngine } from './engine.ts';
import { UnusableDatabase } from './unusable.ts';

/** Milliseconds for an answer. A pooler without another server process makes clients wait. */
const ANSWER_MS = 10_000;
/** The number of checks behind a pooler. A busy one in transaction mode may return the same process by chance. */
const LOOKS = 3;

/** The part of a client that a query needs. */
type Asking = Pick<pg.ClientBase, 'query'>;

async function pidOf(client: Asking): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}

/**
 * Checks whether each of two connections has its own server process. After each transaction, a pooler in transaction mode
 * gives the process to another client, with its locks, notifications and temporary tables. Leaves nothing in the pool's
 * processes.
 * @returns 'waiting' if the pooler has no other process for the second one.
 */
export async function lookForOwn(a: Asking, b: Asking): Promise<'own' | 'shared' | 'waiting'> {
  const look = async () => {
    for (let looks = 0; looks < LOOKS; looks++) {
      const first = await pidOf(a);
      await b.query('begin');
      try {
        // In transaction mode the pooler may give `b` the process that `a` just used. `b` keeps it: `a` gets another.
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

/** @throws UnusableDatabase if its address leads to another product. @throws Error of pg without a connection. */
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

/** The server or pooler that answers on a connection. */
interface Answering {
  /** Whether a pooler answers: it names another process than the server did on connecting. */
  pooled: boolean;
  /** The reason why the shop cannot run there, if it is not PostgreSQL. */
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
 * Opens a connection that keeps its state between transactions. Only behind a pooler, a second connection checks the
 * processes, so a program that connects to the server directly pays one round trip.
 * @throws UnusableDatabase for a pooler in transaction mode, or a product other than PostgreSQL.
 * @throws Error of pg without a connection.
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
    // A client that still waits for a process is closed all the same.
    void other.end().catch(() => {});
  }
}

function sentence(found: 'shared' | 'waiting', addresses: { url: string; direct: string }): string {
  const setting = directSetting(addresses);
  if (found === 'waiting') {
    return `The pooler before ${setting} gives no second connection within ${ANSWER_MS / 1000} seconds: raise its pool size (default_pool_size), or set DATABASE_DIRECT_URL to the address of the server itself.`;
  }
  return isShared(addresses)
    ? `There is a pooler in transaction mode before ${setting}, too: set it to the address of the server itself, or of a pooler in session mode.`
    : `There is a pooler in transaction mode before ${setting}: set DATABASE_DIRECT_URL as well, to the address of the server itself, for migrations, imports and notifications.`;
}

/** Checks before the first query whether an address gives connections as `openSession` needs them. @throws UnusableDatabase */
export async function expectSessions(place: DatabasePlace): Promise<void> {
  try {
    const client = await openSession(place);
    await client.end();
  } catch (error) {
    // A database that cannot be reached is reported by the first query.
    if (error instanceof UnusableDatabase) throw error;
  }
}
