import { sql } from 'drizzle-orm';
import { type Database, inSession } from '#backend/db/connect.ts';

/**
 * Does work that one process of the shop does at a time; nothing if another one is at it. Whoever dies loses the lock with the
 * connection.
 */
export async function alone(
  db: Database,
  name: string,
  work: (session: Database) => Promise<void>,
): Promise<void> {
  await inSession(db, async (session) => {
    const { rows } = await session.execute<{ mine: boolean }>(
      sql`select pg_try_advisory_lock(hashtext(${name})) as mine`,
    );
    if (!rows[0]?.mine) return;
    try {
      await work(session);
    } finally {
      // A connection that cannot do it is lost, and so is its lock.
      await session.execute(sql`select pg_advisory_unlock(hashtext(${name}))`).catch(() => {});
    }
  });
}
