import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '#backend/db/cluster/cluster.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { call } from '#sandbox/sandbox.harness.ts';
import { type Printed, runCommand } from '../../commands/command.harness.ts';
import { emptyDatabase, type FreshDatabase, freshDatabase } from '../../database/fresh.ts';
import { startApi } from '../api-process.ts';
import { type FaultShop, openFaultShop } from '../shop.harness.ts';
import { newShopper, pay } from '../shopper.ts';

/**
 * A backup is restored, and Paystack remembers what happened since: every naira is named, and each payment becomes an
 * order again or is refunded. One unit and its delivery cost ₦13,000.
 */

const SEAL = 'one secret of the shop in this drill';
let database: FreshDatabase;
let shop: FaultShop;
let folder: string;
beforeAll(async () => {
  database = await freshDatabase();
  folder = await mkdtemp(join(tmpdir(), 'turare-drill-'));
  shop = await openFaultShop({
    databaseUrl: database.url,
    stock: { oud: 100 },
    places: 1,
    settings: { ORDER_SEAL_KEY: SEAL, MERCHANT_EMAIL: 'orders@shop.example' },
  });
  await shop.start(0);
});
afterAll(async () => {
  await shop?.close();
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});

/** A shop's programs, on one database. */
interface Place {
  client: pg.Client;
  env: Record<string, string>;
}
const run = (place: Place, ...words: [string, ...string[]]): Promise<Printed> =>
  runCommand(words, place.env);
/** Runs a command that must succeed. */
async function done(place: Place, ...words: [string, ...string[]]): Promise<string> {
  const { code, stdout, stderr } = await run(place, ...words);
  expect({ words, code, stderr }).toEqual({ words, code: 0, stderr: expect.any(String) });
  return stdout;
}

interface Begun {
  reference: string;
  page: string;
}
async function begin(api: string): Promise<Begun> {
  const begun = await newShopper('oud', 1).initialize(api);
  if (typeof begun !== 'object' || !('got' in begun)) throw new Error('No page to pay on');
  return begun.got;
}
/** Makes a paid order. */
async function buy(api: string): Promise<string> {
  const { reference, page } = await begin(api);
  await Promise.all([shop.relay.delivered(), pay(page)]);
  return reference;
}
async function happen(reference: string, event: string, amount?: number): Promise<void> {
  const body = { event, ...(amount !== undefined && { amount }) };
  const heard = shop.relay.delivered();
  expect((await call(shop.sandbox.url, `/sandbox/events/${reference}`, body)).httpStatus).toBe(201);
  await heard;
}

/** Returns what the sandbox has refunded, or is about to: naira by payment. */
async function ledger(): Promise<Record<string, number[]>> {
  const { body } = await call(shop.sandbox.url, '/refund?perPage=100');
  const rows: { transaction_reference: string; amount: number }[] = body.data;
  const grouped = Map.groupBy(rows, (row) => row.transaction_reference);
  return Object.fromEntries(
    [...grouped].map(([reference, refunds]) => [
      reference,
      refunds.map(({ amount }) => amount / 100).sort((one, other) => one - other),
    ]),
  );
}

/** Returns the shop's books of all money. */
async function books({ client }: Place) {
  const select = async (query: string) => (await client.query(query)).rows;
  return {
    orders:
      await select(`select o.reference, o.id, status, refund_needed, rebuilt_at is not null as rebuilt, gone, under_way, remaining
      from orders o left join order_money on order_id = o.id order by 1`),
    refunds: await select(`select reference, r.amount, r.status from refunds r
      join (select id as order_id, reference as order_reference from orders) o using (order_id)
      order by order_reference, r.amount`),
    disputes: await select('select id, order_id, status from disputes order by 1'),
    unmatched: await select(
      'select reference, settled_at is not null as settled from payments where found_at is not null order by 1',
    ),
  };
}

