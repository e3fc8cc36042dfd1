import { type SQL, sql } from 'drizzle-orm';
import { type Database, inSession } from './connect.ts';

/** The kinds of things that a transaction's advisory lock can protect, each with its number in the database. */
const KINDS = {
  attempt: 7000,
  customer: 7001,
  network: 7002,
  purchase: 7003,
  payment: 7004,
  samples: 7005,
  promotionCodes: 7006,
  firstOrder: 7007,
  code: 7010,
  addresses: 7011,
};

/**
 * Returns a part of a statement that gives this thing to one transaction at a time, until it ends. It is for things that
 * may have no row to lock yet. Two names may share a lock.
 */
export const lockOf = (kind: keyof typeof KINDS, name: string | SQL): SQL =>
  sql`pg_advisory_xact_lock(${KINDS[kind]}, hashtext(${name}))`;

/**
 * Gives several things of one kind to one transaction at a time. All transactions lock them in one order, so that no two
 * wait for each other. @param names - a list of texts.
 */
export async function lockEach(
  transaction: Session,
  kind: keyof typeof KINDS,
  names: SQL,
): Promise<void> {
  await transaction.execute(sql`
    with keys as materialized (select distinct hashtext(name) as key from unnest(${names}) as name order by key)
    select pg_advisory_xact_lock(${KINDS[kind]}, key) from keys`);
}

/** The advisory locks that exist once in the shop, under the names that earlier versions use. db/migrate.ts has its own. */
const NAMES = {
  backup: 'turare backup',
  catalogue: 'turare catalogue writers',
  imports: 'turare imports',
  importPictures: 'turare import pictures',
  pictures: 'turare picture takers',
};
type Name = keyof typeof NAMES;
type Session = Pick<Database, 'execute'>;

const keyOf = (name: Name) => sql`hashtext(${NAMES[name]})`;

/** Takes a lock for the transaction, and waits for it if necessary. */
export async function lockTransaction(transaction: Session, name: Name): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(${keyOf(name)})`);
}

/** Takes a lock for a connection, until it closes. @returns false if another connection has the lock. */
export async function tryLock(session: Session, name: Name): Promise<boolean> {
  const { rows } = await session.execute<{ mine: boolean }>(
    sql`select pg_try_advisory_lock(${keyOf(name)}) as mine`,
  );
  return rows[0]?.mine === true;
}

/** Runs work while no other connection has a lock. @returns null if another one has it. */
export async function whileLocked<T>(
  session: Session,
  name: Name,
  work: () => Promise<T>,
): Promise<T | null> {
  if (!(await tryLock(session, name))) return null;
  return unlocking(session, sql`select pg_advisory_unlock(${keyOf(name)})`, work);
}

/** Runs work while a connection shares a lock with others. Waits for a connection that has it alone. */
export async function whileShared<T>(
  session: Session,
  name: Name,
  work: () => Promise<T>,
): Promise<T> {
  await session.execute(sql`select pg_advisory_lock_shared(${keyOf(name)})`);
  return unlocking(session, sql`select pg_advisory_unlock_shared(${keyOf(name)})`, work);
}

/** Runs work that only one process of the shop does at a time. @returns false if another process does it. */
export const alone = (
  db: Database,
  name: Name,
  work: (session: Database) => Promise<void>,
): Promise<boolean> =>
  inSession(db, async (session) => {
    const done = await whileLocked(session, name, async () => {
      await work(session);
      return true;
    });
    return done ?? false;
  });

async function unlocking<T>(session: Session, unlock: SQL, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    // This fails only if the connection is lost, which also ends the lock.
    await session.execute(unlock).catch(() => {});
  }
}
