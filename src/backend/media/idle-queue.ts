import PQueue from 'p-queue';

/** How long (ms) no request may have come before a task begins. */
const QUIET_MS = 1000;
/** A task begins after this time (ms) even if requests keep coming. A busy shop would otherwise do none. */
const LONGEST_MS = 5000;
/** Tasks that may wait. Those beyond are dropped: whoever gets the same draft again adds its task again. */
const MOST_WAITING = 10_000;

/** Work that nobody waits for: one task at a time, each once, and none begins while requests come. */
export interface IdleQueue {
  /** Adds a task, unless one with this key or too many others wait already. */
  add(key: string, task: () => Promise<void>): void;
  /** A request has come: no task begins for a second, but none is held up for more than five. */
  pause(): void;
  /** Forgets the tasks that wait. */
  close(): void;
}

/** @param onFailure - gets what a task throws. */
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
