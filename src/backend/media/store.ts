import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import sharp from 'sharp';
import { describeError, type Log } from '#backend/base/log.ts';
import type { Database } from '#backend/db/connect.ts';
import { idlePool } from '#process/idle-pool.ts';
import type { Composer } from './composer.ts';
import { createIdleQueue } from './idle-queue.ts';
import { keyOf, type ObjectStore, StoreUnavailable } from './objects/object-store.ts';
import {
  MIME,
  measurePicture,
  type RenditionName,
  readRenditionName,
  render,
} from './rendering.ts';
import { media } from './tables.ts';

/** Renditions made at a time. Each uses one core. */
const PARALLEL = 2;
/**
 * Originals in memory at a time, of at most 20 MB each. There are more than renditions in progress, so that the next
 * originals arrive from a distant store in the meantime.
 */
const AT_WORK = 4;
/**
 * The most renditions that may wait. Anybody may request new renditions, so the queue must have a limit. One browser sends
 * at most 128 requests at a time (nginx, http2_max_concurrent_streams), and the longest list has 50 pictures. So a single
 * shopper is never refused. On two cores the last rendition is made after about 20 s. nginx waits 30.
 */
export const MOST_WAITING = 128;
/** Bytes of drafts in memory. A draft has about 30 kB. */
const DRAFT_BYTES = 16_000_000;
const HASH = /^[0-9a-f]{40}$/;

/** Returns the name of an original: a hash of its bytes, or of the recipe that it is composed from. */
export const pictureHash = (content: Uint8Array | string): string =>
  createHash('sha256').update(content).digest('hex').slice(0, 40);

/** A picture that is composed when it is first requested. */
export interface Recipe {
  /** The input of the composer. Equal recipes make equal pictures. */
  recipe: string;
  /** Pixels. */
  width: number;
  height: number;
  /** The placeholder colour (#rrggbb) until it loads. */
  color: string;
}

/** A rendition to send, with its content type. */
export interface Rendition {
  bytes: Buffer<ArrayBuffer>;
  mime: string;
  /** Whether it was made quickly, and a better one with the same name will follow. */
  draft: boolean;
}

/**
 * The pictures of the shop. Originals are named by a hash. The first request for a rendition makes a draft quickly. Once
 * no one requests pictures, the final rendition replaces it.
 */
export interface MediaStore {
  /**
   * Stores an original and returns its hash. Adding it again changes nothing.
   * @throws UnreadablePicture
   */
  add(bytes: Uint8Array): Promise<string>;
  /** Stores recipes in place of originals, and returns their hashes in the same order. */
  addRecipes(recipes: readonly Recipe[]): Promise<string[]>;
  /** Whether an original or its recipe is stored. */
  has(hash: string): Promise<boolean>;
  /**
   * Returns a rendition by its file name ('640.avif', 'share.jpg'). Null if the picture or rendition does not exist; 'busy'
   * if it must still be made and too many others wait.
   */
  rendition(hash: string, file: string): Promise<Rendition | null | 'busy'>;
  /** Reports a visitor: work that can wait pauses for a second. */
  pause(): void;
  close(): Promise<void>;
}

/** A picture that the shop has. */
interface Known {
  hash: string;
  recipe: string | null;
}

/**
 * Opens the media store over an object store, which several processes may share. Without a composer, recipes stay
 * uncomposed.
 */
