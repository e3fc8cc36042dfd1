import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { DatabasePlace } from '#backend/db/addresses.ts';
import { setLimits } from '#backend/db/connect.ts';
import { appliedMigrations, migrate } from '#backend/db/migrate.ts';
import { openSession } from '#backend/db/sessions.ts';
import { keyOf, type ObjectStore } from '#backend/media/objects/object-store.ts';
import { openBackup } from './age.ts';
import { type ArchiveEntry, type Manifest, readArchive } from './archive.ts';
import { recordRestore } from './newest.ts';
import { readContents, readManifest, type TableReader } from './reading.ts';
import { columnsOf, type TableOfBackup } from './tables.ts';

/** The contents that were restored. */
export interface Restored {
  /** When the backup was begun. What was sold later is not in it. */
  at: Date;
  rows: number;
  pictures: number;
}

/**
 * Puts a backup into an empty database and its pictures where the shop keeps them, and brings both to this version. The
 * database gets all of it or nothing.
 * @param options.identity - opens one that is encrypted: the text of age's key file.
 * @param options.migrations - the folder of another version's migrations, for tests.
 * @throws Error if the database is not empty, or the file is not a whole, undamaged backup, or is of a newer
 *   version or of one before the first migration.
 */
export async function restore(
  target: { databaseUrl: DatabasePlace; pictures: ObjectStore },
  file: string,
  say: (detail: string) => void = () => {},
  { identity, migrations }: { identity?: string | undefined; migrations?: string } = {},
): Promise<Restored> {
  const entries = readArchive(await openBackup(file, identity));
  const first = await readManifest(entries, file, { migrations });
  await expectEmpty(target.databaseUrl, first);
  const version = migrations === undefined ? {} : { folder: migrations };
  await migrate(target.databaseUrl, { ...version, count: first.migrations.length });
  const client = await openSession(target.databaseUrl);
  let restored: Restored;
  try {
    await setLimits(client);
    await client.query('begin');
    restored = await load(client, first, entries, target.pictures, say);
    await client.query('commit');
  } finally {
    // After a failure a COPY may wait for more. The end of the connection ends it, and undoes all.
    await client.end();
  }
  await migrate(target.databaseUrl, version);
  return restored;
}

/** The tables that have rows in a shop in use. A failed restore may leave empty tables. */
const IN_USE = ['products', 'orders', 'accounts', 'shipping_places'];

/** Whether a database has a shop that a restore must not overwrite. */
export async function isInUse(databaseUrl: DatabasePlace, manifest?: Pick<Manifest, 'migrations'>) {
  const client = await openSession(databaseUrl);
  try {
    const applied = await appliedMigrations(client);
    if (applied.length === 0) return false;
    if (manifest && applied.length > manifest.migrations.length) return true;
    const some = IN_USE.map((table) => `exists (select from ${table})`).join(' or ');
    return (await client.query(`select ${some} as used`)).rows[0].used === true;
  } finally {
    await client.end();
  }
}

async function expectEmpty(databaseUrl: DatabasePlace, manifest: Manifest): Promise<void> {
  if (!(await isInUse(databaseUrl, manifest))) return;
  throw new Error(
    'The database has a shop already. Restore into a new one: set DATABASE_URL to an empty database, or DATA_DIR to a new folder.',
  );
}

function loadTable(client: pg.Client, table: TableOfBackup): TableReader {
  const copy = client.query(copyFrom(`copy ${columnsOf(table)} from stdin`));
  const done = finished(copy);
  // `add` and `end` throw it.
  done.catch(() => {});
  return {
    async add(bytes) {
      if (!copy.write(bytes)) await Promise.race([once(copy, 'drain'), done]);
    },
    async end() {
      copy.end();
      await done;
      return copy.rowCount;
    },
  };
}

async function load(
  client: pg.Client,
  manifest: Manifest,
  entries: AsyncGenerator<ArchiveEntry>,
  store: ObjectStore,
  say: (detail: string) => void,
): Promise<Restored> {
  const at = new Date(manifest.at);
  const names = manifest.tables.map(({ name }) => pg.escapeIdentifier(name));
  // The rows say what the triggers would write. Some migrations leave rows behind.
  for (const name of names) await client.query(`alter table ${name} disable trigger user`);
  await client.query(`truncate ${names.join(', ')}`);
  const { rows, pictures, sequences } = await readContents(
    manifest,
    entries,
    {
      openTable: (table) => loadTable(client, table),
      putPicture: (hash, bytes) => store.put(keyOf.original(hash), bytes),
    },
    say,
  );
  for (const name of names) await client.query(`alter table ${name} enable trigger user`);
  for (const [sequence, reached] of Object.entries(sequences)) {
    if (reached === null) continue;
    await client.query('select setval($1::regclass, $2)', [pg.escapeIdentifier(sequence), reached]);
  }
  // A site that is newer than the backup shows what the shop no longer knows.
  await client.query('insert into catalogue_changes default values');
  await recordRestore(client, at);
  return { at, rows, pictures };
}
