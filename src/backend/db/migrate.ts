import { readFileSync } from 'node:fs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { setLimits } from './connect.ts';

const FOLDER = fileURLToPath(new URL('./migrations', import.meta.url));
/** The advisory lock of the process that migrates. An arbitrary number of our own: 'tura' in ASCII. */
export const LOCK = 0x74757261;

/** Drizzle's list of the migrations. */
interface Journal {
  entries: { tag: string; when: number }[];
}
const JOURNAL = 'meta/_journal.json';
const readJournal = (): Journal => JSON.parse(readFileSync(join(FOLDER, JOURNAL), 'utf8'));

/** A database or a connection to one. */
interface Queryable {
  query(statement: string): Promise<{ rows: { text: string }[] }>;
}

/** The migrations of this version, in their order. */
export const knownMigrations = (): string[] => readJournal().entries.map(({ tag }) => tag);

/** The statements of this version's migrations, in their order. */
export const migrationStatements = (): { name: string; statements: string[] }[] =>
  knownMigrations().map((name) => ({
    name,
    statements: readFileSync(join(FOLDER, `${name}.sql`), 'utf8').split('--> statement-breakpoint'),
  }));

/** The first column of a table's rows, as text. None when there is no such table. */
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

/** The times of the migrations that a database has, in their order. */
const appliedTimes = async (database: Queryable): Promise<number[]> =>
  (await readColumn(database, 'drizzle', '__drizzle_migrations', 'created_at')).map(Number);

/** A newer version has taken away from the database what this one needs. The message is a sentence for the merchant. */
export class NewerDatabase extends Error {
  override name = 'NewerDatabase';
}

/** @throws NewerDatabase */
async function expectUsable(database: Queryable): Promise<void> {
  const known = knownMigrations();
  const [needs] = await readColumn(database, 'public', 'compatibility', 'needs');
  if (needs === undefined || known.includes(needs)) return;
  throw new NewerDatabase(
    `The database belongs to a newer version of the shop: it needs one that knows ${needs}, and this one ends with ${known.at(-1)}. Start the newer version, or restore a backup of before the upgrade.`,
  );
}

/** The migrations that a database has, in their order. One of a newer version has its time for a name. */
export async function appliedMigrations(database: Queryable): Promise<string[]> {
  const { entries } = readJournal();
  const times = await appliedTimes(database);
  return times.map((at) => entries.find(({ when }) => when === at)?.tag ?? String(at));
}

/**
 * The names of this version's migrations that a database lacks, oldest first.
 * @throws NewerDatabase
 */
export async function missingMigrations(database: Queryable): Promise<string[]> {
  await expectUsable(database);
  // Drizzle runs those that are younger than all that have run.
  const last = (await appliedTimes(database)).at(-1) ?? 0;
  return readJournal().entries.flatMap(({ tag, when }) => (when > last ? tag : []));
}

/**
 * Applies all new migrations to the database at `url`. Of two processes that start at once, one waits.
 * @param count - applies only so many of them, as an earlier version did.
 * @returns their names, oldest first.
 * @throws NewerDatabase
 */
export async function migrate(url: string, count?: number): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  const folder = count === undefined ? FOLDER : await firstMigrations(count);
  try {
    await setLimits(client);
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    await expectUsable(client);
    const before = await appliedMigrations(client);
    await applyMigrations(drizzle(client), { migrationsFolder: folder });
    return (await appliedMigrations(client)).slice(before.length);
  } finally {
    if (folder !== FOLDER) await rm(folder, { recursive: true });
    await client.end();
  }
}

/** A folder that has only the first migrations. */
async function firstMigrations(count: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'turare-migrations-'));
  await cp(FOLDER, folder, { recursive: true });
  const journal = readJournal();
  const entries = journal.entries.slice(0, count);
  await writeFile(join(folder, JOURNAL), JSON.stringify({ ...journal, entries }));
  return folder;
}
