import { knownMigrations, ofOldVersion, renamedMigrations } from '#backend/db/migrate.ts';
import { pictureHash } from '#backend/media/store.ts';
import {
  type ArchiveEntry,
  MANIFEST,
  type Manifest,
  manifest,
  PICTURES,
  SUMMARY,
  type Summary,
  summary,
  TABLES,
} from './archive.ts';
import type { TableOfBackup } from './tables.ts';

/** A table that is being read. */
export interface TableReader {
  add(bytes: Buffer): Promise<void>;
  /** @returns the number of its rows. */
  end(): Promise<number>;
}

/** Where the contents of a backup go. */
export interface Destination {
  openTable(table: TableOfBackup): TableReader;
  putPicture(hash: string, bytes: Buffer): Promise<void>;
}

/** The contents of a whole backup. */
export interface Contents {
  rows: number;
  pictures: number;
  sequences: Summary['sequences'];
}

/**
 * The first entry of an archive.
 * @param options.migrations - the folder of another version's migrations, for tests.
 * @param options.newer - takes a backup of a newer version's database, too: one that is only read.
 * @throws Error when the file is no backup, or is of a newer version or of one before the first migration.
 */
export async function readManifest(
  entries: AsyncGenerator<ArchiveEntry>,
  file: string,
  { migrations, newer = false }: { migrations?: string | undefined; newer?: boolean } = {},
): Promise<Manifest> {
  const first = await entries.next().catch((cause: unknown) => {
    throw new Error(`${file} cannot be read as a backup.`, { cause });
  });
  const written =
    first.done || first.value.name !== MANIFEST ? null : parsed(first.value.bytes, MANIFEST);
  if ((written as { format?: unknown } | null)?.format === 1)
    throw new Error(ofOldVersion(file, 'restore it with that version and'));
  const read = manifest.safeParse(written);
  if (!read.success) throw new Error(`${file} is no backup that this version can read.`);
  const known = knownMigrations(migrations);
  const has = renamedMigrations(read.data.migrations, migrations);
  if (has[0] !== known[0]) throw new Error(ofOldVersion(file, 'restore it with that version and'));
  if (!newer && has.some((name, place) => name !== known[place])) {
    throw new Error(
      `${file} is of a newer version of the shop (its database has ${has.at(-1)}). Restore it with that version.`,
    );
  }
  return { ...read.data, migrations: has };
}

/**
 * Reads the rest of an archive to its last byte, whose checksum covers all of them.
 * @throws Error when something is damaged, or is not as the summary has it.
 */
export async function readContents(
  { tables }: Manifest,
  entries: AsyncGenerator<ArchiveEntry>,
  to: Destination,
  say: (detail: string) => void,
): Promise<Contents> {
  const rows: Summary['rows'] = Object.fromEntries(tables.map(({ name }) => [name, 0]));
  let pictures = 0;
  let wanted: Summary | null = null;
  let open = null as { name: string; reader: TableReader } | null;
  const endTable = async () => {
    if (open) rows[open.name] = await open.reader.end();
    open = null;
  };
  for await (const { name, bytes } of entries) {
    if (name.startsWith(TABLES)) {
      const table = tables.find((one) => one.name === name.slice(TABLES.length).split('/')[0]);
      if (!table) throw new Error(`The backup has ${name}, which it does not name.`);
      if (open?.name !== table.name) {
        await endTable();
        say(table.name);
        open = { name: table.name, reader: to.openTable(table) };
      }
      await open.reader.add(bytes);
      continue;
    }
    await endTable();
    if (name.startsWith(PICTURES)) {
      const hash = name.slice(PICTURES.length);
      if (pictureHash(bytes) !== hash) throw new Error(`The picture ${hash} is damaged.`);
      await to.putPicture(hash, bytes);
      say(`picture ${++pictures}`);
    } else if (name === SUMMARY) {
      wanted = summary.parse(parsed(bytes, SUMMARY));
    }
  }
  if (!wanted) throw new Error('The backup was cut off: its end is missing.');
  expectAll(wanted, { rows, pictures });
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  return { rows: total, pictures, sequences: wanted.sequences };
}

/** Compares what was read with what was written. */
function expectAll(wanted: Summary, got: Pick<Summary, 'rows' | 'pictures'>): void {
  for (const [table, count] of Object.entries(wanted.rows)) {
    if (got.rows[table] === count) continue;
    throw new Error(`The backup has ${got.rows[table] ?? 0} of ${count} rows of ${table}.`);
  }
  if (got.pictures !== wanted.pictures) {
    throw new Error(`The backup has ${got.pictures} of ${wanted.pictures} pictures.`);
  }
}

function parsed(bytes: Buffer, name: string): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch (cause) {
    throw new Error(`The backup is damaged: ${name} cannot be read.`, { cause });
  }
}
