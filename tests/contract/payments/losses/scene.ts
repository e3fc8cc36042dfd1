import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { vi } from 'vitest';
import { type Backend, createBackend } from '#backend/backend.ts';
import { watchDatabase } from '#backend/lost-time/mark.ts';
import { orders } from '#backend/orders/tables.ts';
import { lookForPayments, type Rounds } from '#backend/payments/unmatched/rounds.ts';
import { readSettings } from '#backend/settings/settings.ts';
import { makeCode, SHELF } from '../../orders/histories/baskets.ts';
import { openDoor } from '../../own-account.harness.ts';
import { BOLA, openShop, type TestShop } from '../../shop.harness.ts';
import { type Books, openBooks } from './books.ts';
import { openStates, type States } from './states.ts';

/** A process of the API. It does nothing by itself. */
export interface Process {
  services: Backend['services'];
  /** Starts, or begins a round: checks whether the database is the one last seen. */
  watch(): Promise<void>;
  round(): Promise<void>;
  /** Rebuilds an order. @returns whether it exists. */
  makeAgain(reference: string): Promise<boolean>;
}

/**
 * The scene of a history: a shop with two processes, each with its own data folder, two providers, and the database's
 * past.
 */
export interface Scene {
  shop: TestShop;
  processes: readonly [Process, Process];
  books: Books;
  states: States;
  /** Empties the shop; its processes have never seen a database. */
  beginAgain(): Promise<void>;
  close(): Promise<void>;
}

/** So few that some histories use them up. */
const CODE_USES = 2;

const GIVEN = {
  MERCHANT_EMAIL: 'orders@shop.example',
  ORDER_SEAL_KEY: 'one secret of the shop in the tests',
  PAYMENT_WAYS: 'paystack,flutterwave,delivery',
};

export async function openScene(): Promise<Scene> {
  const books = openBooks();
  const providers = [books.paystack, books.flutterwave] as const;
  const shop = await openShop({
    paystack: books.paystack,
    others: [books.flutterwave],
    products: SHELF({ oud: 4, musk: 40 }),
    settings: GIVEN,
  });
  await makeCode(shop, CODE_USES);
  const states = await openStates(shop.databaseUrl);
  await vi.waitFor(() => shop.services.db.execute(sql`select`));
  const folder = await mkdtemp(join(tmpdir(), 'turare-second-'));
  const settings = { ...shop.databaseSettings, ...GIVEN };
  const second = readSettings({ ...settings, DATA_DIR: folder });
  const other = await createBackend(second, { providers, log: () => {} });
  const closeDoor = openDoor();
  const processOf = ({ services }: Pick<Backend, 'services'>, dataDir: string): Process => {
    const rounds: Rounds = {
      ...services,
      providers,
      settings: readSettings({ ...settings, DATA_DIR: dataDir }),
      log: () => {},
      ask: services.settlement.ask,
    };
    return {
      services,
      watch: () => watchDatabase({ db: services.db, dataDir, log: () => {} }),
      round: () => lookForPayments(rounds),
      async makeAgain(reference) {
        const { ok } = await services.unmatched.makeAgain(reference, BOLA);
        // The sealed time knows nothing of the hours that pass here.
        if (ok)
          await services.db
            .update(orders)
            .set({ createdAt: books.begunAt(reference) })
            .where(and(eq(orders.reference, reference), isNotNull(orders.rebuiltAt)));
        return ok;
      },
    };
  };
  const empty = await states.keep();
  return {
    shop,
    books,
    states,
    processes: [processOf(shop, shop.dataDir), processOf(other, folder)],
    async beginAgain() {
      books.open();
      shop.log.length = 0;
      await states.beginAgain(empty);
      for (const dataDir of [shop.dataDir, folder])
        await rm(join(dataDir, 'database-mark'), { force: true });
    },
    async close() {
      closeDoor();
      await states.close();
      await other.close();
      await shop.close();
      await rm(folder, { recursive: true });
    },
  };
}
