import { open } from 'node:fs/promises';
import { eq, sql } from 'drizzle-orm';
import { type Entry, fromFdPromise, type ZipFile } from 'yauzl';
import { type Database, inSession } from '#backend/db/connect.ts';
import { LARGEST_PICTURE } from '#backend/media/download.ts';
import { whileTakingPictures } from '#backend/media/import-lock.ts';
import { UnreadablePicture } from '#backend/media/rendering.ts';
import type { MediaStore } from '#backend/media/store.ts';
import { MOST_BYTES } from '#backend/merchant-files/tables/xlsx/limits.ts';
import { counted } from '#domain/words.ts';
import { openParts, storeParts } from './parts.ts';
import type { Steps } from './steps.ts';
import { importFiles, importParts, imports } from './tables.ts';
import { Unreadable } from './unreadable.ts';

/** The most entries of a ZIP. */
const MOST_ENTRIES = 20_000;
/** The most bytes unpacked from a ZIP. Pictures are compressed already, so this is far more than they can need. */
const MOST_INFLATED = 2 * 1024 ** 3;

/** Files that only spreadsheets have, which are ZIPs, too. A later step decides whether the shop can read them. */
const DOCUMENT = ['[Content_Types].xml', 'xl/workbook.xml', 'content.xml'];
const SHEET = /\.(csv|tsv|txt|xlsx)$/i;
const PICTURE = /\.(jpe?g|png|webp|avif|heic|gif|bmp|tiff?)$/i;

/**
 * Unpacks a ZIP: adds its pictures to the media store one by one, and replaces the ZIP with its sheet. After an
 * interruption it starts again and skips the pictures that it has. An Excel workbook stays as it is.
 * @throws Unreadable with a sentence for the merchant.
 */
export async function unpack(
  { db, media }: { db: Database; media: Pick<MediaStore, 'add'> },
  importId: string,
  steps: Steps,
): Promise<void> {
  const file = await openParts(db, importId, (path) => open(path));
  let zip: ZipFile | undefined;
  try {
    zip = await fromFdPromise(file.fd, { lazyEntries: true, autoClose: false }).catch(broken);
    if (zip.entryCount > MOST_ENTRIES) {
      throw new Unreadable(
        `The ZIP has ${counted(zip.entryCount, 'file')}: send at most ${MOST_ENTRIES.toLocaleString('en')} at once.`,
      );
    }
    const entries = await entriesOf(zip);
    if (entries.some(({ path }) => DOCUMENT.includes(path))) {
      await db.update(imports).set({ kind: 'xlsx' }).where(eq(imports.id, importId));
      return;
    }
    await unpackEntries(zip, entries, { db, media }, importId, steps);
  } finally {
    await file.close();
  }
}

interface Packed {
  path: string;
  entry: Entry;
}

/** Returns the files of a ZIP, without those that operating systems add. yauzl refuses names that lead outside the ZIP. */
async function entriesOf(zip: ZipFile): Promise<Packed[]> {
  const entries: Packed[] = [];
  try {
    for await (const entry of zip.eachEntry()) {
      const path = entry.fileName.normalize('NFC');
      const hidden = path.split('/').some((part) => part.startsWith('.') || part === '__MACOSX');
      if (!hidden && !path.endsWith('/')) entries.push({ path, entry });
    }
  } catch (cause) {
    broken(cause);
  }
  return entries;
}

async function unpackEntries(
  zip: ZipFile,
  entries: readonly Packed[],
  { db, media }: { db: Database; media: Pick<MediaStore, 'add'> },
  importId: string,
  steps: Steps,
): Promise<void> {
  const sheet = onlySheet(entries);
  const pictures = entries.filter(({ path }) => PICTURE.test(path));
  const inflated = [sheet, ...pictures].reduce((sum, { entry }) => sum + entry.uncompressedSize, 0);
  if (inflated > MOST_INFLATED) {
    throw new Unreadable('The ZIP is more than 2 GB once it is unpacked: send it in parts.');
  }
  if (sheet.entry.uncompressedSize > MOST_BYTES) {
    throw new Unreadable(
      `${sheet.path} is larger than ${MOST_BYTES / 1024 / 1024} MB: split it, and send one part after the other.`,
    );
  }
  const taken = await db
    .select({ path: importFiles.path })
    .from(importFiles)
    .where(eq(importFiles.importId, importId));
  const known = new Set(taken.map(({ path }) => path));
  await inSession(db, (session) =>
    whileTakingPictures(session, async () => {
      for (const [at, { path, entry }] of pictures.entries()) {
        steps.signal.throwIfAborted();
        steps.say('pictures', at, pictures.length);
        const key = path.toLowerCase();
        if (known.has(key)) continue;
        const found = await takePicture(zip, entry, media);
        const row = { importId, path: key, ...found };
        await db.insert(importFiles).values(row).onConflictDoNothing();
      }
    }),
  );
  // In memory: it has at most 20 MB, and the transaction must not wait for a disk.
  const bytes = await bytesOf(zip, sheet.entry, MOST_BYTES);
  await db.transaction(async (transaction) => {
    await transaction.delete(importParts).where(eq(importParts.importId, importId));
    await storeParts(transaction, importId, one(bytes));
    await transaction
      .update(imports)
      .set({ kind: /\.xlsx$/i.test(sheet.path) ? 'xlsx' : 'csv', touchedAt: sql`now()` })
      .where(eq(imports.id, importId));
  });
}

function onlySheet(entries: readonly Packed[]): Packed {
  const sheets = entries.filter(({ path }) => SHEET.test(path));
  const [sheet, ...more] = sheets;
  if (!sheet) {
    throw new Unreadable(
      'The ZIP has no sheet: put a CSV or XLSX file into it, beside the pictures.',
    );
  }
  if (more.length > 0) {
    const names = sheets.slice(0, 5).map(({ path }) => path);
    throw new Unreadable(
      `The ZIP has ${sheets.length} sheets (${names.join(', ')}): leave one in it.`,
    );
  }
  return sheet;
}

async function takePicture(
  zip: ZipFile,
  entry: Entry,
  media: Pick<MediaStore, 'add'>,
): Promise<{ hash: string } | { trouble: string }> {
  if (entry.uncompressedSize > LARGEST_PICTURE) {
    return { trouble: `is larger than ${LARGEST_PICTURE / 1_000_000} MB: make it smaller` };
  }
  try {
    return { hash: await media.add(await bytesOf(zip, entry, LARGEST_PICTURE)) };
  } catch (error) {
    if (error instanceof UnreadablePicture || error instanceof Unreadable) {
      return { trouble: error instanceof Unreadable ? 'is damaged in the ZIP' : error.message };
    }
    throw error;
  }
}

/** Reads an entry. yauzl ends one that is larger than the ZIP says. */
async function bytesOf(zip: ZipFile, entry: Entry, most: number): Promise<Buffer> {
  if (entry.isEncrypted()) {
    throw new Unreadable('The ZIP is protected by a password: make it without one.');
  }
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const piece of await zip.openReadStreamPromise(entry)) {
      size += piece.length;
      if (size > most) break;
      pieces.push(piece);
    }
  } catch (cause) {
    broken(cause);
  }
  return Buffer.concat(pieces);
}

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function broken(cause: unknown): never {
  throw new Unreadable('The ZIP is damaged: make it again.', { cause });
}
