import type pg from 'pg';
import { lookForOwn } from '#backend/db/sessions.ts';
import { attempt, expectThat, type Finding } from './finding.ts';

const DIRECT = 'direct connection';

/** Whether each connection has a server process of its own (db/sessions.ts). */
export function checkDirect(a: pg.ClientBase, b: pg.ClientBase): Promise<Finding> {
  const broken =
    'A pooler in transaction mode, or of a single connection, stands before the server: migrations, imports and notifications (LISTEN) need connections of their own, and every program refuses to start. Set DATABASE_DIRECT_URL to the address of the server itself beside DATABASE_URL, or pool_mode = session with a pool of many connections.';
  return attempt(DIRECT, broken, async () =>
    expectThat((await lookForOwn(a, b)) === 'own', DIRECT, 'no pooler in transaction mode', broken),
  );
}
