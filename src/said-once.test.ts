import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const src = new URL('./', import.meta.url);
const sources = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
  (path) => /\.tsx?$/.test(path) && !/\.(test|harness|fake)\.|\/example\//.test(path),
);

/** Code that belongs in one place, and the files that may have it. */
const HOMES: Record<string, { pattern: RegExp; of: RegExp; homes: string[] }> = {
  'a column for a moment or for bytes': {
    pattern: /\btimestamp\(|customType/,
    of: /^backend\//,
    homes: ['backend/db/columns.ts'],
  },
  // The others empty a batch of rows, or lock a row for one transaction.
  'a lease': {
    pattern: /skip locked|skipLocked/,
    of: /^backend\//,
    homes: [
      'backend/db/lease.ts',
      'backend/mail/old-emails.ts',
      'backend/publishing/notices.ts',
      'backend/stock-alerts/waves.ts',
    ],
  },
  // The others race no timer.
  'a race against a timer': {
    pattern: /Promise\.race\(/,
    of: /^(backend|machine|process|publisher)\//,
    homes: [
      'backend/backup/restore.ts',
      'process/listen.ts',
      'process/within.ts',
      'publisher/release/assembly.ts',
    ],
  },
  // These files test the locks themselves, and the migrations have their own lock.
  'an advisory lock': {
    pattern: /select pg_\w*advisory|sql`pg_advisory/i,
    of: /^backend\//,
    homes: [
      'backend/db/check/direct.ts',
      'backend/db/engine.ts',
      'backend/db/locks.ts',
      'backend/db/migrate.ts',
    ],
  },
  'a format of dates': { pattern: /DateTimeFormat/, of: /^/, homes: [] },
  'what is recorded of the goods of an order': {
    pattern: /from\(fulfilmentSteps\)/,
    of: /^backend\//,
    homes: ['backend/fulfilment/records.ts'],
  },
};

it.each(Object.entries(HOMES))('%s is written in its one place', (_, { pattern, of, homes }) => {
  const found = sources.filter(
    (path) => of.test(path) && pattern.test(readFileSync(new URL(path, src), 'utf8')),
  );
  expect(found.sort()).toEqual(homes);
});
