import { sql } from 'drizzle-orm';
import { type Database, inSession } from '#backend/db/connect.ts';

/**
 * Does work that one process of the shop does at a time. Whoever dies loses the lock with the connection.
 * @returns false if another process is at it.
 */
export async function alone(
  db: Database,
  name: string,
  work: (session: Database) => Promise<void>,
): Promise<boolean> {
  return inSession(db, async (session) => {
    const { rows } = await session.execute<{ mine: boolean }>(
      sql`select pg_try_advisory_lock(hashtext(${name})) as mine`,
    );
    if (!rows[0]?.mine) return false;
    try {
      await work(session);
      return true;
    } finally {
      // A connection that cannot do it is lost, and so is its lock.
      await session.execute(sql`select pg_advisory_unlock(hashtext(${name}))`).catch(() => {});
    }
  });
}
