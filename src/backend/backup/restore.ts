import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { DatabasePlace } from '#backend/db/addresses.ts';
import { setLimits } from '#backend/db/connect.ts';
import { appliedMigrations, knownMigrations, migrate, ofOldVersion } from '#backend/db/migrate.ts';
import { openSession } from '#backend/db/sessions.ts';
import { keyOf, type ObjectStore } from '#backend/media/objects/object-store.ts';
import { pictureHash } from '#backend/media/store.ts';
import {
  type ArchiveEntry,
  MANIFEST,
  type Manifest,
  manifest,
  PICTURES,
  readArchive,
  SUMMARY,
  type Summary,
  summary,
  TABLES,
} from './archive.ts';
import { columnsOf, type TableOfBackup } from './tables.ts';

/** What was restored. */
export interface Restored {
  /** When the backup was begun. What was sold later is not in it. */
  at: Date;
  rows: number;
  pictures: number;
}

/**
 * Puts a backup into an empty database and its pictures where the shop keeps them, and brings both to this version. The
 * database gets all of it or nothing.
 * @param migrations - the folder of another version's migrations, for tests.
 * @throws Error when the database is not empty, or the file is no backup, was cut off, is damaged, or is of a newer version or
 *   of one before the first migration.
 */
export async function restore(
  target: { databaseUrl: DatabasePlace; pictures: ObjectStore },
  file: string,
  say: (detail: string) => void = () => {},
  migrations?: string,
): Promise<Restored> {
  const entries = readArchive(file);
  const first = await firstOf(entries, file, knownMigrations(migrations));
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

async function firstOf(
  entries: AsyncGenerator<ArchiveEntry>,
  file: string,
  known: readonly string[],
): Promise<Manifest> {
  const first = await entries.next().catch((cause: unknown) => {
    throw new Error(`${file} cannot be read as a backup.`, { cause });
  });
  const written =
    first.done || first.value.name !== MANIFEST ? null : JSON.parse(first.value.bytes.toString());
  if (written?.format === 1)
    throw new Error(ofOldVersion(file, 'restore it with that version and'));
  const read = manifest.safeParse(written);
  if (!read.success) throw new Error(`${file} is no backup that this version can read.`);
  const { migrations } = read.data;
  if (migrations.some((name, place) => name !== known[place])) {
    throw new Error(
      `${file} is of a newer version of the shop (its database has ${migrations.at(-1)}). Restore it with that version.`,
    );
  }
  return read.data;
}

/** What a shop has that is in use. Tables alone, as a failed restore leaves them, are no shop. */
const IN_USE = ['products', 'orders', 'accounts', 'shipping_places'];

async function expectEmpty(databaseUrl: DatabasePlace, { migrations }: Manifest): Promise<void> {
  const client = await openSession(databaseUrl);
  try {
    const applied = await appliedMigrations(client);
    if (applied.length === 0) return;
    const isNewer = applied.length > migrations.length;
    const some = IN_USE.map((table) => `exists (select from ${table})`).join(' or ');
    const used = !isNewer && (await client.query(`select ${some} as used`)).rows[0].used;
    if (!isNewer && !used) return;
  } finally {
    await client.end();
  }
  throw new Error(
    'The database has a shop already. Restore into a new one: set DATABASE_URL to an empty database, or DATA_DIR to a new folder.',
  );
}

/** A table that is being loaded. */
interface TableLoad {
  table: string;
  add(bytes: Buffer): Promise<void>;
  /** @returns the number of its rows. */
  end(): Promise<number>;
}

function loadTable(client: pg.Client, table: TableOfBackup): TableLoad {
  const copy = client.query(copyFrom(`copy ${columnsOf(table)} from stdin`));
  const done = finished(copy);
  // `add` and `end` throw it.
  done.catch(() => {});
  return {
    table: table.name,
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
  { at, tables }: Manifest,
  entries: AsyncGenerator<ArchiveEntry>,
  store: ObjectStore,
  say: (detail: string) => void,
): Promise<Restored> {
  const names = tables.map(({ name }) => pg.escapeIdentifier(name));
  // The rows say what the triggers would write. Some migrations leave rows behind.
  for (const name of names) await client.query(`alter table ${name} disable trigger user`);
  await client.query(`truncate ${names.join(', ')}`);
  const rows: Summary['rows'] = Object.fromEntries(tables.map(({ name }) => [name, 0]));
  let pictures = 0;
  let open: TableLoad | null = null;
  const endTable = async () => {
    if (open) rows[open.table] = await open.end();
    open = null;
  };
  for await (const { name, bytes } of entries) {
    if (name.startsWith(TABLES)) {
      const table = tables.find((one) => one.name === name.slice(TABLES.length).split('/')[0]);
      if (!table) throw new Error(`The backup has ${name}, which it does not name.`);
      if (open?.table !== table.name) {
        await endTable();
        say(table.name);
        open = loadTable(client, table);
      }
      await open.add(bytes);
      continue;
    }
    await endTable();
    if (name.startsWith(PICTURES)) {
      const hash = name.slice(PICTURES.length);
      if (pictureHash(bytes) !== hash) throw new Error(`The picture ${hash} is damaged.`);
      await store.put(keyOf.original(hash), bytes);
      say(`picture ${++pictures}`);
    } else if (name === SUMMARY) {
      const wanted = summary.parse(JSON.parse(bytes.toString()));
      await finish(client, names, wanted, { rows, pictures });
      const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
      return { at: new Date(at), rows: total, pictures };
    }
  }
  throw new Error('The backup was cut off: its end is missing.');
}

/** Compares what was read with what was written, and sets the sequences. */
async function finish(
  client: pg.Client,
  names: readonly string[],
  wanted: Summary,
  got: Pick<Summary, 'rows' | 'pictures'>,
): Promise<void> {
  for (const [table, count] of Object.entries(wanted.rows)) {
    if (got.rows[table] === count) continue;
    throw new Error(`The backup has ${got.rows[table] ?? 0} of ${count} rows of ${table}.`);
  }
  if (got.pictures !== wanted.pictures) {
    throw new Error(`The backup has ${got.pictures} of ${wanted.pictures} pictures.`);
  }
  for (const name of names) await client.query(`alter table ${name} enable trigger user`);
  for (const [sequence, reached] of Object.entries(wanted.sequences)) {
    if (reached === null) continue;
    await client.query('select setval($1::regclass, $2)', [pg.escapeIdentifier(sequence), reached]);
  }
  // A site that is newer than the backup shows what the shop no longer knows.
  await client.query('insert into catalogue_changes default values');
}
