import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Choice, seededChoice } from '#demo/seeded-choice.ts';
import { type FreshDatabase, freshDatabase } from '../database/fresh.ts';
import { ROUNDS } from '../rounds.ts';
import { SEED } from '../seed.ts';
import { type FaultShop, openFaultShop } from './shop.harness.ts';
import { type Answer, newShopper, pay, type Shopper } from './shopper.ts';
import { deliver, type SentWebhook } from './webhook-relay.ts';

/** `kill -9` of the API at some point of a purchase, and then a restart, which sweeps. */

const PRODUCTS = { oud: 500, amber: 500, musk: 500 };
/** The stages of a purchase. A round kills the process during one of them, or just before or after. */
const STAGES = [
  'initialize',
  'payment',
  'webhook',
  'return page',
  'email',
  'sweep',
  'late webhook',
] as const;
type Stage = (typeof STAGES)[number];

let database: FreshDatabase;
let shop: FaultShop;
beforeAll(async () => {
  database = await freshDatabase();
  shop = await openFaultShop({ databaseUrl: database.url, stock: PRODUCTS, places: 1 });
});
afterAll(async () => {
  await shop.close();
  await database.drop();
});

type Page = { page: string; reference: string };
/** The state of the shopper and Paystack when the process is killed. */
interface Interrupted {
  page: Page | null;
  /** An unanswered webhook whose message no return page brings. */
  unheard: SentWebhook | null;
}
const url = () => shop.apis[0]?.url ?? '';

/** Milliseconds of a round on a busy machine. Most of them are the starts of two processes. */
const ROUND_LIMIT = 40_000;
const timeout = 60_000 + ROUNDS.killedApi * ROUND_LIMIT;

test(`kill -9 of the API, ${ROUNDS.killedApi} rounds (seed ${SEED})`, { timeout }, async () => {
  const choice = seededChoice(SEED);
  const hits: Record<string, Record<string, number>> = {};
  await shop.start(0);
  const spans = await measure();
  for (let round = 0; round < ROUNDS.killedApi; round++) {
    const stage = STAGES[round % STAGES.length] ?? 'sweep';
    const shopper = newShopper(choice.of(Object.keys(PRODUCTS)), choice.whole(1, 2));
    const interrupted = await buyUntilKilled(stage, choice.between(0, spans[stage]), shopper);
    const found = await stateOf(shopper);
    hits[stage] = { ...hits[stage], [found]: (hits[stage]?.[found] ?? 0) + 1 };
    await goOn(shopper, interrupted, choice);
    await shop.expectSound();
  }
  await shop.expectMailed();
  const repeated = shop.mail.arrived.length - new Set(shop.mail.arrived).size;
  console.log(
    `Rounds by stage, and the state in the database when the process was killed (seed ${SEED}):`,
  );
  console.table(hits);
  console.log(`Emails: ${shop.mail.arrived.length}, of which ${repeated} were sent twice.`);
  const { rows } = await shop.client.query('select count(*)::int from orders where refund_needed');
  expect(rows).toEqual([{ count: 0 }]);
});

/** Returns the milliseconds of each stage on this machine, measured in one purchase from a new process. */
async function measure(): Promise<Record<Stage, number>> {
  const timed = async (work: () => Promise<unknown>) => {
    const began = performance.now();
    await work();
    return performance.now() - began;
  };
  const shopper = newShopper('oud', 1);
  let begun: Answer<Page> = 'nothing';
  const initialize = await timed(async () => {
    begun = await shopper.initialize(url());
  });
  const page = got(begun);
  if (!page) throw new Error('No page to pay on');
  shop.relay.target = url();
  const email = shop.mail.nextSender();
  const webhook = await timed(async () => {
    await Promise.all([shop.relay.delivered(), pay(page.page)]);
  });
  await email;
  const sent = await timed(() => shop.expectMailed());
  await shop.client.query('update payments set asked_at = null');
  const verify = await timed(() => shopper.verify(url(), page.reference));
  return {
    initialize,
    payment: 5,
    webhook,
    // A paid order is answered without asking the sandbox. An unpaid one takes as long as a webhook.
    'return page': Math.max(verify, webhook),
    email: Math.min(sent, 60),
    sweep: 100,
    'late webhook': webhook,
  };
}

