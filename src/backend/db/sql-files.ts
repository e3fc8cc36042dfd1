import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

/** The folder with the folders of the subjects. The functions take another version's folder, for tests. */
export const SUBJECTS = fileURLToPath(new URL('..', import.meta.url));

/** The files that each make a view, in the order of their dependencies. A file has the name of its view. */
const VIEWS: readonly string[] = [
  'refunds/sql/payment-money.sql',
  'refunds/sql/order-money.sql',
  'refunds/sql/unpaid-refunds.sql',
  'orders/sql/order-units.sql',
  'orders/sql/units-out.sql',
  'fulfilment/sql/standing-steps.sql',
  'products/sql/cards.sql',
];

/** A file in a subject's folder `sql`: functions with their triggers, or one view. It can be run repeatedly. */
export interface SqlFile {
  path: string;
  hash: string;
  text: string;
}

/** A row of `sql_files`. */
export interface AppliedFile {
  path: string;
  hash: string;
  /** The number of the last migration known to the version of the file. */
  migration: number;
}

const READ = new Map<string, readonly SqlFile[]>();

/** Returns the SQL files of a version, sorted by path. A process reads them once. */
export function readSqlFiles(subjects = SUBJECTS): readonly SqlFile[] {
  const known = READ.get(subjects);
  if (known) return known;
  const files = globSync('*/sql/*.sql', { cwd: subjects })
    .sort()
    .map((path) => {
      const text = readFileSync(join(subjects, path), 'utf8');
      return { path, hash: createHash('sha256').update(text).digest('hex'), text };
    });
  READ.set(subjects, files);
  return files;
}

/**
 * Returns the files that a database lacks. After a newer program it lacks none, because that program may have changed,
 * moved or removed them.
 * @param migration - the number of the last migration that this version knows.
 * @param ties - whether to replace a file from a version with the same last migration. Nobody can tell which version is
 *   newer.
 */
export function staleFiles(
  files: readonly SqlFile[],
  applied: readonly AppliedFile[],
  migration: number,
  ties: 'replace' | 'leave',
): SqlFile[] {
  if (applied.some((row) => row.migration > migration)) return [];
  return files.filter(({ path, hash }) => {
    const row = applied.find((one) => one.path === path);
    if (row?.hash === hash) return false;
    return !row || row.migration < migration || ties === 'replace';
  });
}

/** Returns a file with its row. PostgreSQL runs statements of one query as one transaction. */
const withRow = ({ path, hash, text }: SqlFile, migration: number): string => `${text};
  insert into sql_files values (${pg.escapeLiteral(path)}, '${hash}', ${migration})
    on conflict (path) do update set hash = excluded.hash, migration = excluded.migration`;

const isView = ({ path }: SqlFile) => VIEWS.includes(path);

/** Makes the functions and triggers of stale files. Each file is a transaction, so only its tables are locked at a time. */
export async function applyFunctions(
  client: pg.ClientBase,
  stale: readonly SqlFile[],
  migration: number,
): Promise<void> {
  // A function body may name an object of a later file.
  await client.query('set check_function_bodies = off');
  for (const file of stale) {
    if (!isView(file)) await client.query(withRow(file, migration));
  }
}

/** Makes all views again if one of their files is stale, in the caller's transaction: nobody sees the shop without them. */
export async function applyViews(
  client: pg.ClientBase,
  files: readonly SqlFile[],
  stale: readonly SqlFile[],
  migration: number,
): Promise<void> {
  if (!stale.some(isView)) return;
  const views = files.filter(isView).sort((a, b) => VIEWS.indexOf(a.path) - VIEWS.indexOf(b.path));
  const { rows } = await client.query<{ schema: string }>('select current_schema() as schema');
  // A rehearsal has its own schema, and must not drop the shop's views.
  const schema = pg.escapeIdentifier(rows[0]?.schema ?? 'public');
  const names = views.map(({ path }) => `${schema}.${basename(path, '.sql').replaceAll('-', '_')}`);
  await client.query(`drop view if exists ${names.join(', ')}`);
  for (const view of views) await client.query(withRow(view, migration));
}
