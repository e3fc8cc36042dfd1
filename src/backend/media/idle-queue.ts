import PQueue from 'p-queue';

/** Milliseconds without a request before a task begins. */
const QUIET_MS = 1000;
/** Milliseconds after which a task begins even if requests keep coming. Otherwise a busy shop would do none. */
const LONGEST_MS = 5000;
/** The most waiting tasks. Further ones are dropped; the next request for the same draft adds its task again. */
const MOST_WAITING = 10_000;

/** Work that nobody waits for: one task at a time, each once, and none begins while requests come. */
export interface IdleQueue {
  /** Adds a task, unless one with this key or too many others wait already. */
  add(key: string, task: () => Promise<void>): void;
  /** Reports a request: no task begins for a second, but none is delayed for more than five. */
  pause(): void;
  /** Drops the waiting tasks. */
  close(): void;
}

/** @param onFailure - called with the error of a task. */
export function createIdleQueue(onFailure: (error: unknown) => void): IdleQueue {
  const queue = new PQueue({ concurrency: 1 });
  const keys = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let pausedSince = 0;
  return {
    add(key, task) {
      if (keys.has(key) || keys.size >= MOST_WAITING) return;
      keys.add(key);
      queue
        .add(task)
        .catch(onFailure)
        .finally(() => keys.delete(key));
    },
    pause() {
      const now = Date.now();
      if (!queue.isPaused) pausedSince = now;
      else if (now - pausedSince > LONGEST_MS) return;
      queue.pause();
      clearTimeout(timer);
      timer = setTimeout(() => queue.start(), QUIET_MS);
      timer.unref();
    },
    close() {
      clearTimeout(timer);
      queue.clear();
    },
  };
}