/** Takes a purchase up to a stage, and kills the process `delay` ms into it. */
async function buyUntilKilled(stage: Stage, delay: number, shopper: Shopper): Promise<Interrupted> {
  const kill = async () => {
    await pause(delay);
    await shop.apis[0]?.kill();
  };
  const { relay, mail } = shop;
  relay.target = null;
  if (stage === 'initialize') {
    const [begun] = await Promise.all([shopper.initialize(url()), kill()]);
    return { page: got(begun), unheard: null };
  }
  const page = got(await shopper.initialize(url()));
  if (!page) throw new Error('No page to pay on, although the process runs');
  if (stage === 'payment') {
    await kill();
  } else if (stage === 'webhook') {
    relay.target = url();
    await Promise.all([relay.next().then(kill), pay(page.page)]);
  } else if (stage === 'return page') {
    await pay(page.page);
    await Promise.all([shopper.verify(url(), page.reference), kill()]);
  } else if (stage === 'email') {
    // Sends the emails of earlier rounds first, so that the kill meets this round's email.
    await shop.expectMailed();
    relay.target = url();
    await Promise.all([mail.nextSender().then(kill), pay(page.page)]);
  } else if (stage === 'sweep') {
    await pay(page.page);
    await shop.apis[0]?.kill();
    await shop.expire();
    await shop.start(0);
    await kill();
  } else {
    // The reservation has expired, and the units are released.
    await shop.sweep();
    relay.target = url();
    const sent = relay.next();
    await Promise.all([sent.then(kill), pay(page.page)]);
    return { page, unheard: await sent };
  }
  return { page, unheard: null };
}

/** Returns the state of a purchase in the database, once PostgreSQL has noticed that the process has ended. */
async function stateOf({ email }: Shopper): Promise<string> {
  await vi.waitFor(
    async () => {
      const { rows } = await shop.client.query(
        `select from pg_stat_activity where datname = current_database() and application_name = 'turare'`,
      );
      expect(rows).toEqual([]);
    },
    { interval: 10 },
  );
  const { rows } = await shop.client.query(
    `select status, (select page from payments p where p.reference = orders.reference) as page, (select sent_at from emails where emails.id = 'paid:' || orders.id)
     from orders where email = $1`,
    [email],
  );
  const [order] = rows;
  if (!order) return 'no order';
  if (order.status === 'paid') return order.sent_at ? 'paid, email sent' : 'paid, email waits';
  return `${order.status}, ${order.page ? 'page' : 'no page'}`;
}

/**
 * Continues after the kill. The shopper pays while the shop is down, if she has the page, or gives up. Or she returns
 * once the shop is up again, with the same attempt. The restarted process settles the rest.
 */
async function goOn(
  shopper: Shopper,
  { page, unheard }: Interrupted,
  choice: Choice,
): Promise<void> {
  shop.relay.target = null;
  const pays = choice.chance(0.7);
  if (page && pays) await pay(page.page);
  const returns = choice.chance(0.5);
  if (!returns) await shop.expire();
  await shop.start(0);
  // No sweep checks an ended order. Paystack repeats its webhook for three days.
  if (unheard) expect(await deliver(url(), unheard)).toBe(200);
  if (returns && !unheard) {
    const again = got(await shopper.initialize(url()));
    if (!again) throw new Error('No page to pay on after her return');
    if (page) expect(again.page).toBe(page.page);
    if (pays) {
      await pay(again.page);
      expect(await shopper.verify(url(), again.reference)).toMatchObject({
        got: { status: 'paid' },
      });
    }
    await shop.sweep();
  }
  await vi.waitFor(
    async () => {
      const { rows } = await shop.client.query(`select id from orders where status = 'pending'`);
      expect(rows).toEqual([]);
    },
    { interval: 10 },
  );
}

const got = (answer: Answer<Page>): Page | null =>
  typeof answer === 'object' && 'got' in answer ? answer.got : null;
