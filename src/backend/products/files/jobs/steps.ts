import { eq, sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { imports } from './tables.ts';

/** Milliseconds between two writes of an import's progress. */
const EVERY = 1000;

/** Reports an import's progress to the page, and tells the import when it must end. */
export interface Steps {
  /** Aborts when the process is closing, or the step has ended. */
  signal: AbortSignal;
  /** Reports progress. `total` is null while it is unknown. */
  say(doing: 'rows' | 'pictures' | 'writing', done: number, total: number | null): void;
  /** Resolves when no write is in progress. */
  end(): Promise<void>;
}

/** Writes progress outside the import's transactions, at most once a second. */
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
      // A failed write of progress delays nothing. The work itself uses the same database.
      last = last.then(write).catch(() => {});
    },
    end: () => last.then(() => ended.abort()),
  };
}
