import type { Socket } from 'node:net';
import type pg from 'pg';
import { type Backend, createBackend } from '#backend/backend.ts';
import type { Providers } from '#backend/payment-provider/providers.ts';
import { readSettings } from '#backend/settings/settings.ts';
import { openDoor, openOwnAccount } from '../../own-account.harness.ts';
import type { TestShop } from '../../shop.harness.ts';

/** The result of a call to a process that was killed before it answered. */
export const KILLED: unique symbol = Symbol('killed');

/** A process of the API that can be killed between any two of its steps. */
export interface KillableApi {
  /** Runs `work` in the process. Returns its outcome, or KILLED. */
  during<T>(work: (backend: Backend) => Promise<T>): Promise<T | typeof KILLED>;
  /** Stops the process for good. PostgreSQL notices it by its connections, as after `kill -9`. */
  kill(): void;
  close(): Promise<void>;
}

/** Starts a process over a database that has its tables. It does nothing by itself: tests call its sweeper. */
export async function startKillableApi(
  settings: Pick<TestShop, 'databaseSettings' | 'dataDir'>,
  providers: Providers,
): Promise<KillableApi> {
  const backend = await createBackend(
    readSettings({
      ...settings.databaseSettings,
      DATA_DIR: settings.dataDir,
      RECHECK_DAYS: '365',
      PAYMENT_WAYS: 'paystack,transfer,flutterwave,bank,delivery',
      // A second request of an attempt waits this long, and longer, for one whose process was killed.
      PAYSTACK_TIMEOUT_MS: '100',
    }),
    { providers, log: () => {} },
  );
  openOwnAccount();
  openDoor();
  const pool = (backend.services.db as typeof backend.services.db & { $client: pg.Pool }).$client;
  const sockets = new Set<Socket>();
  pool.on('connect', (client) => sockets.add(socketOf(client)));
  const death = Promise.withResolvers<typeof KILLED>();
  let alive = true;
  return {
    async during<T>(work: (backend: Backend) => Promise<T>): Promise<T | typeof KILLED> {
      if (!alive) return KILLED;
      // A dead process reaches nobody, and has no connection to write with.
      const outcome = work(backend).catch((error: unknown): typeof KILLED => {
        if (alive) throw error;
        return KILLED;
      });
      const first = await Promise.race([outcome, death.promise]);
      return alive ? first : KILLED;
    },
    kill() {
      alive = false;
      void pool.end();
      for (const socket of sockets) socket.destroy();
      death.resolve(KILLED);
    },
    close: () => (alive ? backend.close() : Promise.resolve()),
  };
}

function socketOf(client: pg.PoolClient): Socket {
  const { connection } = client as pg.PoolClient & { connection: { stream: Socket } };
  return connection.stream;
}
