import type pg from 'pg';
import { isKeptOut, SILENT_LOCKS, USE_POSTGRESQL } from '#backend/db/engine.ts';
import { lookForOwn } from '#backend/db/sessions.ts';
import { attempt, expectThat, type Finding, rowOf } from './finding.ts';

const DIRECT = 'direct connection';
export const LOCKS = 'session locks';

/** Checks whether each connection has its own server process (db/sessions.ts). */
export function checkDirect(a: pg.ClientBase, b: pg.ClientBase): Promise<Finding> {
  const broken =
    'There is a pooler in transaction mode, or of a single connection, before the server: migrations, imports and notifications (LISTEN) need connections of their own, and every program refuses to start. Set DATABASE_DIRECT_URL to the address of the server itself beside DATABASE_URL, or pool_mode = session with a pool of many connections.';
  return attempt(DIRECT, broken, async () =>
    expectThat((await lookForOwn(a, b)) === 'own', DIRECT, 'no pooler in transaction mode', broken),
  );
}

/**
 * Checks whether a session lock of one connection excludes the other.
 * @param name - of a lock that nobody else takes.
 */
export const checkLocks = (a: pg.ClientBase, b: pg.ClientBase, name: string): Promise<Finding> =>
  attempt(LOCKS, `Migrations and imports need them. ${USE_POSTGRESQL}`, async () => {
    const { key } = await rowOf<{ key: number }>(a, 'select hashtext($1) as key', [name]);
    await a.query('select pg_advisory_lock($1)', [key]);
    const keptOut = await isKeptOut(b, key);
    await a.query('select pg_advisory_unlock($1)', [key]);
    return expectThat(keptOut, LOCKS, '', SILENT_LOCKS);
  });
