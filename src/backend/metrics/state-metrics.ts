import { Gauge, type Registry } from '@prometheus-io/client';
import type { Pool } from 'pg';
import { describeError, type Log } from '#backend/base/log.ts';
import type { Database } from '#backend/db/connect.ts';
import { countEndedOrders, type OrderCounts, readShopState, type ShopState } from './shop-state.ts';

/** Milliseconds for which the state is reused. */
const FRESH_MS = 10_000;
/** The same for the numbers of ended orders, whose count reads every order. */
const ENDED_FRESH_MS = 300_000;

/** Registers the gauges of the database's pool and of the shop's state, which are read when Prometheus asks. */
export function stateMetrics(
  registry: Registry,
  { db, pool, log }: { db: Database; pool: Pool; log: Log },
): void {
  let read: { at: number; state: Promise<ShopState | null> } | undefined;
  let ended: { at: number; counts: OrderCounts } | undefined;
  const readAnew = async () => {
    if (!ended || Date.now() - ended.at > ENDED_FRESH_MS) {
      ended = { at: Date.now(), counts: await countEndedOrders(db) };
    }
    return readShopState(db, ended.counts);
  };
  const state = () => {
    if (!read || Date.now() - read.at > FRESH_MS) {
      read = {
        at: Date.now(),
        state: readAnew().catch((error: unknown) => {
          log({ event: 'metrics_failed', error: describeError(error) });
          return null;
        }),
      };
    }
    return read.state;
  };
  const gauge = <Label extends string = never>(
    name: string,
    help: string,
    set: (gauge: Gauge<Label>, state: ShopState) => void,
    labelNames: Label[] = [],
  ) =>
    new Gauge<Label>({
      name: `turare_${name}`,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        this.reset();
        const found = await state();
        if (found) set(this, found);
      },
    });
  new Gauge({
    name: 'turare_database_connections',
    help: 'Connections of the pool, and the calls that wait for one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
  new Gauge({
    name: 'turare_database_up',
    help: '1 while the database answers',
    registers: [registry],
    async collect() {
      this.set((await state()) ? 1 : 0);
    },
  });
  gauge('emails_waiting', 'Emails that are not sent yet', (each, { emailsWaiting }) =>
    each.set(emailsWaiting),
  );
  gauge('emails_oldest_waiting_seconds', 'Age of the oldest of them', (each, { emailAge }) =>
    each.set(emailAge),
  );
  gauge('emails_undeliverable', 'Emails that are tried no more', (each, { emailsDead }) =>
    each.set(emailsDead),
  );
  gauge(
    'orders',
    'Orders by status; those that have ended up to five minutes ago',
    (each, { orders }) => {
      for (const { status, count } of orders) each.set({ status }, count);
    },
    ['status'],
  );
  gauge(
    'stock_alerts',
    'Requests to be told when a product is back, by state',
    (each, { stockAlerts }) => {
      for (const { state, count } of stockAlerts) each.set({ state }, count);
    },
    ['state'],
  );
  gauge(
    'backup_age_seconds',
    'Age of the newest timed backup that every place has which has to; nothing without one',
    (each, { backupAge }) => (backupAge === undefined ? undefined : each.set(backupAge)),
  );
  gauge(
    'backups_damaged',
    'Timed backups that were read again and cannot be restored',
    (each, { backupsDamaged }) =>
      backupsDamaged === undefined ? undefined : each.set(backupsDamaged),
  );
  gauge('catalogue_version', 'Version of the catalogue', (each, { catalogueVersion }) =>
    each.set(catalogueVersion),
  );
  gauge('publisher_told_version', 'Version that the publisher was told', (each, { publisher }) =>
    publisher ? each.set(publisher.told) : undefined,
  );
  gauge(
    'publisher_failed_messages',
    'Tries to tell the publisher that failed since the last that did not',
    (each, { publisher }) => (publisher ? each.set(publisher.failedTries) : undefined),
  );
  gauge(
    'publisher_untold_seconds',
    'Age of a change that the publisher was not told',
    (each, { publisher }) => (publisher ? each.set(publisher.untoldAge) : undefined),
  );
}