test('after a restore every naira is listed, and recreated or refunded once; and after a second restore, too', async () => {
  const before: Place = { client: shop.client, env: shop.env };
  const api = shop.apis[0]?.url ?? '';
  shop.relay.target = api;
  const idOf = async ({ client }: Place, reference: string) => {
    const { rows } = await client.query('select id from orders where reference = $1', [reference]);
    return String(rows[0]?.id);
  };
  const refund = async (place: Place, reference: string, ...naira: string[]) => {
    const words = ['orders', 'refund', await idOf(place, reference), ...naira, '--by', 'Bola'];
    return done(place, ...(words as [string, ...string[]]));
  };

  const [kept, half, whole, part, claimed] = [
    await buy(api),
    await buy(api),
    await buy(api),
    await buy(api),
    await buy(api),
  ];
  const pending = await begin(api);
  await refund(before, half, '4000');
  const file = join(folder, 'shop.tar.gz');
  await done(before, 'backup', file);

  // The time that will be lost. An earlier refund ends in it.
  await happen(half, 'refund.processed');
  await refund(before, whole);
  await happen(whole, 'refund.processed');
  await refund(before, part, '5000');
  await happen(claimed, 'charge.dispute.create');
  const [lost, lostHalf, lostWhole, lostClaimed] = [
    await buy(api),
    await buy(api),
    await buy(api),
    await buy(api),
  ];
  await refund(before, lostHalf, '6000');
  await refund(before, lostWhole);
  await happen(lostClaimed, 'charge.dispute.create');
  const late = await begin(api);
  await begin(api);
  const other = await startApi(await freePort(), {
    ...shop.env,
    ORDER_SEAL_KEY: 'another secret that nobody has kept',
  });
  const unsealed = await buy(other.url);
  await other.kill();
  await shop.apis[0]?.kill();
  shop.relay.target = null;

  const ways = { [half]: [4000], [whole]: [13_000], [part]: [5000] };
  const atFirst = { ...ways, [lostHalf]: [6000], [lostWhole]: [13_000] };
  expect(await ledger()).toEqual(atFirst);
  const atLast = { ...atFirst, [unsealed]: [13_000] };
  const again = [lost, lostHalf, lostClaimed, late.reference];
  const gone = [lostWhole, unsealed];

  /** Restores the backup and does what the merchant does then. */
  async function recover(settle: (place: Place) => Promise<void>) {
    const empty = await emptyDatabase();
    const env = {
      ...shop.env,
      DATABASE_URL: empty.url,
      DATA_DIR: await mkdtemp(join(folder, 'data-')),
    };
    const client = new pg.Client({ connectionString: empty.url });
    const place: Place = { client, env };
    expect(await done(place, 'restore', file)).toContain('The shop is as it was');
    await client.connect();
    // Before any program of the shop runs: a refunded amount is not sent again.
    expect(await refund(place, part, '5000')).toContain('₦5,000');
    const process = await startApi(await freePort(), env);
    onTestFinished(async () => {
      await process.kill();
      await client.end();
      await empty.drop();
    });
    shop.relay.target = process.url;
    await settle(place);
    await vi.waitFor(async () => {
      const { rows } = await client.query('select asked_at is not null as asked from lost_times');
      expect(rows).toEqual([{ asked: true }]);
    });
    return { place, process };
  }
  const open = async ({ client }: Place) => {
    const { rows } = await client.query<{ reference: string }>(
      'select reference from payments where found_at is not null and settled_at is null order by 1',
    );
    return rows.map(({ reference }) => reference);
  };

  /** Settles each payment of the list by command, and checks the books. */
  async function settleAll(place: Place) {
    expect(await open(place)).toEqual([...again, ...gone].sort());
    const found = await run(place, 'payments', 'find');
    expect(found.code).toBe(1);
    for (const reference of [...again, ...gone]) expect(found.stdout).toContain(reference);

    for (const reference of again) await done(place, 'payments', 'rebuild', reference);
    expect(await run(place, 'payments', 'rebuild', unsealed)).toMatchObject({ code: 1 });
    expect(await run(place, 'payments', 'rebuild', lostWhole)).toMatchObject({ code: 1 });
    // Requested twice, it is done once.
    for (const reference of [...gone, unsealed])
      await done(place, 'payments', 'refund', reference, '--by', 'Bola');
    expect(await done(place, 'payments', 'rebuild', lost)).toContain('is there already');
    expect(await open(place)).toEqual([]);
    expect(await ledger()).toEqual(atLast);

    for (const reference of [claimed, lostClaimed]) {
      const id = await idOf(place, reference);
      expect(await run(place, 'orders', 'refund', id)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('is disputed'),
      });
    }
    const packing = await done(place, 'orders', 'list', '--to-pack');
    const isToPack = async (reference: string) =>
      packing.includes(orderNumber(await idOf(place, reference)));
    for (const reference of [kept, half, part, lost, lostHalf, late.reference])
      expect([reference, await isToPack(reference)]).toEqual([reference, true]);
    expect(await isToPack(whole)).toBe(false);

    // The sweepers ask about everything that is pending.
    await vi.waitFor(
      async () => {
        const { orders, refunds } = await books(place);
        const of = (reference: string) => orders.find((row) => row.reference === reference);
        expect(of(half)).toMatchObject({ gone: '400000', under_way: '0', remaining: '900000' });
        expect(of(whole)).toMatchObject({ gone: '1300000', remaining: '0' });
        expect(of(part)).toMatchObject({ under_way: '500000', remaining: '800000' });
        expect(of(lostHalf)).toMatchObject({ under_way: '600000', remaining: '700000' });
        expect(of(pending.reference)).toMatchObject({ status: 'pending' });
        expect(orders).toHaveLength(6 + again.length);
        expect(refunds).toHaveLength(4);
        const { code, stdout } = await run(place, 'audit', '--ask-paystack');
        expect({ code, stdout }).toMatchObject({
          code: 0,
          stdout: expect.stringMatching(/^Nothing wrong/),
        });
      },
      { interval: 1000 },
    );
    return books(place);
  }

  const first = await recover(async () => {
    await Promise.all([shop.relay.delivered(), pay(late.page)]);
  });
  await vi.waitFor(async () => expect(await open(first.place)).toContain(late.reference));
  const once = await settleAll(first.place);
  await first.process.kill();
  shop.relay.target = null;

  const second = await recover(async () => {});
  expect(await settleAll(second.place)).toEqual(once);
  expect(await ledger()).toEqual(atLast);
}, 900_000);
