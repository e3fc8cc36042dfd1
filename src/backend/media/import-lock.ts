import type { Database } from '#backend/db/connect.ts';
import { whileLocked, whileShared } from '#backend/db/locks.ts';

/**
 * Runs an import. Until it ends, nobody can remove the pictures that it takes.
 * @param session - one connection, which holds the lock.
 */
export const whileTakingPictures = <T>(session: Database, work: () => Promise<T>): Promise<T> =>
  whileShared(session, 'pictures', work);

/** Runs work that removes pictures. @throws Error with a sentence to show if an import is running. */
export async function whileNobodyImports<T extends object>(
  session: Database,
  work: () => Promise<T>,
): Promise<T> {
  const done = await whileLocked(session, 'pictures', work);
  if (!done) throw new Error('An import is taking pictures. Try again when it has ended.');
  return done;
}
