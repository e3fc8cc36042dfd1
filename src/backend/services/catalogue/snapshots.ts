import { sql } from 'drizzle-orm';
import { products } from '#backend/db/catalogue-tables.ts';
import type { Database } from '#backend/db/connect.ts';
import type { Transaction } from '#backend/db/transact.ts';
import { describeError, type Log } from '#backend/log.ts';
import { done, type Result, refuse } from '#backend/services/result.ts';
import type { SnapshotHead } from '#contract/snapshot.ts';
import { listCategories, listShippingPlaces } from './app-data.ts';
import { readVersion } from './changes.ts';
import { DemandStream } from './demand-stream.ts';
import { PRODUCT_LINES } from './snapshot-lines.ts';

/** The whole catalogue as of one moment, for those who make pages (extension catalogue.snapshot). */
export interface Snapshots {
  /**
   * Begins a snapshot: NDJSON as src/contract/snapshot.ts describes it. It is read no faster than it is taken, and
   * ends in an error when that takes longer than five minutes. Refusal: unavailable, when as many as may be are under way.
   */
  open(): Promise<Result<ReadableStream<Uint8Array>>>;
  /** Breaks off those under way, and waits until their connections are given back. */
  close(): Promise<void>;
}

/** Snapshots at a time: each takes one of the ten connections to the database. */
const AT_ONCE = 4;
/** Milliseconds in all: an old snapshot keeps PostgreSQL from clearing away what has changed since. */
const LIMIT = 300_000;
/** Seconds after which to come again when all are under way; a snapshot of 10,000 products takes less than one. */
const COME_AGAIN = 2;
/** Products that are in memory at a time. */
const BATCH = 500;

/** Snapshots over one database; `limit` is in milliseconds. */
export function createSnapshots(db: Database, log: Log, limit = LIMIT): Snapshots {
  const underWay = new Map<AbortController, Promise<void>>();

  return {
    async open() {
      if (underWay.size >= AT_ONCE) {
        return refuse('unavailable', 'The catalogue is being read by as many as may at a time.', {
          retryAfter: COME_AGAIN,
        });
      }
      const end = new AbortController();
      const stream = new DemandStream();
      end.signal.addEventListener('abort', () => stream.fail(end.signal.reason));
      const timer = setTimeout(
        () => end.abort(new Error(`The snapshot was not read within ${limit / 1000} s`)),
        limit,
      );
      const begun = Promise.withResolvers<void>();
      const work = writeSnapshot(db, stream, begun.resolve)
        .catch((error: unknown) => {
          begun.reject(error);
          stream.fail(error);
          if (!stream.cancelled) log({ event: 'snapshot_cut_off', error: describeError(error) });
        })
        .finally(() => {
          clearTimeout(timer);
          underWay.delete(end);
        });
      underWay.set(end, work);
      // Fails with whatever kept it from beginning.
      await begun.promise;
      return done(stream.readable);
    },
    async close() {
      for (const end of underWay.keys()) end.abort(new Error('The API is closing'));
      await Promise.all(underWay.values());
    },
  };
}

/** Writes the lines of one snapshot; `begun` is called when the first are ready. */
async function writeSnapshot(db: Database, stream: DemandStream, begun: () => void): Promise<void> {
  await db.transaction(
    async (transaction) => {
      const write = (lines: string) => stream.write(Buffer.from(lines));
      const head = await readHead(transaction);
      // It is read to the end; and compiling so long an expression would cost more than it gains.
      await transaction.execute(sql`set local cursor_tuple_fraction = 1`);
      await transaction.execute(sql`set local jit = off`);
      await transaction.execute(sql`declare lines no scroll cursor for ${PRODUCT_LINES}`);
      let lines = `${JSON.stringify(head)}\n`;
      for (;;) {
        const batch = await transaction.execute<{ line: string }>(
          sql.raw(`fetch ${BATCH} from lines`),
        );
        for (const { line } of batch.rows) lines += `${line}\n`;
        begun();
        if (batch.rows.length < BATCH) break;
        await write(lines);
        lines = '';
      }
      await write(`${lines}${JSON.stringify({ end: true, products: head.products })}\n`);
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
  stream.close();
}

async function readHead(transaction: Transaction): Promise<SnapshotHead> {
  // One after the other: a transaction is one connection.
  const { version, now } = await readVersion(transaction);
  return {
    version: String(version),
    now: now.toISOString(),
    categories: await listCategories(transaction),
    shippingPlaces: await listShippingPlaces(transaction),
    products: await transaction.$count(products),
  };
}
