import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import PQueue from 'p-queue';
import sharp from 'sharp';
import { media } from '#backend/db/catalogue-tables.ts';
import type { Database } from '#backend/db/connect.ts';
import { isThere, mediaFolders, readIfThere, writeWhole } from './files.ts';
import {
  MIME,
  measurePicture,
  readRenditionName,
  renderShare,
  renderWidth,
  SHARE_FILE,
} from './rendering.ts';

/** Renditions made at a time. Each takes one core. */
const PARALLEL = 2;
const HASH = /^[0-9a-f]{40}$/;

/** The name of an original. */
export const pictureHash = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, 40);

/** A rendition to send, with its content type. */
export interface Rendition {
  bytes: Buffer<ArrayBuffer>;
  mime: string;
}

/** The pictures of the shop: originals, named by the hash of their bytes, and renditions, made at first request. */
export interface MediaStore {
  /**
   * Stores an original, once however often it is added, and returns its hash.
   * @throws UnreadablePicture
   */
  add(bytes: Uint8Array, recipe?: string): Promise<string>;
  /** Whether an original is stored. */
  has(hash: string): Promise<boolean>;
  /** The hash of the picture that was composed from `recipe`; null if there is none or its file is lost. */
  findRecipe(recipe: string): Promise<string | null>;
  /** A rendition by its file name ('640.avif', 'share.jpg'); null if the picture or the rendition does not exist. */
  rendition(hash: string, file: string, priority?: 'urgent' | 'idle'): Promise<Rendition | null>;
  /**
   * Makes renditions before they are requested, one after the other, with requests going first. `signal` ends it
   * after the current one. Returns how many exist.
   */
  warmRenditions(
    hashes: readonly string[],
    options?: { files?: readonly string[]; signal?: AbortSignal },
  ): Promise<number>;
}

/** What pages request most: cards and product pages on phones, then link previews. */
const WARM_FILES = ['320.avif', '480.avif', '640.avif', '800.avif', '1200.jpg', SHARE_FILE];

/** Opens the media store in a data folder. Several processes may share one. */
export function createMediaStore(db: Database, dataDir: string): MediaStore {
  sharp.concurrency(1);
  const folders = mediaFolders(dataDir);
  const queue = new PQueue({ concurrency: PARALLEL });
  const underWay = new Map<string, Promise<Buffer<ArrayBuffer> | null>>();

  async function make(hash: string, file: string): Promise<Buffer<ArrayBuffer> | null> {
    const name = readRenditionName(file);
    const original = folders.original(hash);
    if (!name || !(await isThere(original))) return null;
    const bytes =
      name.kind === 'share'
        ? await renderShare(original)
        : await renderWidth(original, name.width, name.format);
    await writeWhole(folders.rendition(hash, file), bytes);
    return Buffer.from(bytes);
  }

  const store: MediaStore = {
    async add(bytes, recipe) {
      const hash = pictureHash(bytes);
      const size = await measurePicture(bytes);
      if (!(await isThere(folders.original(hash)))) await writeWhole(folders.original(hash), bytes);
      await db.transaction(async (transaction) => {
        if (recipe) {
          await transaction.execute(sql`select pg_advisory_xact_lock(7010, hashtext(${recipe}))`);
          // Another picture may have this recipe: one whose file is lost, or one of older artwork.
          await transaction.update(media).set({ recipe: null }).where(eq(media.recipe, recipe));
        }
        const row = { hash, ...size, ...(recipe ? { recipe } : {}) };
        await transaction
          .insert(media)
          .values(row)
          .onConflictDoUpdate({ target: media.hash, set: row });
      });
      return hash;
    },

    async has(hash) {
      const [row] = await db.select({ hash: media.hash }).from(media).where(eq(media.hash, hash));
      return row !== undefined && (await isThere(folders.original(hash)));
    },

    async findRecipe(recipe) {
      const [row] = await db
        .select({ hash: media.hash })
        .from(media)
        .where(eq(media.recipe, recipe));
      return row && (await isThere(folders.original(row.hash))) ? row.hash : null;
    },

    async rendition(hash, file, priority = 'urgent') {
      const name = readRenditionName(file);
      if (!name || !HASH.test(hash)) return null;
      const mime = MIME[name.format];
      const kept = await readIfThere(folders.rendition(hash, file));
      if (kept) return { bytes: kept, mime };
      const key = `${hash}/${file}`;
      let task = underWay.get(key);
      if (!task) {
        task = queue
          .add(() => make(hash, file), { priority: priority === 'urgent' ? 1 : 0 })
          .finally(() => underWay.delete(key));
        underWay.set(key, task);
      }
      const bytes = await task;
      return bytes && { bytes, mime };
    },

    async warmRenditions(hashes, { files = WARM_FILES, signal } = {}) {
      let there = 0;
      for (const file of files) {
        for (const hash of hashes) {
          if (signal?.aborted) return there;
          if (await isThere(folders.rendition(hash, file))) there++;
          else if (await store.rendition(hash, file, 'idle')) there++;
        }
      }
      return there;
    },
  };
  return store;
}
