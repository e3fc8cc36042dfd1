import {
  appendFileSync,
  closeSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod/mini';
import { deliveryRecord } from '#sandbox/webhooks/delivery-record.ts';
import { transactionRecord } from './transaction-record.ts';

const entry = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('transaction'), value: transactionRecord }),
  z.object({ kind: z.literal('delivery'), value: deliveryRecord }),
]);
/** A record after a change. The last entry of a record is valid. */
type JournalEntry = z.infer<typeof entry>;

/** The records that survive a restart: a file of JSON lines that only grows. */
export interface Journal {
  /** The entries of earlier runs, oldest first. */
  readonly entries: readonly JournalEntry[];
  append(entry: JournalEntry): void;
  close(): void;
}

/**
 * Opens the journal at `path`. Without a path nothing is kept. A half-written last line of a killed run is removed: no
 * request that it belongs to was answered.
 * @throws Error with a sentence to show, when a line cannot be read.
 */
export function openJournal(path: string | undefined): Journal {
  if (path === undefined) return { entries: [], append: () => {}, close: () => {} };
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(path, 'a+', 0o600);
  let open = true;
  const close = () => {
    if (open) closeSync(file);
    open = false;
  };
  try {
    const bytes = readFileSync(file);
    const whole = bytes.lastIndexOf(0x0a) + 1;
    if (whole < bytes.length) ftruncateSync(file, whole);
    return {
      entries: bytes
        .toString('utf8', 0, whole)
        .split('\n')
        .slice(0, -1)
        .map((line, index) => readLine(line, index + 1, path)),
      append: (value) => {
        if (open) appendFileSync(file, `${JSON.stringify(value)}\n`);
      },
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

function readLine(line: string, number: number, path: string): JournalEntry {
  try {
    return z.parse(entry, JSON.parse(line));
  } catch (cause) {
    throw new Error(
      `The payment sandbox cannot read line ${number} of ${path}. Delete the file to start without payments.`,
      { cause },
    );
  }
}
