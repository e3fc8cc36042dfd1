import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweepAccounts } from '#backend/customers/sweep.ts';
import type { Database } from '#backend/db/connect.ts';
import { createEvents } from '#backend/emails/subscribers.ts';
import { undelivered } from '#backend/emails/undelivered.ts';
import { lookAtPayments } from '#backend/incidents/payments.ts';
import { buryExpired, claimNext } from '#backend/mail/outbox.ts';
import { emailQueue } from '#backend/metrics/shop-state.ts';
import { eachOrder } from '#backend/order-book/admin-orders.ts';
import { ADMIN_STATUSES, type OrderFilter } from '#backend/order-book/filter.ts';
import { createSettlement } from '#backend/payments/settlement.ts';
import { createRefunds } from '#backend/refunds/refunds.ts';
import { readSettings } from '#backend/settings/settings.ts';
import { salesByDay } from '#backend/today/sales.ts';
import { countWaiting } from '#backend/today/waiting.ts';
import { fill } from '../../bench/api/fill.ts';
import { readsOf } from '../../bench/api/reads.ts';
import { statementsOf } from '../../database/statements.ts';
import { createFakePaystack } from '../orders/paystack.fake.ts';
import { openShop, type TestShop } from '../shop.harness.ts';

/** Tables that grow with the catalogue, or with all sales. */
const LARGE =
  'products|listed_products|stock|product_words|product_pictures|orders|order_items|order_search|order_notes|emails|stock_movements|fulfilment_steps|accounts|sessions|reviews';

let shop: TestShop;
let pool: pg.Pool;
beforeAll(async () => {
  shop = await openShop();
  pool = new pg.Pool({
    connectionString: shop.databaseUrl,
    // In a small shop a scan is often the quickest way. With this setting it is the last resort without an index.
    onConnect: async (client) => {
      await client.query('set enable_seqscan = off');
    },
  });
  await fill(shop.databaseUrl, shop.dataDir, { products: 500, orders: 3000 }, () => {});
});
afterAll(async () => {
  await pool.end();
  await shop.close();
});

/** Returns the plans of what `work` sends, with their statements. */
async function plansOf(work: (db: Database) => Promise<unknown>) {
  const plans: { text: string; plan: string }[] = [];
  for (const { text, values } of await statementsOf(pool, work)) {
    if (/^(begin|commit|rollback|set)/i.test(text)) continue;
    const { rows } = await pool.query(`explain ${text}`, values as unknown[]);
    plans.push({ text, plan: rows.map((row) => row['QUERY PLAN']).join('\n') });
  }
  return plans;
}

/** Returns those that scan a whole large table. */
async function scansOf(work: (db: Database) => Promise<unknown>): Promise<string[]> {
  return (await plansOf(work)).flatMap(({ text, plan }) => {
    const found = plan.match(new RegExp(`Seq Scan on (${LARGE})\\b`));
    return found ? [`${found[0]}: ${text}`] : [];
  });
}

test('no read of a shopper scans a table that grows', async () => {
  const scans: string[] = [];
  for (const { name, variants } of await readsOf(shop.services.db)) {
    for (const { work } of variants.slice(0, 3)) {
      scans.push(...(await scansOf(work)).map((scan) => `${name}: ${scan}`));
    }
  }
  expect(scans).toEqual([]);
});

test('a list is five statements, whatever its size, and a suggestion six', async () => {
  const reads = await readsOf(shop.services.db);
  const sent = async (name: string) => {
    const work = reads.find((read) => read.name === name)?.variants[0]?.work;
    return work ? (await statementsOf(pool, work)).length : Number.NaN;
  };
  expect(await sent('list')).toBe(5);
  expect(await sent('deep pages by price')).toBe(5);
  expect(await sent('search, common')).toBeLessThanOrEqual(6);
});

test('nothing that runs every few seconds scans a table that grows', async () => {
  const settings = readSettings({});
  const events = createEvents(settings, []);
  const parts = { events, providers: [createFakePaystack()] as const, settings, log: () => {} };
  const rounds: ((db: Database) => Promise<unknown>)[] = [
    sweepAccounts,
    (db) => createSettlement({ db, ...parts }).sweep(),
    (db) => createSettlement({ db, ...parts }).recheck(),
    (db) => createRefunds({ db, ...parts }).sweep(),
    (db) => lookAtPayments(db, 15),
    (db) => claimNext(db),
    buryExpired,
    emailQueue,
    undelivered,
  ];
  expect((await Promise.all(rounds.map(scansOf))).flat()).toEqual([]);
});

const first = (filter: OrderFilter) => async (db: Database) => {
  for await (const _ of eachOrder(db, filter)) return;
};

test.each<OrderFilter>([
  {},
  ...ADMIN_STATUSES.map((status) => ({ status })),
  { toPack: true },
  { from: '2026-01-01', to: '2026-01-02' },
  { find: 'obi 4567' },
  { find: 'obi', status: 'unpacked' },
  { find: 'tr-ord_1' },
])('orders -- list %o scans no table that grows', async (filter) => {
  expect(await scansOf(first(filter))).toEqual([]);
});

test.each<[OrderFilter, string]>([
  [{ toPack: true }, 'orders_to_pack'],
  [{ status: 'failed' }, 'orders_by_status'],
  [{ status: 'reversed' }, 'orders_reversed'],
  [{ status: 'unpacked' }, 'orders_to_pack'],
  [{ status: 'packed' }, 'orders_to_pack'],
  [{ status: 'shipped' }, 'orders_on_the_way'],
  [{ status: 'delivered' }, 'orders_arrived'],
  [{ find: 'zzzzz' }, 'order_search_by_key'],
])('orders -- list %o reads only such orders', async (filter, index) => {
  const plans = await plansOf(first(filter));
  const reading = plans.find(({ text }) => / from "orders" where /.test(text));
  expect(reading?.plan).toContain(` ${index} `);
});

test('Today reads only the orders of its days, and those that need attention', async () => {
  const plans = await plansOf(salesByDay);
  expect(plans.map(({ plan }) => plan).join()).toContain(' orders_by_payment ');
  const scans = await scansOf(countWaiting);
  // The products with few units: there are as many as the catalogue has.
  expect(scans.filter((scan) => !/Seq Scan on (stock|products)/.test(scan))).toEqual([]);
});
