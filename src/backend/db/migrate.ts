import { readFileSync } from 'node:fs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import { asTyped } from '#process/as-typed.ts';
import type { DatabasePlace } from './addresses.ts';
import { setLimits } from './connect.ts';
import { isKeptOut, SILENT_LOCKS, USE_POSTGRESQL } from './engine.ts';
import { grantRights } from './roles.ts';
import { openSession } from './sessions.ts';
import {
  type AppliedFile,
  applyFunctions,
  applyViews,
  readSqlFiles,
  type SqlFile,
  staleFiles,
} from './sql-files.ts';
import { isRefusedBy } from './transact.ts';
import { OldDatabase, UnusableDatabase } from './unusable.ts';

/** The folder of this version's migrations. The functions take another version's folder, for tests. */
const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url));
/** The advisory lock of the process that migrates. An arbitrary number: 'tura' in ASCII. */
export const LOCK = 0x74757261;

const NOT_SUPPORTED = '0A000';

/** Drizzle's list of the migrations. */
interface Journal {
  entries: { tag: string; when: number }[];
}
const JOURNAL = 'meta/_journal.json';
const readJournal = (folder: string): Journal =>
  JSON.parse(readFileSync(join(folder, JOURNAL), 'utf8'));

/** The folders of a version's migrations and SQL files. */
interface Version {
  folder?: string;
  subjects?: string | undefined;
}

/** Returns the number of the last migration that a version knows. */
export const lastMigration = (folder = MIGRATIONS): number =>
  readJournal(folder).entries.length - 1;

/** A database or a connection to one. */
interface Queryable {
  query(statement: string): Promise<{ rows: { text: string }[] }>;
}

/** Returns the migrations of this version, in order. */
export const knownMigrations = (folder = MIGRATIONS): string[] =>
  readJournal(folder).entries.map(({ tag }) => tag);

/** Returns names of migrations in this version's spelling. An earlier version names an unknown migration by its time. */
export function renamedMigrations(names: readonly string[], folder = MIGRATIONS): string[] {
  const { entries } = readJournal(folder);
  return names.map((name) => entries.find(({ when }) => String(when) === name)?.tag ?? name);
}

/** Returns the statements of this version's migrations, in order. */
export const migrationStatements = (): { name: string; statements: string[] }[] =>
  knownMigrations().map((name) => ({
    name,
    statements: readFileSync(join(MIGRATIONS, `${name}.sql`), 'utf8').split(
      '--> statement-breakpoint',
    ),
  }));

/** Returns the first column of a table as text; none if the table does not exist. */
async function readColumn(
  database: Queryable,
  schema: string,
  table: string,
  column: string,
): Promise<string[]> {
  const { rows: found } = await database.query(
    `select tablename as text from pg_tables where schemaname = '${schema}' and tablename = '${table}'`,
  );
  if (found.length === 0) return [];
  const { rows } = await database.query(
    `select ${column}::text as text from ${schema}.${table} order by ${column}`,
  );
  return rows.map(({ text }) => text);
}

/**
 * Returns advice for data from a version before this version's first migration.
 * @param subject - the data.
 * @param how - the means of the export: the rest of a sentence.
 */
export const ofOldVersion = (subject: string, how: string): string =>
  `${subject} is of 1.0.0-rc.1 or an earlier version, and stays as it is. Orders, customers, reviews, promotions and people of the back office are not carried over. To take catalogue, places and facts along, ${how} run ${asTyped('catalogue', 'export products.csv')}, ${asTyped('shipping', 'export places.csv')} and ${asTyped('shop', 'export facts.json')}. Then copy the folder media of its DATA_DIR into a new DATA_DIR, and run the same with this version on an empty database, with import instead of export.`;

/**
 * Returns the times of a database's migrations, in order.
 * @throws UnusableDatabase if it did not begin with this version's first migration.
 */
async function appliedTimes(database: Queryable, { entries }: Journal): Promise<number[]> {
  const applied = await readColumn(database, 'drizzle', '__drizzle_migrations', 'created_at');
  const times = applied.map(Number);
  if (times.length > 0 && times[0] !== entries[0]?.when) {
    throw new OldDatabase(ofOldVersion('The database', 'with that version'));
  }
  return times;
}

