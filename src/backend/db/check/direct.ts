import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { attempt, expectThat, type Finding, rowOf } from './finding.ts';

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
      // In transaction mode the pooler may give `b` the process that `a` has just used. `b` keeps it, so `a` gets another one.
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
