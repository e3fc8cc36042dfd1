import { sql } from 'drizzle-orm';
import { products } from '#backend/db/catalogue-tables.ts';
import type { Database } from '#backend/db/connect.ts';
import type { Transaction } from '#backend/db/transact.ts';
import { describeError, type Log } from '#backend/log.ts';
import { listCategories, listShippingPlaces } from '#backend/services/catalogue/app-data.ts';
import { readVersion } from '#backend/services/catalogue/changes.ts';
import { done, type Result, refuse } from '#backend/services/result.ts';
import type { SnapshotHead } from '#contract/snapshot.ts';
import { DemandStream } from './demand-stream.ts';
import { PRODUCT_LINES } from './lines.ts';

/** The whole catalogue at one moment, for a build of the pages (extension catalogue.snapshot). */
export interface Snapshots {
  /**
   * Starts a snapshot: NDJSON as src/contract/snapshot.ts describes it, read from the database as fast as the client
   * takes it. Ends with an error after five minutes. Refusal: unavailable, if four are in progress.
   */
  open(): Promise<Result<ReadableStream<Uint8Array>>>;
  /** Aborts the snapshots in progress and waits until their connections are released. */
  close(): Promise<void>;
}

/** The most snapshots at a time. Each takes one of the ten connections to the database. */
const AT_ONCE = 4;
/** Milliseconds for one snapshot. An old one keeps PostgreSQL from removing dead rows. */
const LIMIT = 300_000;
/** Seconds to wait when four are in progress. A snapshot of 10,000 products takes less than one second. */
const COME_AGAIN = 2;
/** Products in memory at a time. */
const BATCH = 500;

/** Opens snapshots of one database; `limit` is in milliseconds. */
export function createSnapshots(db: Database, log: Log, limit = LIMIT): Snapshots {
  const underWay = new Map<AbortController, Promise<void>>();

  return {
    async open() {
      if (underWay.size >= AT_ONCE) {
        return refuse(
          'unavailable',
          'Too many clients are reading the catalogue. Try again in a moment.',
          {
            retryAfter: COME_AGAIN,
          },
        );
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
      // Fails if the snapshot could not start.
      await begun.promise;
      return done(stream.readable);
    },
    async close() {
      for (const end of underWay.keys()) end.abort(new Error('The API is closing'));
      await Promise.all(underWay.values());
    },
  };
}

/** Writes the lines of one snapshot. Calls `begun` when the first are ready. */
async function writeSnapshot(db: Database, stream: DemandStream, begun: () => void): Promise<void> {
  await db.transaction(
    async (transaction) => {
      const write = (lines: string) => stream.write(Buffer.from(lines));
      const head = await readHead(transaction);
      // Plans for reading to the end. Compiling the long expression would cost more than it saves.
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
  // One query after the other, since a transaction has one connection.
  const { version, now } = await readVersion(transaction);
  return {
    version: String(version),
    now: now.toISOString(),
    categories: await listCategories(transaction),
    shippingPlaces: await listShippingPlaces(transaction),
    products: await transaction.$count(products),
  };
}
