import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { DatabasePlace } from '#backend/db/addresses.ts';
import { setLimits } from '#backend/db/connect.ts';
import { appliedMigrations } from '#backend/db/migrate.ts';
import { openSession } from '#backend/db/sessions.ts';
import { keyOf, type ObjectStore } from '#backend/media/objects/object-store.ts';
import { asTyped } from '#process/as-typed.ts';
import { root } from '#process/root.ts';
import {
  type ArchiveEntry,
  MANIFEST,
  type Manifest,
  PICTURES,
  SUMMARY,
  type Summary,
  TABLES,
  writeArchive,
} from './archive.ts';
import { columnsOf, readSequences, readTables, type TableOfBackup } from './tables.ts';

/** The most bytes of a table in one entry of the archive. Only one entry is in memory at a time. */
const PART_BYTES = 4_000_000;

/** The shop that is backed up. */
export interface BackupSource {
  databaseUrl: DatabasePlace;
  pictures: ObjectStore;
}

export interface BackupCounts {
  rows: number;
  pictures: number;
}

/**
 * Writes all that a merchant could lose into one file: the database as it is at one moment, while the shop sells, and the
 * original pictures. Pictures that are composed from recipes are left out, and so is the site: both are made again.
 * @param say - is told what is under way.
 * @throws Error when a picture is missing, or when the file cannot be written.
 */
export async function backUp(
  source: BackupSource,
  file: string,
  say: (detail: string) => void = () => {},
): Promise<BackupCounts> {
  const client = await openSession(source.databaseUrl);
  try {
    await setLimits(client);
    await client.query('begin isolation level repeatable read read only');
    const counts = { rows: 0, pictures: 0 };
    await writeArchive(file, entriesOf(client, source.pictures, counts, say));
    await client.query('commit');
    return counts;
  } finally {
    await client.end();
  }
}

async function* entriesOf(
  client: pg.Client,
  pictures: ObjectStore,
  counts: BackupCounts,
  say: (detail: string) => void,
): AsyncGenerator<ArchiveEntry> {
  const tables = await readTables(client);
  const { rows: clock } = await client.query<{ at: Date }>('select now() as at');
  const manifest: Manifest = {
    format: 2,
    at: (clock[0]?.at ?? new Date()).toISOString(),
    version: JSON.parse(await readFile(join(root, 'package.json'), 'utf8')).version,
    migrations: await appliedMigrations(client),
    tables,
  };
  yield json(MANIFEST, manifest);
  const rows: Summary['rows'] = {};
  for (const table of tables) {
    say(table.name);
    rows[table.name] = yield* partsOf(client, table);
    counts.rows += rows[table.name] ?? 0;
  }
  const { rows: originals } = await client.query<{ hash: string }>(
    'select hash from media where recipe is null order by hash',
  );
  for (const { hash } of originals) {
    say(`picture ${++counts.pictures} of ${originals.length}`);
    const bytes = await pictures.get(keyOf.original(hash));
    if (!bytes) {
      throw new Error(
        `The picture ${hash} is not in ${pictures.name}. ${asTyped('audit')} names the products that show such pictures: give them others.`,
      );
    }
    yield { name: PICTURES + hash, bytes };
  }
  const sequences = await readSequences(client);
  yield json(SUMMARY, { rows, sequences, pictures: counts.pictures } satisfies Summary);
}

/** A table in parts. @returns the number of its rows. */
async function* partsOf(
  client: pg.Client,
  table: TableOfBackup,
): AsyncGenerator<ArchiveEntry, number> {
  const copy = client.query(copyTo(`copy ${columnsOf(table)} to stdout`));
  let chunks: Buffer[] = [];
  let size = 0;
  let parts = 0;
  const part = () => {
    const name = `${TABLES}${table.name}/${String(++parts).padStart(6, '0')}`;
    const bytes = Buffer.concat(chunks);
    chunks = [];
    size = 0;
    return { name, bytes };
  };
  for await (const chunk of copy as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= PART_BYTES) yield part();
  }
  if (size > 0) yield part();
  return copy.rowCount;
}

const json = (name: string, value: unknown): ArchiveEntry => ({
  name,
  bytes: Buffer.from(`${JSON.stringify(value, null, 2)}\n`),
});
