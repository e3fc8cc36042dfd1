import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { auditShop } from '#backend/audit/audit.ts';
import { auditPayments } from '#backend/audit/payments.ts';
import { emails } from '#backend/mail/tables.ts';
import { payments } from '#backend/orders/payment-tables.ts';
import { orders, webhookEvents } from '#backend/orders/tables.ts';
import { insertProducts, writeCatalogue } from '#backend/products/fields/writer.ts';
import { products } from '#backend/products/tables.ts';
import { promotionCodes, promotions } from '#backend/promotions/tables.ts';
import { disputes, refunds as refundRows } from '#backend/refunds/tables.ts';
import { returns } from '#backend/returns/tables.ts';
import { returnState } from '#backend/returns/view.ts';
import { seededChoice } from '#demo/seeded-choice.ts';
import { ROUNDS } from '../../../rounds.ts';
import { SEED } from '../../../seed.ts';
import { openDoor, openOwnAccount } from '../../own-account.harness.ts';
import { openShop, type TestShop } from '../../shop.harness.ts';
import { payingBack } from '../paying-back.harness.ts';
import { createFakePaystack } from '../paystack.fake.ts';
import { expireReservations } from '../time.harness.ts';
import { makeCode, SHELF } from './baskets.ts';
import { setClock } from './clocks.ts';
import { type KillableApi, startKillableApi } from './killable-api.ts';
import { live, type Page, type Scene } from './life.ts';
import { returnFaults } from './sending-back.ts';

/**
 * Short random histories of a shop with few units, sets of them and a code that counts three times. Several things happen
 * at a time:
 * - attempts, payments by each way at two providers, renewed accounts, and transfers in part, twice and too late;
 * - parcels that are paid at the door, in part, or refused;
 * - returns, which staff accept, refuse, receive, pay back by each way, exchange and end;
 * - late and repeated webhooks, refunds, disputes, cancellations, and reservations that expire;
 * - clocks that jump, and kills of the two processes of the API.
 */
const HISTORIES = ROUNDS.orderHistories;
const UNITS = 3;

const paystack = createFakePaystack();
const flutterwave = createFakePaystack('flutterwave');
let shop: TestShop;
let closers: (() => void)[];
const apis: KillableApi[] = [];
let kills = 0;

const start = () => startKillableApi(shop, [paystack, flutterwave]);
const starting: (Promise<void> | undefined)[] = [];
const scene: Scene = {
  paystack,
  flutterwave,
  back: { paystack: payingBack(paystack), flutterwave: payingBack(flutterwave) },
  apis,
  async restart(place) {
    starting[place] ??= (async () => {
      apis[place]?.kill();
      kills++;
      apis[place] = await start();
      starting[place] = undefined;
    })();
    await starting[place];
  },
  async ready() {
    await Promise.all(starting);
  },
};

beforeAll(async () => {
  shop = await openShop({ paystack, others: [flutterwave] });
  closers = [openOwnAccount(), openDoor()];
  apis.push(await start(), await start());
});
afterEach(() => setClock(0));
afterAll(async () => {
  await Promise.all(apis.map((api) => api.close()));
  await shop.close();
  for (const close of closers) close();
});

/** Ends everything: the provider is asked about every payment, and every reservation expires. */
async function end(): Promise<void> {
  const { db, settlement, refunds } = shop.services;
  for (let round = 0; round < 3; round++) {
    await expireReservations(db);
    await db.update(payments).set({
      claimedUntil: sql`now()`,
      nextAt: sql`now()`,
      // The audit rightly reports an old webhook that verify does not confirm: here a jump has made it old.
      newsAt: sql`case when news_at is not null or (select status from orders where id = order_id) in ('failed', 'cancelled') then now() end`,
    });
    while ((await settlement.sweep()) > 0);
    while ((await settlement.recheck()) > 0);
    // A refund whose process died is sent again once it is certain that the provider has not got it.
    await db
      .update(refundRows)
      .set({ nextTryAt: sql`now()`, sentAt: sql`sent_at - interval '1 hour'` })
      .where(eq(refundRows.status, 'requested'));
    while ((await refunds.sweep()) > 0);
  }
}

