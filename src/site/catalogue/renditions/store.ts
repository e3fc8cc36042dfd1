import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Validators } from '#backend/media/download.ts';
import { readIfThere, writeWhole } from '#backend/media/files.ts';
import { MADE_WIDTHS, madeFile } from '#site/product-data/pictures.ts';

/** The data about a picture, by its URL. */
export interface Known extends Validators {
  /** The hash that names its renditions; absent before there are any. */
  hash?: string;
  /** When its server was last asked (ms). */
  askedAt: number;
  /** The reason why it could not be used then. */
  fault?: string;
  /** When a catalogue last named it (ms). */
  usedAt: number;
}

/** The renditions that builds have made, in a folder that outlives them. Only one build at a time may use it. */
export interface RenditionStore {
  known: Map<string, Known>;
  /** Writes a rendition whole or not at all. */
  write(file: string, bytes: Uint8Array): Promise<void>;
  /** Whether all renditions with that hash are there. */
  has(hash: string): boolean;
  /** Saves the data, and deletes the renditions of unknown pictures. */
  save(): Promise<void>;
}

/** Returns the path of a file. Files whose names begin alike share a folder, so no folder holds ten thousand. */
const pathOf = (folder: string, file: string) => join(folder, file.slice(0, 2), file);

export const readRendition = (folder: string, file: string) => readFile(pathOf(folder, file));

/** Opens the store in a folder, which need not exist. */
export async function openStore(folder: string): Promise<RenditionStore> {
  const index = join(folder, 'index.json');
  const known = new Map(Object.entries(parsed(await readIfThere(index))));
  const files = new Set((await filesOf(folder)).keys());
  return {
    known,
    async write(file, bytes) {
      await writeWhole(pathOf(folder, file), bytes);
      files.add(file);
    },
    has: (hash) => MADE_WIDTHS.every((width) => files.has(madeFile(hash, width))),
    async save() {
      await writeWhole(index, Buffer.from(JSON.stringify(Object.fromEntries(known))));
      const used = new Set(
        [...known.values()].flatMap(({ hash }) =>
          hash === undefined ? [] : MADE_WIDTHS.map((width) => madeFile(hash, width)),
        ),
      );
      for (const [file, path] of await filesOf(folder)) {
        if (!used.has(file)) await rm(path);
      }
    },
  };
}

/** Reads the index. An unreadable one, as after a power failure, counts as empty: all of it can be made again. */
function parsed(text: Buffer | null): Record<string, Known> {
  try {
    return text ? (JSON.parse(text.toString()) as Record<string, Known>) : {};
  } catch {
    return {};
  }
}

/** Returns the paths of all files except the index, by name. */
async function filesOf(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    },
  );
  return new Map(
    entries
      .filter((entry) => entry.isFile() && entry.name !== 'index.json')
      .map(({ name, parentPath }) => [name, join(parentPath, name)]),
  );
}
