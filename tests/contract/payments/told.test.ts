import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refuse } from '#backend/base/result.ts';
import { orders } from '#backend/orders/tables.ts';
import type { ProviderPayment } from '#backend/payment-provider/provider.ts';
import { stateOf } from '#backend/paystack/transaction.ts';
import type { Payment } from '#contract/checkout.ts';
import { type Choice, seededChoice } from '#demo/seeded-choice.ts';
import { MONEY_COMES_MS } from '#domain/orders/late-money.ts';
import { ROUNDS } from '../../rounds.ts';
import { SEED } from '../../seed.ts';
import { createFakePaystack, type PaystackPayment, SUCCESS } from '../orders/paystack.fake.ts';
import { openShop, orderBody, product, type TestShop } from '../shop.harness.ts';

/**
 * Random histories in which a shopper reads the page of each of her payments, and the list of her orders, after every
 * event. The answer is always what the shop can know at that moment by asking Paystack. The events are presses,
 * payments, transfers under way, refusals, reversals, late and early webhooks, a Paystack that is silent or behind,
 * staff who cancel, expired reservations, hours that pass, and early readers.
 */
const HISTORIES = ROUNDS.toldHistories;
const AT_ONCE = 6;
const STEPS = 7;

const paystack = createFakePaystack();
/** References about which Paystack is silent, and those whose money its verify call does not know yet. */
const silent = new Set<string>();
const behind = new Set<string>();
/** The event that the next request about a reference waits for, after Paystack has decided its answer. */
const held = new Map<string, Promise<void>>();
const money = new Map<string, ProviderPayment>();

let shop: TestShop;
beforeAll(async () => {
  const { begin } = paystack;
  paystack.begin = async (input) => {
    const { reference, amountKobo, email } = input;
    money.set(reference, {
      id: `id-${reference}`,
      reference,
      ...stateOf('abandoned'),
      amountKobo,
      requestedAmountKobo: amountKobo,
      currency: 'NGN',
      channel: null,
      paidAt: null,
      customer: { email },
      metadata: null,
    });
    return begin(input);
  };
  paystack.verify = async (reference) => {
    const answer = silent.has(reference) ? null : says(reference);
    const hold = held.get(reference);
    held.delete(reference);
    await hold;
    return answer ? { ok: true, value: answer } : refuse('timeout', 'silent');
  };
  shop = await openShop({ paystack, products: [product({ id: 'oud', stock: 1_000_000 })] });
});
afterAll(() => shop.close());

/** Returns what Paystack's verify call says at this moment. */
function says(reference: string): ProviderPayment {
  const now = money.get(reference);
  if (!now) throw new Error(`${reference} was never initialized`);
  return behind.has(reference) ? { ...now, ...stateOf('abandoned'), paidAt: null } : now;
}

/** A page that she was sent to. */
interface Page {
  reference: string;
  id: string;
  /** Whether she was told that money came. */
  told: boolean;
  /** Whether Paystack has sent charge.success. */
  news: boolean;
}

const IN_FLIGHT = ['ongoing', 'pending', 'processing', 'queued'] as const;
const came = ({ status, refundNeeded }: Payment) => status === 'paid' || refundNeeded === true;

/** Returns what is wrong with an answer to her; null if nothing is. */
function fault(page: Page, told: Payment, stored: string): string | null {
  const { word: status } = says(page.reference);
  if (page.told) return came(told) ? null : 'the money was there before';
  if (silent.has(page.reference)) {
    // A webhook or the sweep may have found it before the silence.
    return told.status === 'pending' || came(told) ? null : 'nobody can know that';
  }
  if (status === 'success') return came(told) ? null : 'Paystack has the money';
  if (came(told)) return status === 'reversed' ? null : 'Paystack has no money';
  if (page.news && status !== 'reversed')
    return told.status === 'pending' ? null : 'Paystack has sent charge.success';
  if ((IN_FLIGHT as readonly string[]).includes(status))
    return told.status === 'pending' ? null : 'money is on its way';
  return told.status === stored ? null : `the order is ${stored}`;
}