/** Returns what the shop got wrong, in words. */
async function faultsOf(pages: readonly Page[]): Promise<string[]> {
  const { db } = shop.services;
  const { violations } = await auditShop(db, { RESERVATION_MINUTES: 60 });
  const audited = await auditPayments(db, [paystack, flutterwave], { days: 7, pauseMs: 0 });
  const tried = await db.select().from(payments);
  const rows = await db.select().from(orders);
  const argued = await db.select().from(disputes);
  const faults = [...violations, ...audited.violations].map(({ line }) => line);
  faults.push(...(await returnFaults(db)));
  for (const { reference, paid, reversed, dispute } of pages) {
    const { orderId } = tried.find((payment) => payment.reference === reference) ?? {};
    const row = rows.find(({ id }) => id === orderId);
    const isDeposit = tried.some(
      (payment) => payment.orderId === orderId && payment.provider === 'door',
    );
    const settled =
      row?.status === 'paid' || row?.refundNeeded || (isDeposit && row?.acceptedAt != null);
    if (paid && !reversed && !settled) faults.push(`${reference} is paid, and ${row?.status}`);
    const state = argued.find(({ payment }) => payment === reference)?.status;
    const wanted = { none: undefined, create: 'awaiting-merchant-feedback', resolve: 'resolved' };
    if (state !== wanted[dispute]) faults.push(`${reference}: the dispute is ${state}`);
  }
  // All that staff have seen in the shop's account has bought the order, or is due for a refund. A part of what is paid
  // at the door waits for the rest.
  for (const { reference, arrivedKobo, askedKobo, received, orderId, provider } of tried) {
    const row = rows.find(({ id }) => id === orderId);
    if (provider === 'door' && row?.status === 'pending' && arrivedKobo < (askedKobo ?? 0))
      continue;
    if (arrivedKobo > 0 && arrivedKobo !== received)
      faults.push(`${reference}: ${arrivedKobo} came, and ${received} counts`);
    if (arrivedKobo > 0 && row?.status !== 'paid' && !row?.refundNeeded)
      faults.push(`${reference}: ${arrivedKobo} came, and the order is ${row?.status}`);
  }
  const sent = new Set((await db.select().from(emails)).map(({ id }) => id));
  for (const { id, refundNeeded, eraseAt } of rows)
    if (refundNeeded && !eraseAt && !sent.has(`refund-due:${id}`))
      faults.push(`${id} is due for a refund, and nobody has told her`);
  return faults;
}

test(`${HISTORIES} random histories: nothing lost, nothing doubled, every unit accounted for (seed ${SEED})`, {
  timeout: 60_000 + HISTORIES * 5000,
}, async () => {
  const { db } = shop.services;
  const seen: Record<string, number> = {};
  for (let history = 0; history < HISTORIES; history++) {
    // The steps of parcels cannot be deleted, row by row.
    await db.execute(sql`truncate ${orders} cascade`);
    await db.delete(emails);
    await db.delete(webhookEvents);
    await writeCatalogue(db, async (transaction) => {
      await transaction.delete(products);
      await insertProducts(transaction, SHELF({ oud: UNITS, musk: UNITS }));
    });
    await db.delete(promotionCodes);
    await db.delete(promotions);
    await makeCode(shop, 3);
    // Some shops ask for a deposit.
    openDoor(history % 2 === 1);
    const pages = await live(scene, seededChoice(SEED + history));
    await end();
    expect(await faultsOf(pages), `history ${history} of seed ${SEED}`).toEqual([]);
    for (const { status, refundNeeded, acceptedAt } of await db.select().from(orders)) {
      const state = refundNeeded
        ? 'refund'
        : acceptedAt && status === 'pending'
          ? 'accepted'
          : status;
      seen[state] = (seen[state] ?? 0) + 1;
    }
    for (const row of await db.select().from(returns)) {
      const state = `return ${row.exchangeId ? 'exchanged' : returnState(row)}`;
      seen[state] = (seen[state] ?? 0) + 1;
    }
  }
  console.log(`${HISTORIES} histories (seed ${SEED}), ${kills} kills: ${JSON.stringify(seen)}`);
  for (const state of ['paid', 'cancelled']) expect(seen[state]).toBeGreaterThan(0);
});
