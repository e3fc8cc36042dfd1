import { eq, sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { imports } from './tables.ts';

/** Milliseconds between two writes of how far an import is. */
const EVERY = 1000;

/** Tells the page how far an import is, and the import whether it must end. */
export interface Steps {
  /** Aborts when the process is closing, or the step has ended. */
  signal: AbortSignal;
  /** `total` is null while nobody knows. */
  say(doing: 'rows' | 'pictures' | 'writing', done: number, total: number | null): void;
  /** Resolves when nothing is being written any more. */
  end(): Promise<void>;
}

/** Writes progress outside of any transaction of the import, once a second at most. */
export function startSteps(db: Database, importId: string, signal: AbortSignal): Steps {
  const ended = new AbortController();
  let said = 0;
  let doingNow = '';
  let last: Promise<unknown> = Promise.resolve();
  return {
    signal: AbortSignal.any([signal, ended.signal]),
    say(doing, done, total) {
      const now = Date.now();
      const begins = doing !== doingNow;
      if (!begins && now - said < EVERY) return;
      said = now;
      doingNow = doing;
      const since = begins ? { doingSince: sql`now()` } : {};
      const write = () =>
        db
          .update(imports)
          .set({ doing, done, total, ...since })
          .where(eq(imports.id, importId));
      // Progress that cannot be written holds nothing up. The work itself meets the same database.
      last = last.then(write).catch(() => {});
    },
    end: () => last.then(() => ended.abort()),
  };
}