async function live(number: number, choice: Choice): Promise<Record<string, number>> {
  const { db, settlement, checkout, orders: hers } = shop.services;
  const email = `shopper-${number}@example.com`;
  const session = { user: { id: 'nobody', email } } as Parameters<typeof hers.list>[0];
  const pages: Page[] = [];
  const keys: string[] = [];
  const seen: Record<string, number> = {};
  const happened: string[] = [];

  const rowOf = async ({ id }: Page) =>
    (await db.select().from(orders).where(eq(orders.id, id)))[0] ?? null;
  const change = (page: Page, { status, ...news }: PaystackPayment) =>
    money.set(page.reference, {
      ...(money.get(page.reference) as ProviderPayment),
      ...(status && stateOf(status)),
      ...news,
    });
  const hasCome = ({ reference }: Page) =>
    ['success', 'reversed'].includes(money.get(reference)?.word ?? '');

  const read = async (page: Page) => {
    const told = await settlement.verify(page.reference);
    if (!told) throw new Error('Not our reference');
    const wrong = fault(page, told, (await rowOf(page))?.status ?? '');
    expect(wrong, `${number}: ${happened.join(', ')}: she is told ${told.status}`).toBeNull();
    page.told ||= came(told);
    const kind = told.refundNeeded ? 'refund' : told.status;
    seen[kind] = (seen[kind] ?? 0) + 1;
    return told;
  };
  const press = async () => {
    const key = `attempt-${number}-${keys.length}-`.padEnd(24, '0');
    const body = orderBody([['oud', 10_000, 1]], { email });
    const client = {
      attemptKey: key,
      previousKeys: keys.slice(0, 5),
      address: null,
      accountId: null,
    };
    const answer = await checkout.initialize(body, client);
    keys.unshift(key);
    if (!answer.ok) {
      expect([
        'already_paid',
        'payment_unavailable',
        'too_much_held',
        'payment_under_way',
      ]).toContain(answer.refusal.code);
      return;
    }
    const reference = answer.value.data.reference ?? '';
    const [order] = await db.select().from(orders).where(eq(orders.reference, reference));
    if (order) pages.push({ reference, id: order.id, told: false, news: false });
  };
  const webhook = async (page: Page) => {
    const { body, headers } = paystack.webhook(page.reference);
    await settlement.webhook('paystack', Buffer.from(body), headers);
    page.news = true;
  };
  const pass = (page: Page, hours: number) =>
    db.execute(sql`
      with earlier as (
        update orders set created_at = created_at - ${hours} * interval '1 hour',
          reservation_expires_at = reservation_expires_at - ${hours} * interval '1 hour'
        where id = ${page.id} returning id)
      update payments set created_at = created_at - ${hours} * interval '1 hour',
        next_at = next_at - ${hours} * interval '1 hour',
        asked_at = asked_at - ${hours} * interval '1 hour',
        claimed_until = claimed_until - ${hours} * interval '1 hour'
      from earlier where order_id = earlier.id`);
  /** Somebody reads, the money comes, and she reads before the first has an answer. */
  const race = async (page: Page) => {
    const go = Promise.withResolvers<void>();
    held.set(page.reference, go.promise);
    const early = settlement.verify(page.reference);
    // The early reader's request has begun, or none is needed.
    for (let look = 0; look < 50 && held.has(page.reference); look++)
      await new Promise((done) => setTimeout(done, 1));
    held.delete(page.reference);
    change(page, SUCCESS);
    const late = [read(page), read(page)];
    go.resolve();
    await Promise.all([early, ...late]);
  };

  const EVENTS: Record<string, (page: Page) => unknown> = {
    press,
    pay: (page) => hasCome(page) || change(page, SUCCESS),
    'pay, and verify is behind': (page) => {
      if (hasCome(page)) return;
      behind.add(page.reference);
      change(page, SUCCESS);
    },
    'verify catches up': ({ reference }) => behind.delete(reference),
    'money sets out': (page) => hasCome(page) || change(page, { status: choice.of(IN_FLIGHT) }),
    decline: (page) => hasCome(page) || change(page, { status: 'failed' }),
    reverse: (page) => hasCome(page) && change(page, { status: 'reversed' }),
    webhook: (page) => hasCome(page) && webhook(page),
    'Paystack falls silent': ({ reference }) => silent.add(reference),
    'Paystack is back': ({ reference }) => silent.delete(reference),
    'staff cancel': ({ id }) => settlement.cancel(id, 'Bola'),
    'its time is up': async (page) => {
      await pass(page, 1.1);
      await settlement.sweep();
    },
    'hours pass': async (page) => {
      await pass(page, choice.of([1, 5, 30, 80]));
      await settlement.recheck();
    },
    'a reader before the money': (page) => hasCome(page) || race(page),
  };
  await press();
  for (let step = 0; step < STEPS; step++) {
    const page = choice.of(pages);
    const event = choice.of(Object.keys(EVENTS));
    happened.push(`${event} (${pages.indexOf(page)})`);
    await EVENTS[event]?.(page);
    const told = new Map<string, string>();
    for (const page of pages) told.set(page.reference, (await read(page)).status);
    // The list of her orders says the same, as long as money can come.
    const oldest = Date.now() - MONEY_COMES_MS;
    for (const { paymentReference, status, createdAt } of await hers.list(session)) {
      if (Date.parse(createdAt) < oldest) continue;
      expect(status, `${number}: ${happened.join(', ')}: in the list`).toBe(
        told.get(paymentReference),
      );
    }
  }
  // Otherwise every later history would sweep what is left.
  await db.delete(orders).where(eq(orders.email, email));
  for (const { reference } of pages) money.delete(reference);
  return seen;
}

test(`${HISTORIES} random histories: the shopper reads what the shop can know (seed ${SEED})`, {
  timeout: 60_000 + HISTORIES * 1000,
}, async () => {
  const began = performance.now();
  const seen: Record<string, number> = {};
  let number = 0;
  const work = async () => {
    while (number < HISTORIES) {
      const mine = number++;
      for (const [kind, count] of Object.entries(await live(mine, seededChoice(SEED + mine))))
        seen[kind] = (seen[kind] ?? 0) + count;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${HISTORIES} histories of what is told in ${seconds} s: ${JSON.stringify(seen)}`);
  for (const kind of ['paid', 'pending', 'cancelled']) expect(seen[kind], kind).toBeGreaterThan(0);
});
