import { availableParallelism } from 'node:os';
import PQueue from 'p-queue';
import { Tinypool } from 'tinypool';
import type { Composer } from '#backend/media/composer.ts';
import { idlePool } from '#process/idle-pool.ts';
import { describeShot, frameName, type Shot } from './artwork/views.ts';

/** The process without work ends after this time (ms) and gives its memory back. */
const IDLE_MS = 60_000;

/**
 * Composes the demo's pictures from the rendered frames in artwork/. Drafts are made by a thread for each processor,
 * pictures that nobody waits for by one process of the lowest priority.
 */
export function artworkComposer(): Composer {
  const idle = idlePool(new URL('./artwork/compose-idle-task.ts', import.meta.url), IDLE_MS);
  const task = new URL('./artwork/compose-task.ts', import.meta.url).href;
  const threads = Array.from(
    { length: Math.min(4, availableParallelism()) },
    () => new Tinypool({ filename: task, runtime: 'worker_threads', minThreads: 1, maxThreads: 1 }),
  );
  // A queue for each thread: it decodes a frame once for the pictures that wait for it.
  const lanes = threads.map((thread) => ({
    thread,
    queue: new PQueue({ concurrency: 1 }),
    frame: '',
  }));

  // A page asks for a picture in two widths at once.
  const recent = new Map<string, Promise<Uint8Array>>();

  /** The thread that has the picture's frame, or else the one with the least to do. */
  function laneFor(frame: string) {
    const [least] = lanes.toSorted((one, other) => busy(one) - busy(other));
    const same = lanes.find((lane) => lane.frame === frame);
    const lane = same && least && busy(same) <= busy(least) + 2 ? same : least;
    if (!lane) throw new Error('A composer needs a thread');
    lane.frame = frame;
    return lane;
  }

  return {
    async compose(recipe, width) {
      const shot = JSON.parse(recipe) as Shot;
      if (width === null) {
        return { bytes: await idle.run({ shot, draft: false }), draft: false };
      }
      // Drafts have half the size of their frame. Where that is too small the picture itself is made.
      const draft = describeShot(shot).width / 2 >= Math.min(width, WIDEST_DRAFT);
      const key = `${draft} ${recipe}`;
      let bytes = recent.get(key);
      if (!bytes) {
        const { thread, queue } = laneFor(`${frameName(shot)} ${draft}`);
        bytes = queue.add((): Promise<Uint8Array> => thread.run({ shot, draft }));
        recent.set(key, bytes);
        bytes.catch(() => recent.delete(key));
        const [oldest] = recent.keys();
        if (recent.size > RECENT && oldest) recent.delete(oldest);
      }
      return { bytes: await bytes, draft };
    },
    close: async () => {
      await Promise.all([idle.destroy(), ...threads.map((thread) => thread.destroy())]);
    },
  };
}

/** Pictures kept in memory for their next width, about 100 kB each. */
const RECENT = 32;

/** A draft that is wider than this is not worth the wait. */
const WIDEST_DRAFT = 600;

const busy = ({ queue }: { queue: PQueue }) => queue.size + queue.pending;
