import { desc, eq, inArray, sql } from 'drizzle-orm';
import { describeError, type Log } from '#backend/base/log.ts';
import { done, type Result, refuse } from '#backend/base/result.ts';
import type { Database } from '#backend/db/connect.ts';
import type { Transaction } from '#backend/db/transact.ts';
import { listCategories } from '#backend/products/catalogue/app-data.ts';
import { viewProducts } from '#backend/products/catalogue/product-view.ts';
import { stock } from '#backend/products/stock-tables.ts';
import {
  hasPage,
  type ProductRow,
  stockedColumns,
  unitsOnHand,
} from '#backend/products/stocked-products.ts';
import { products } from '#backend/products/tables.ts';
import { readVersion } from '#backend/publishing/changes.ts';
import { listShippingPlaces } from '#backend/shipping/places.ts';
import type { SnapshotHead } from '#contract/snapshot.ts';
import { beginSpool, type Send, type Spool } from './spool.ts';

/** The whole catalogue at one moment, for a build of the pages (extension catalogue.snapshot). */
export interface Snapshots {
  /**
   * Opens a snapshot: NDJSON as src/contract/snapshot.ts describes it. It can be read while it is written, and no
   * transaction waits for its reader.
   * @param isPublisher - whether the reader has the publisher's secret. Such a reader is never refused. Refusal:
   *   unavailable, if too many others are reading.
   */
  open(isPublisher: boolean): Promise<Result<ReadableStream<Uint8Array>>>;
  /** Aborts the snapshots in progress and waits until they are cleaned up. */
  close(): Promise<void>;
}

/** The most readers at once without the publisher's secret. Each has a file open. */
const MOST_STRANGERS = 16;
/** Milliseconds after which an idle reader is cut off. */
const PATIENCE_MS = 10_000;
/** Milliseconds for which a snapshot is reused while nothing changes. */
const FRESH_MS = 5000;
/** Seconds after which a refused reader may try again. A snapshot of 10,000 products takes less than one second. */
const COME_AGAIN = 2;
/** The number of products in memory at once. */
const BATCH = 500;

/** Creates the snapshots of one database. `patienceMs` is how long a reader may be idle. */
export function createSnapshots(db: Database, log: Log, patienceMs = PATIENCE_MS): Snapshots {
  const closing = new AbortController();
  const readers = new Set<Promise<void>>();
  let strangers = 0;
  let latest: Spool | undefined;
  let forgetting: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;

  async function forget(): Promise<void> {
    clearTimeout(forgetting);
    const old = latest;
    latest = undefined;
    await old?.giveUp();
  }

  /** Returns a snapshot with every change committed before this call. */
  async function fresh(): Promise<Spool> {
    const { version } = await readVersion(db);
    if (latest && !latest.failed && latest.version === version && latest.age < FRESH_MS)
      return latest;
    await forget();
    // Only one is written at a time.
    await writing;
    const spool = await beginSpool((begin, send) => writeSnapshot(db, begin, send));
    latest = spool;
    writing = spool.ended.then(() => {
      if (latest !== spool) return;
      forgetting = setTimeout(() => void forget(), FRESH_MS);
      forgetting.unref();
    });
    return spool;
  }

  /** One runs at a time, so that readers use one database connection, however many there are. */
  let turn: Promise<unknown> = Promise.resolve();
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = turn.then(work);
    // The caller gets the error. The next caller gets a turn in any case.
    turn = mine.catch(() => {});
    return mine;
  }

  return {
    async open(isPublisher) {
      if (closing.signal.aborted || (!isPublisher && strangers >= MOST_STRANGERS)) {
        return refuse(
          'unavailable',
          'Too many clients are reading the catalogue. Try again in a moment.',
          { retryAfter: COME_AGAIN },
        );
      }
      if (!isPublisher) strangers++;
      const ended = Promise.withResolvers<void>();
      const onEnd = (error?: unknown) => {
        if (!isPublisher) strangers--;
        if (error) log({ event: 'snapshot_cut_off', error: describeError(error) });
        readers.delete(ended.promise);
        ended.resolve();
      };
      readers.add(ended.promise);
      try {
        const read = (spool: Spool) => spool.read({ patienceMs, signal: closing.signal, onEnd });
        return done(await inTurn(async () => read(await fresh())));
      } catch (error) {
        // The stream has not begun. The caller's error handler logs it.
        onEnd();
        throw error;
      }
    },
    async close() {
      closing.abort(new Error('The API is closing'));
      await Promise.all(readers);
      await inTurn(async () => {
        await writing;
        await forget();
      });
    },
  };
}

/** Sends the lines of one snapshot after its version. */
function writeSnapshot(db: Database, begin: (version: string) => void, send: Send): Promise<void> {
  return db.transaction(
    async (transaction) => {
      // A large catalogue takes longer than a call may.
      await transaction.execute(sql`set local statement_timeout = 0`);
      const { version, now, head } = await readHead(transaction);
      begin(version);
      await send(`${JSON.stringify(head)}\n`);
      const ids = await idsOfPages(transaction);
      const take = (from: number) => productsWith(transaction, ids.slice(from, from + BATCH));
      let rows = await take(0);
      for (let from = BATCH; rows.length > 0; from += BATCH) {
        const shown = await viewProducts(transaction, rows, now.getTime());
        const text = shown.map((product) => `${JSON.stringify(product)}\n`).join('');
        // PostgreSQL finds the next rows while this part is sent.
        [rows] = await Promise.all([take(from), send(text)]);
      }
      await send(`${JSON.stringify({ end: true, products: head.products })}\n`);
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

/** Returns the ids of the products that have a page, newest first, ties by id. */
async function idsOfPages(transaction: Transaction): Promise<string[]> {
  const rows = await transaction
    .select({ id: products.id })
    .from(products)
    .where(hasPage)
    .orderBy(desc(products.createdAt), products.id);
  return rows.map(({ id }) => id);
}

/** Returns the products with these ids, in order. Stock is what is on hand: pages ignore unpaid orders (decision 17). */
async function productsWith(
  transaction: Transaction,
  ids: readonly string[],
): Promise<ProductRow[]> {
  if (ids.length === 0) return [];
  const rows = await transaction
    .select({ ...stockedColumns, stock: unitsOnHand.mapWith(Number) })
    .from(products)
    .innerJoin(stock, eq(stock.productId, products.id))
    .where(inArray(products.id, [...ids]));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

async function readHead(
  transaction: Transaction,
): Promise<{ version: string; now: Date; head: SnapshotHead }> {
  // Queries run one after the other, because a transaction has one connection.
  const { version, now } = await readVersion(transaction);
  const head = {
    version,
    now: now.toISOString(),
    categories: await listCategories(transaction),
    shippingPlaces: await listShippingPlaces(transaction),
    products: await transaction.$count(products, hasPage),
  };
  return { version, now, head };
}