export function createMediaStore(
  db: Database,
  objects: ObjectStore,
  { composer, log }: { composer?: Composer | undefined; log: Log },
): MediaStore {
  sharp.concurrency(1);
  const work = new PQueue({ concurrency: AT_WORK });
  const renderings = new PQueue({ concurrency: PARALLEL });
  const underWay = new Map<string, Promise<Omit<Rendition, 'mime'> | null | 'busy'>>();
  const drafts = new LRUCache<string, Buffer<ArrayBuffer>>({
    maxSize: DRAFT_BYTES,
    sizeCalculation: ({ length }) => Math.max(length, 1),
  });
  const renderer = idlePool(new URL('./render-idle-task.ts', import.meta.url), 10_000);
  let closed = false;
  const complain = (error: unknown) => {
    // The watcher of the store logs its outages.
    if (closed || error instanceof StoreUnavailable) return;
    log({ event: 'rendition_failed', error: describeError(error) });
  };
  const idle = createIdleQueue(complain);

  async function find(hash: string): Promise<Known | undefined> {
    const columns = { hash: media.hash, recipe: media.recipe };
    const [row] = await db.select(columns).from(media).where(eq(media.hash, hash));
    return row;
  }

  /** Returns the original of a picture; null if there is none. Stores one that is composed now. */
  async function originalOf({ hash, recipe }: Known): Promise<Uint8Array | null> {
    const key = keyOf.original(hash);
    const kept = await objects.get(key);
    if (kept || !recipe || !composer) return kept;
    const composed = await composer.compose(recipe);
    await keep(key, composed);
    return composed;
  }

  /** Stores what can be made again. The caller gets it even if storing fails. */
  const keep = (key: string, bytes: Uint8Array) => objects.put(key, bytes).catch(complain);

  async function make(hash: string, file: string, name: RenditionName) {
    // An invented hash costs no further call to the store, and no place in the queue.
    const known = await find(hash);
    if (!known) return null;
    if (work.size >= MOST_WAITING) return 'busy' as const;
    return work.add(() => makeKnown(known, file, name));
  }

  /** Makes a rendition. Reads the original only now, because the originals of the whole queue would take gigabytes. */
  async function makeKnown(known: Known, file: string, name: RenditionName) {
    const { hash } = known;
    const original = await originalOf(known);
    if (!original) return null;
    const draft = name.format === 'avif';
    const bytes = Buffer.from(await renderings.add(() => render(original, name, { quick: draft })));
    if (!draft) {
      await keep(keyOf.rendition(hash, file), bytes);
      return { bytes, draft };
    }
    drafts.set(`${hash}/${file}`, bytes);
    finishLater(hash, file, name);
    return { bytes, draft };
  }

  const finishLater = (hash: string, file: string, name: RenditionName) =>
    idle.add(`${hash}/${file}`, () => finish(hash, file, name));

  /** Makes the final rendition in place of the draft. */
  async function finish(hash: string, file: string, name: RenditionName): Promise<void> {
    const target = keyOf.rendition(hash, file);
    if (!(await objects.has(target))) {
      const known = await find(hash);
      const original = known && (await originalOf(known));
      if (!original) throw new Error(`The original of ${hash} has gone.`);
      await objects.put(target, await renderer.run({ original, name }));
    }
    drafts.delete(`${hash}/${file}`);
  }

  /** Returns the stored rendition, or makes one now. */
  async function fetchOrMake(hash: string, file: string, name: RenditionName) {
    const kept = await objects.get(keyOf.rendition(hash, file));
    return kept ? { bytes: kept, draft: false } : make(hash, file, name);
  }

  return {
    async add(bytes) {
      const hash = pictureHash(bytes);
      const size = await measurePicture(bytes);
      const key = keyOf.original(hash);
      // The picture comes first: a row without it would be a product without a picture.
      if (!(await objects.has(key))) await objects.put(key, bytes);
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
      const known = await find(hash);
      if (!known) return false;
      return known.recipe !== null || (await objects.has(keyOf.original(hash)));
    },

    async rendition(hash, file) {
      const name = readRenditionName(file);
      if (!name || !HASH.test(hash)) return null;
      const mime = MIME[name.format];
      const key = `${hash}/${file}`;
      const draft = drafts.get(key);
      if (draft) {
        // A draft is still here if the final rendition could not be stored. Try once more.
        finishLater(hash, file, name);
        return { bytes: draft, mime, draft: true };
      }
      let task = underWay.get(key);
      if (!task) {
        task = fetchOrMake(hash, file, name).finally(() => underWay.delete(key));
        underWay.set(key, task);
      }
      const found = await task;
      return found === null || found === 'busy' ? found : { ...found, mime };
    },

    pause: idle.pause,

    async close() {
      closed = true;
      idle.close();
      await renderer.destroy();
    },
  };
}
