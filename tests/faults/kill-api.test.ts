import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Choice, seededChoice } from '#demo/seeded-choice.ts';
import { type FreshDatabase, freshDatabase } from '../database/fresh.ts';
import { type FaultShop, FULL, openFaultShop, SEED } from './shop.harness.ts';
import { type Answer, newShopper, pay, type Shopper } from './shopper.ts';
import { deliver, type SentWebhook } from './webhook-door.ts';

/** A purchase, and `kill -9` of the API somewhere in it; then a restart, which sweeps. */

const ROUNDS = FULL ? 200 : 7;
const PRODUCTS = { oud: 500, amber: 500, musk: 500 };
/** Where a round's process is killed: while it does this, or just before or after. */
const STEPS = [
  'initialize',
  'payment',
  'webhook',
  'return page',
  'letter',
  'sweep',
  'late webhook',
] as const;
type Step = (typeof STEPS)[number];

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
/** What the shopper and Paystack have in their hands when the process is gone. */
interface Interrupted {
  page: Page | null;
  /** A webhook that was not answered and that no return page makes up for. */
  unheard: SentWebhook | null;
}
const url = () => shop.apis[0]?.url ?? '';

test(`kill -9 of the API, ${ROUNDS} rounds (seed ${SEED})`, { timeout: 1_800_000 }, async () => {
  const choice = seededChoice(SEED);
  const hits: Record<string, Record<string, number>> = {};
  await shop.start(0);
  const spans = await measure();
  for (let round = 0; round < ROUNDS; round++) {
    const step = STEPS[round % STEPS.length] ?? 'sweep';
    const shopper = newShopper(choice.of(Object.keys(PRODUCTS)), choice.whole(1, 2));
    const interrupted = await buyUntilKilled(step, choice.between(0, spans[step]), shopper);
    const found = await stateOf(shopper);
    hits[step] = { ...hits[step], [found]: (hits[step]?.[found] ?? 0) + 1 };
    await goOn(shopper, interrupted, choice);
    await shop.expectSound();
  }
  await shop.expectMailed();
  const repeated = shop.mail.arrived.length - new Set(shop.mail.arrived).size;
  console.log(
    `Rounds by step, and what the database held when the process was gone (seed ${SEED}):`,
  );
  console.table(hits);
  console.log(`Letters: ${shop.mail.arrived.length}, of which ${repeated} came again.`);
  const { rows } = await shop.client.query('select count(*)::int from orders where refund_needed');
  expect(rows).toEqual([{ count: 0 }]);
});

/** How long each step takes here, in ms: one purchase of a process that has just started, undisturbed. */
async function measure(): Promise<Record<Step, number>> {
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
  shop.door.target = url();
  const letter = shop.mail.nextSender();
  const webhook = await timed(async () => {
    await Promise.all([shop.door.delivered(), pay(page.page)]);
  });
  await letter;
  const sent = await timed(() => shop.expectMailed());
  await shop.client.query('update orders set checked_at = null');
  const verify = await timed(() => shopper.verify(url(), page.reference));
  return {
    initialize,
    payment: 5,
    webhook,
    // A paid order is answered without a question to the sandbox: one that is not takes as long as a webhook.
    'return page': Math.max(verify, webhook),
    letter: Math.min(sent, 60),
    sweep: 100,
    'late webhook': webhook,
  };
}

/** Takes a purchase up to the step and kills the process `delay` ms into it. */
async function buyUntilKilled(step: Step, delay: number, shopper: Shopper): Promise<Interrupted> {
  const kill = async () => {
    await pause(delay);
    await shop.apis[0]?.kill();
  };
  const { door, mail } = shop;
  door.target = null;
  if (step === 'initialize') {
    const [begun] = await Promise.all([shopper.initialize(url()), kill()]);
    return { page: got(begun), unheard: null };
  }
  const page = got(await shopper.initialize(url()));
  if (!page) throw new Error('No page to pay on, of a process that nobody has killed yet');
  if (step === 'payment') {
    await kill();
  } else if (step === 'webhook') {
    door.target = url();
    await Promise.all([door.next().then(kill), pay(page.page)]);
  } else if (step === 'return page') {
    await pay(page.page);
    await Promise.all([shopper.verify(url(), page.reference), kill()]);
  } else if (step === 'letter') {
    // Those of earlier rounds first: it is this round's letter that the kill is for.
    await shop.expectMailed();
    door.target = url();
    await Promise.all([mail.nextSender().then(kill), pay(page.page)]);
  } else if (step === 'sweep') {
    await pay(page.page);
    await shop.apis[0]?.kill();
    await shop.expire();
    await shop.start(0);
    await kill();
  } else {
    // Her hold has ended, and the bottles are back.
    await shop.sweep();
    door.target = url();
    const sent = door.next();
    await Promise.all([sent.then(kill), pay(page.page)]);
    return { page, unheard: await sent };
  }
  return { page, unheard: null };
}

/** What the database holds of her purchase, once it has noticed that the process is gone. */
async function stateOf({ email }: Shopper): Promise<string> {
  await vi.waitFor(
    async () => {
      const { rows } = await shop.client.query(
        `select from pg_stat_activity where datname = current_database() and application_name = 'turare'`,
      );
      expect(rows).toEqual([]);
    },
    { timeout: 30_000, interval: 10 },
  );
  const { rows } = await shop.client.query(
    `select status, authorization_url, (select sent_at from mails where mails.id = 'paid:' || orders.id)
     from orders where email = $1`,
    [email],
  );
  const [order] = rows;
  if (!order) return 'no order';
  if (order.status === 'paid') return order.sent_at ? 'paid, letter sent' : 'paid, letter waits';
  return `${order.status}, ${order.authorization_url ? 'page' : 'no page'}`;
}

/**
 * What follows: she pays if she has the page, while the shop is down, or gives up; or she comes back once it is up
 * again, with the same attempt. The restarted process settles the rest.
 */
async function goOn(
  shopper: Shopper,
  { page, unheard }: Interrupted,
  choice: Choice,
): Promise<void> {
  shop.door.target = null;
  const pays = choice.chance(0.7);
  if (page && pays) await pay(page.page);
  const returns = choice.chance(0.5);
  if (!returns) await shop.expire();
  await shop.start(0);
  // No sweep looks for money after the end: Paystack sends again, for three days.
  if (unheard) expect(await deliver(url(), unheard)).toBe(200);
  if (returns && !unheard) {
    const again = got(await shopper.initialize(url()));
    if (!again) throw new Error('No page to pay on, when she came back');
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
    { timeout: 30_000, interval: 10 },
  );
}

const got = (answer: Answer<Page>): Page | null =>
  typeof answer === 'object' && 'got' in answer ? answer.got : null;
