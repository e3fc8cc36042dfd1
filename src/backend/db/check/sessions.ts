import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { attempt, expectThat, type Finding, rowOf } from './finding.ts';

/** Milliseconds for a notification. */
const NOTIFIED_MS = 5000;

/** Milliseconds for an answer. */
const ANSWER_MS = 10_000;

const DIRECT = 'direct connection';
const pidOf = async (client: pg.ClientBase) =>
  (await rowOf<{ pid: number }>(client, 'select pg_backend_pid() as pid')).pid;

/**
 * Whether each connection has a server process of its own. A pooler in transaction mode gives it to another client after each
 * transaction, and with it locks, notifications and temporary tables. Leaves nothing in a process of the pool.
 */
export function checkDirect(a: pg.ClientBase, b: pg.ClientBase): Promise<Finding> {
  const broken =
    'A pooler in transaction mode, or of a single connection, stands before the server: two migrations may run at once, changes reach the pages later (LISTEN), and imports lose their temporary tables. Set the address of the server itself, or pool_mode = session with a pool of many connections.';
  const look = async (): Promise<boolean> => {
    const first = await pidOf(a);
    await b.query('begin');
    try {
      // The pooler gives b the process that a has just left, or another one now that b keeps its own.
      const other = await pidOf(b);
      return (await pidOf(a)) === first && other !== first;
    } finally {
      await b.query('rollback');
    }
  };
  return attempt(DIRECT, broken, async () => {
    // A pooler without another process lets one of the two wait for ever.
    const ended = new AbortController();
    const direct = await Promise.race([
      look(),
      pause(ANSWER_MS, false, { signal: ended.signal }),
    ]).finally(() => ended.abort());
    return expectThat(direct, DIRECT, 'no pooler in transaction mode', broken);
  });
}

/** Advisory locks of sessions and of transactions, between two connections. */
export function checkAdvisoryLocks(a: pg.ClientBase, b: pg.ClientBase): Promise<Finding> {
  const name = 'advisory locks';
  const breaks =
    'Two migrations, imports or payments of one order may run at once. Use PostgreSQL itself, or a service of it.';
  // Numbers of our own, apart from those of the shop.
  const key = Math.floor(Math.random() * 2 ** 31);
  const free = async (client: pg.ClientBase) =>
    (
      await rowOf<{ free: boolean }>(client, 'select pg_try_advisory_xact_lock(7999, $1) as free', [
        key,
      ])
    ).free;
  return attempt(name, breaks, async () => {
    await a.query('begin');
    const taken = await free(a);
    const other = await free(b);
    await a.query('rollback');
    await a.query('select pg_advisory_lock(7999, $1)', [key]);
    const kept = await free(b);
    await a.query('select pg_advisory_unlock(7999, $1)', [key]);
    const again = await free(b);
    return expectThat(
      taken && !other && !kept && again,
      name,
      '',
      `They do not exclude another session. ${breaks}`,
    );
  });
}

/** LISTEN on one connection and NOTIFY on another. */
export function checkNotifications(
  a: pg.ClientBase,
  b: pg.ClientBase,
  channel: string,
): Promise<Finding> {
  const name = 'LISTEN and NOTIFY';
  const breaks =
    'A change reaches the pages up to five seconds later. Use PostgreSQL itself, without a pooler in transaction mode.';
  return attempt(name, breaks, async () => {
    await a.query(`listen ${pg.escapeIdentifier(channel)}`);
    const heard = once(a, 'notification', { signal: AbortSignal.timeout(NOTIFIED_MS) }).then(
      () => true,
      () => false,
    );
    await b.query(`notify ${pg.escapeIdentifier(channel)}`);
    const arrived = await heard;
    await a.query(`unlisten ${pg.escapeIdentifier(channel)}`);
    return expectThat(
      arrived,
      name,
      '',
      `Nothing arrived within ${NOTIFIED_MS / 1000} s. ${breaks}`,
    );
  });
}

/** What an import and a backup need of a connection. */
export function checkTemporaryTables(client: pg.ClientBase): Promise<Finding> {
  const name = 'temporary tables';
  const breaks =
    'Products cannot be imported. An administrator grants the right: grant temporary on database … to the role.';
  return attempt(name, breaks, async () => {
    await client.query('create temporary table turare_check (id int)');
    await client.query('insert into turare_check values (1)');
    const { count } = await rowOf<{ count: string }>(client, 'select count(*) from turare_check');
    await client.query('discard temp');
    return expectThat(count === '1', name, '', `They do not keep their rows. ${breaks}`);
  });
}
