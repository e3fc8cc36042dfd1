import { sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';

/** The advisory lock of whoever takes pictures into the shop (shared), or removes some (exclusive). */
const TAKERS = sql`hashtext('turare picture takers')`;

/**
 * Runs an import. Meanwhile nobody removes the pictures that it takes.
 * @param session - one connection: the lock is its own.
 */
export async function whileTakingPictures<T>(
  session: Database,
  work: () => Promise<T>,
): Promise<T> {
  await session.execute(sql`select pg_advisory_lock_shared(${TAKERS})`);
  try {
    return await work();
  } finally {
    // A connection that cannot do it is lost, and so is its lock.
    await session.execute(sql`select pg_advisory_unlock_shared(${TAKERS})`).catch(() => {});
  }
}

/** Runs work that removes pictures. @throws Error with a sentence to show, when an import runs. */
export async function whileNobodyImports<T>(session: Database, work: () => Promise<T>): Promise<T> {
  const { rows } = await session.execute<{ mine: boolean }>(
    sql`select pg_try_advisory_lock(${TAKERS}) as mine`,
  );
  if (!rows[0]?.mine) {
    throw new Error('An import is taking pictures. Try again when it has ended.');
  }
  try {
    return await work();
  } finally {
    // A connection that cannot do it is lost, and so is its lock.
    await session.execute(sql`select pg_advisory_unlock(${TAKERS})`).catch(() => {});
  }
}
