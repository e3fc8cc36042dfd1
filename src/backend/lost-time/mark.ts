import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { readKept } from '#backend/base/kept-text.ts';
import type { Log } from '#backend/base/log.ts';
import type { Database } from '#backend/db/connect.ts';
import { isRefusedBy, transact } from '#backend/db/transact.ts';
import { recordLostTime } from './lost-times.ts';
import { databaseMark } from './tables.ts';

const FILE = 'database-mark';
/** The growth of a mark that went back. It outgrows the files of other processes, which then do not see the same loss. */
const LEAP = 1000;

/** The identity of a PostgreSQL, which its copies lack. Null if the shop's role may not read it. */
interface Identity {
  system: string | null;
  timeline: number | null;
}

/**
 * Checks whether the database is the one that this process saw last, and increases its mark. An older copy has a smaller
 * number than the file in DATA_DIR. A copy on another server, a restore to a moment and a promoted standby have another
 * identity than the row, even without the file. Records the loss; `lost-times.ts` has the questions about it.
 */
export async function watchDatabase({
  db,
  dataDir,
  log,
}: {
  db: Database;
  dataDir: string;
  log: Log;
}): Promise<void> {
  const kept = await readNumber(dataDir);
  const identity = await identityOf(db);
  const number = await transact(db, async (transaction) => {
    await transaction
      .insert(databaseMark)
      .values({ number: 0, ...identity })
      .onConflictDoNothing();
    const [mark] = await transaction.select().from(databaseMark).for('update');
    if (!mark) throw new Error('The database returned no mark');
    const isOlder = kept !== null && kept > mark.number;
    if (isOlder || differs(mark, identity)) {
      const lostFrom = mark.number > 0 ? mark.at : await lastOrder(transaction);
      await recordLostTime(transaction, isOlder ? 'older' : 'server', lostFrom);
      log({
        event: 'database_lost_time',
        level: 'error',
        reason: isOlder ? 'older' : 'server',
        since: lostFrom.toISOString(),
      });
    }
    const grown = isOlder ? kept + LEAP : mark.number + 1;
    await transaction.update(databaseMark).set({
      number: grown,
      at: sql`now()`,
      system: identity.system ?? mark.system,
      timeline: identity.timeline ?? mark.timeline,
    });
    return grown;
  });
  await keep(dataDir, number);
}

const differs = (mark: Identity, now: Identity): boolean =>
  isAnother(mark.system, now.system) || isAnother(mark.timeline, now.timeline);

const isAnother = <T>(before: T | null, now: T | null): boolean =>
  before !== null && now !== null && before !== now;

/** Returns the last time that a database without a mark is known to contain. It comes from a version that wrote none. */
async function lastOrder(db: Pick<Database, 'execute'>): Promise<Date> {
  const { rows } = await db.execute<{ at: string }>(
    sql`select coalesce(max(created_at), now())::text as at from orders`,
  );
  return new Date(rows[0]?.at ?? Date.now());
}

/** Error codes: the function does not exist, this host does not support it, or the role may not call it. */
const NOT_FOR_US = ['42883', '0A000', '42501'];

/**
 * Reads the identity. Every role may call both functions, unless a host has revoked or replaced them. In that case only
 * the number counts. The timeline is the WAL's: pg_control_checkpoint() shows a new one only after the next checkpoint.
 */
async function identityOf(db: Database): Promise<Identity> {
  const system = await readIfAllowed<string>(
    db,
    sql`select system_identifier::text as value from pg_control_system()`,
  );
  const timeline = await readIfAllowed<number>(
    db,
    sql`select ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int as value`,
  );
  return { system, timeline };
}

async function readIfAllowed<T>(db: Database, query: ReturnType<typeof sql>): Promise<T | null> {
  try {
    const { rows } = await db.execute<{ value: T }>(query);
    return rows[0]?.value ?? null;
  } catch (error) {
    if (isRefusedBy(error, ...NOT_FOR_US)) return null;
    throw error;
  }
}

/** Returns the number that this folder saw last. Null before its first start. */
async function readNumber(dataDir: string): Promise<number | null> {
  const text = await readKept(dataDir, FILE);
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** Writes it to a draft, which then gets the file's name: a process that dies leaves no partial file. */
async function keep(dataDir: string, number: number): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const draft = join(dataDir, `${FILE}.${randomUUID()}`);
  await writeFile(draft, `${number}\n`);
  await rename(draft, join(dataDir, FILE));
}
