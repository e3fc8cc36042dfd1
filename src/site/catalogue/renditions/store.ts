import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Validators } from '#backend/media/download.ts';
import { readIfThere, writeWhole } from '#backend/media/files.ts';
import { MADE_WIDTHS, madeFile } from '#site/product-data/pictures.ts';

/** What is known about a picture by its URL. */
export interface Known extends Validators {
  /** Names its renditions; absent when there are none yet. */
  hash?: string;
  /** When its server was last asked (ms). */
  askedAt: number;
  /** Why it could not be used then. */
  fault?: string;
  /** When a catalogue last named it (ms). */
  usedAt: number;
}

/** The renditions that builds have made, in a folder that outlives them. One build at a time may use it. */
export interface RenditionStore {
  known: Map<string, Known>;
  /** Writes a rendition whole or not at all. */
  write(file: string, bytes: Uint8Array): Promise<void>;
  /** Whether every rendition of that name is there. */
  has(hash: string): boolean;
  /** Keeps what is known, and deletes the renditions of pictures that are not known any more. */
  save(): Promise<void>;
}

/** Files whose names begin alike share a folder, so that none holds ten thousand. */
const pathOf = (folder: string, file: string) => join(folder, file.slice(0, 2), file);

/** A rendition as the store has it. */
export const readRendition = (folder: string, file: string) => readFile(pathOf(folder, file));

/** Opens the store in a folder, which does not have to exist. */
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

/** An index that cannot be read, as after a power failure, counts as empty: everything in it can be made again. */
function parsed(text: Buffer | null): Record<string, Known> {
  try {
    return text ? (JSON.parse(text.toString()) as Record<string, Known>) : {};
  } catch {
    return {};
  }
}

/** The paths of all files but the index, by name. */
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