/** @returns the times of a database's migrations. @throws UnusableDatabase */
async function expectUsable(database: Queryable, journal: Journal): Promise<number[]> {
  const times = await appliedTimes(database, journal);
  const known = journal.entries.map(({ tag }) => tag);
  const [needs] = await readColumn(database, 'public', 'compatibility', 'needs');
  if (needs === undefined || known.includes(needs)) return times;
  throw new UnusableDatabase(
    `The database belongs to a newer version of the shop: it needs one that knows ${needs}, and this one ends with ${known.at(-1)}. Start the newer version, or restore a backup of before the upgrade.`,
  );
}

/**
 * Returns a database's migrations, in order. A migration of a newer version has its time as its name.
 * @throws UnusableDatabase if the database is older than the first of them.
 */
export async function appliedMigrations(
  database: Queryable,
  folder = MIGRATIONS,
): Promise<string[]> {
  const journal = readJournal(folder);
  const times = await appliedTimes(database, journal);
  return times.map((at) => journal.entries.find(({ when }) => when === at)?.tag ?? String(at));
}

/** @returns the SQL files of this version that a database lacks (sql-files.ts). */
async function filesFor(
  database: Queryable,
  { folder, subjects }: Version,
  ties: 'replace' | 'leave',
): Promise<SqlFile[]> {
  const rows = await readColumn(database, 'public', 'sql_files', 'to_jsonb(sql_files)');
  const applied = rows.map((row): AppliedFile => JSON.parse(row));
  return staleFiles(readSqlFiles(subjects), applied, lastMigration(folder), ties);
}

/**
 * Returns the names of this version's migrations and SQL files that a database lacks, oldest first.
 * @throws UnusableDatabase
 */
export async function missingMigrations(
  database: Queryable,
  folder = MIGRATIONS,
  subjects?: string,
): Promise<string[]> {
  const journal = readJournal(folder);
  const times = await expectUsable(database, journal);
  // Drizzle runs those that are newer than all that have run.
  const last = times.at(-1) ?? 0;
  const missing = journal.entries.flatMap(({ tag, when }) => (when > last ? tag : []));
  const files = await filesFor(database, { folder, subjects }, 'leave');
  return [...missing, ...files.map(({ path }) => path)];
}

/**
 * Applies new migrations and changed SQL files to a database by its direct address, and grants rights to the role of the
 * calls. If two processes start at once, one waits.
 * @param options.count - applies only this many migrations, as an earlier version would, and no SQL file.
 * @returns their names, oldest first.
 * @throws UnusableDatabase
 */
export async function migrate(
  place: DatabasePlace,
  { folder = MIGRATIONS, subjects, count }: Version & { count?: number } = {},
): Promise<string[]> {
  const client = await openSession(place);
  const first = count === undefined ? null : await firstMigrations(folder, count);
  try {
    await setLimits(client);
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    const before = await expectUsable(client, readJournal(folder));
    const files =
      count === undefined ? await filesFor(client, { folder, subjects }, 'replace') : [];
    if (before.length < (count ?? knownMigrations(folder).length) || files.length > 0) {
      await expectLock(place);
    }
    await applyMigrations(drizzle(client), { migrationsFolder: first ?? folder });
    const known = lastMigration(folder);
    await applyFunctions(client, files, known);
    // `drop view` removes the rights of the calls, so the same transaction grants them again.
    await client.query('begin');
    await applyViews(client, readSqlFiles(subjects), files, known);
    await grantRights(client, place);
    await client.query('commit');
    const migrations = (await appliedMigrations(client, folder)).slice(before.length);
    return [...migrations, ...files.map(({ path }) => path)];
  } catch (cause) {
    if (!isRefusedBy(cause, NOT_SUPPORTED)) throw cause;
    throw new UnusableDatabase(
      `The server does not have what the tables of the shop need: the check of ${asTyped('migrate')} names it. ${USE_POSTGRESQL}`,
      { cause },
    );
  } finally {
    if (first) await rm(first, { recursive: true });
    await client.end();
  }
}

/** Checks before tables change whether this process's lock excludes others. @throws UnusableDatabase */
async function expectLock(place: DatabasePlace): Promise<void> {
  const other = await openSession(place);
  try {
    if (!(await isKeptOut(other, LOCK))) throw new UnusableDatabase(SILENT_LOCKS);
  } finally {
    await other.end();
  }
}

/** Creates a folder with only the first migrations. */
async function firstMigrations(folder: string, count: number): Promise<string> {
  const first = await mkdtemp(join(tmpdir(), 'turare-migrations-'));
  await cp(folder, first, { recursive: true });
  const journal = readJournal(folder);
  const entries = journal.entries.slice(0, count);
  await writeFile(join(first, JOURNAL), JSON.stringify({ ...journal, entries }));
  return first;
}
