import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import PQueue from 'p-queue';
import sharp from 'sharp';
import { Tinypool } from 'tinypool';
import { media } from '#backend/db/catalogue-tables.ts';
import type { Database } from '#backend/db/connect.ts';
import { describeError, type Log } from '#backend/log.ts';
import type { Composer } from './composer.ts';
import { isThere, mediaFolders, readIfThere, writeWhole } from './files.ts';
import { createIdleQueue } from './idle-queue.ts';
import {
  MIME,
  measurePicture,
  type RenditionName,
  readRenditionName,
  render,
} from './rendering.ts';

/** Renditions made at a time. Each takes one core. */
const PARALLEL = 2;
/** Drafts kept in memory, about 30 kB each. */
const DRAFTS = 200;
const HASH = /^[0-9a-f]{40}$/;

/** The name of an original: a hash of its bytes, or of the recipe that it is composed from. */
export const pictureHash = (content: Uint8Array | string): string =>
  createHash('sha256').update(content).digest('hex').slice(0, 40);

/** A picture that is composed when it is first requested. */
export interface Recipe {
  /** What the composer needs. Equal recipes mean equal pictures. */
  recipe: string;
  /** Pixels. */
  width: number;
  height: number;
  /** The colour (#rrggbb) of its place until it arrives. */
  color: string;
}

/** A rendition to send, with its content type. */
export interface Rendition {
  bytes: Buffer<ArrayBuffer>;
  mime: string;
  /** Whether it was made in haste, and a better one of the same name will follow. */
  draft: boolean;
}

/**
 * The pictures of the shop. Originals are named by a hash. Renditions are made at first request: at once a draft, which
 * is made quickly, and when no one requests pictures any more the one that is kept.
 */
export interface MediaStore {
  /**
   * Stores an original, once however often it is added, and returns its hash.
   * @throws UnreadablePicture
   */
  add(bytes: Uint8Array): Promise<string>;
  /** Stores recipes in place of originals, and returns their hashes in the same order. */
  addRecipes(recipes: readonly Recipe[]): Promise<string[]>;
  /** Whether an original or its recipe is stored. */
  has(hash: string): Promise<boolean>;
  /** A rendition by its file name ('640.avif', 'share.jpg'); null if the picture or the rendition does not exist. */
  rendition(hash: string, file: string): Promise<Rendition | null>;
  /** A visitor is here: work that can wait pauses for a second. */
  pause(): void;
  close(): Promise<void>;
}

/** Opens the media store in a data folder. Several processes may share one. Without a composer recipes stay uncomposed. */
export function createMediaStore(
  db: Database,
  dataDir: string,
  { composer, log }: { composer?: Composer | undefined; log: Log },
): MediaStore {
  sharp.concurrency(1);
  const folders = mediaFolders(dataDir);
  const queue = new PQueue({ concurrency: PARALLEL });
  const underWay = new Map<string, Promise<Omit<Rendition, 'mime'> | null>>();
  const drafts = new Map<string, Buffer<ArrayBuffer>>();
  const renderer = new Tinypool({
    filename: new URL('./render-idle-task.ts', import.meta.url).href,
    runtime: 'child_process',
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 10_000,
  });
  let closed = false;
  const idle = createIdleQueue((error) => {
    if (!closed) log({ event: 'rendition_failed', error: describeError(error) });
  });

  /** Composes a picture, as a draft if a width is given; null without a recipe for it. Keeps what is no draft. */
  async function compose(hash: string, width: number | null) {
    const [row] = await db.select({ recipe: media.recipe }).from(media).where(eq(media.hash, hash));
    if (!row?.recipe || !composer) return null;
    const composed = await composer.compose(row.recipe, width);
    if (!composed.draft) await writeWhole(folders.original(hash), composed.bytes);
    return composed;
  }

  async function make(hash: string, file: string, name: RenditionName) {
    const path = folders.original(hash);
    const composed = (await isThere(path)) ? null : await compose(hash, name.width);
    if (!composed && !(await isThere(path))) return null;
    const quick = name.format === 'avif';
    const bytes = Buffer.from(
      await queue.add(() => render(composed?.bytes ?? path, name, { quick })),
    );
    const draft = quick || composed?.draft === true;
    if (!draft) {
      await writeWhole(folders.rendition(hash, file), bytes);
      return { bytes, draft };
    }
    const key = `${hash}/${file}`;
    drafts.set(key, bytes);
    for (const oldest of drafts.keys()) {
      if (drafts.size <= DRAFTS) break;
      drafts.delete(oldest);
    }
    idle.add(key, () => finish(hash, file, name));
    return { bytes, draft };
  }

  /** Makes the rendition that is kept, in place of the draft. */
  async function finish(hash: string, file: string, name: RenditionName): Promise<void> {
    const original = folders.original(hash);
    const target = folders.rendition(hash, file);
    if (!(await isThere(target))) {
      if (!(await isThere(original))) await compose(hash, null);
      await renderer.run({ original, name, target });
    }
    drafts.delete(`${hash}/${file}`);
  }

  return {
    async add(bytes) {
      const hash = pictureHash(bytes);
      const size = await measurePicture(bytes);
      if (!(await isThere(folders.original(hash)))) await writeWhole(folders.original(hash), bytes);
      const row = { hash, ...size };
      await db.insert(media).values(row).onConflictDoUpdate({ target: media.hash, set: row });
      return hash;
    },

    async addRecipes(recipes) {
      const rows = recipes.map((recipe) => ({
        hash: pictureHash(recipe.recipe),
        mime: 'image/jpeg',
        ...recipe,
      }));
      if (rows.length > 0) await db.insert(media).values(rows).onConflictDoNothing();
      return rows.map((row) => row.hash);
    },

    async has(hash) {
      const [row] = await db
        .select({ recipe: media.recipe })
        .from(media)
        .where(eq(media.hash, hash));
      if (!row) return false;
      return row.recipe !== null || (await isThere(folders.original(hash)));
    },

    async rendition(hash, file) {
      const name = readRenditionName(file);
      if (!name || !HASH.test(hash)) return null;
      const mime = MIME[name.format];
      const kept = await readIfThere(folders.rendition(hash, file));
      if (kept) return { bytes: kept, mime, draft: false };
      const key = `${hash}/${file}`;
      const draft = drafts.get(key);
      if (draft) return { bytes: draft, mime, draft: true };
      let task = underWay.get(key);
      if (!task) {
        task = make(hash, file, name).finally(() => underWay.delete(key));
        underWay.set(key, task);
      }
      const made = await task;
      return made && { ...made, mime };
    },

    pause: idle.pause,

    async close() {
      closed = true;
      idle.close();
      await Promise.all([renderer.destroy(), composer?.close()]);
    },
  };
}
