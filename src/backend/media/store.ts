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

/** Renditions made at a time. Each takes one core. */
const PARALLEL = 2;
/**
 * Originals in memory at a time, of at most 20 MB each. They are more than are rendered at a time, so that the next ones arrive
 * from a distant store meanwhile.
 */
const AT_WORK = 4;
/**
 * Renditions that may wait. Anybody may ask for renditions that were never made, so the queue must have an end. One browser sends
 * at most 128 requests at a time (nginx, http2_max_concurrent_streams), and the longest list has 50 pictures. So a shopper who is
 * alone is never refused. On two cores the last rendition is made after about 20 s. nginx waits 30.
 */
export const MOST_WAITING = 128;
/** Bytes of drafts kept in memory, about 30 kB each. */
const DRAFT_BYTES = 16_000_000;
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
  /**
   * A rendition by its file name ('640.avif', 'share.jpg'); null if the picture or the rendition does not exist, 'busy' if it
   * was never made and too many others wait to be.
   */
  rendition(hash: string, file: string): Promise<Rendition | null | 'busy'>;
  /** A visitor is here: work that can wait pauses for a second. */
  pause(): void;
  close(): Promise<void>;
}

/** A picture that the shop has. */
interface Known {
  hash: string;
  recipe: string | null;
}

/**
 * Opens the media store over the place where pictures are. Several processes may share one. Without a composer recipes stay
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
    // Whoever watches the store logs its outages.
    if (closed || error instanceof StoreUnavailable) return;
    log({ event: 'rendition_failed', error: describeError(error) });
  };
  const idle = createIdleQueue(complain);

  async function find(hash: string): Promise<Known | undefined> {
    const columns = { hash: media.hash, recipe: media.recipe };
    const [row] = await db.select(columns).from(media).where(eq(media.hash, hash));
    return row;
  }

  /** The original of a picture. One that is composed now is kept. Null if there is none. */
  async function originalOf({ hash, recipe }: Known): Promise<Uint8Array | null> {
    const key = keyOf.original(hash);
    const kept = await objects.get(key);
    if (kept || !recipe || !composer) return kept;
    const composed = await composer.compose(recipe);
    await keep(key, composed);
    return composed;
  }

  /** Keeps what can be made again. Whoever waits for it gets it, even if there is no room for it. */
  const keep = (key: string, bytes: Uint8Array) => objects.put(key, bytes).catch(complain);

  async function make(hash: string, file: string, name: RenditionName) {
    // A hash that somebody made up costs no further call to the store, and takes no place.
    const known = await find(hash);
    if (!known) return null;
    if (work.size >= MOST_WAITING) return 'busy' as const;
    return work.add(() => makeKnown(known, file, name));
  }

  /** Reads the original only now: those of all that wait would take gigabytes. */
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

  /** Makes the rendition that is kept, in place of the draft. */
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

  /** A rendition: the kept one, or one that is made now. */
  async function fetchOrMake(hash: string, file: string, name: RenditionName) {
    const kept = await objects.get(keyOf.rendition(hash, file));
    return kept ? { bytes: kept, draft: false } : make(hash, file, name);
  }

  return {
    async add(bytes) {
      const hash = pictureHash(bytes);
      const size = await measurePicture(bytes);
      const key = keyOf.original(hash);
      // First the picture: a row without one would be a product without a picture.
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
        // A draft is still there if the finished picture could not be stored. This tries it once more.
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
