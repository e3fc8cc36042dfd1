import { and, eq, getTableColumns, isNotNull } from 'drizzle-orm';
import { expect } from 'vitest';
import { newReference } from '#backend/base/ids.ts';
import { recordStep } from '#backend/fulfilment/steps.ts';
import { recordLostTime } from '#backend/lost-time/lost-times.ts';
import { databaseMark } from '#backend/lost-time/tables.ts';
import { recordCollection, recordRefusal } from '#backend/on-delivery/at-door.ts';
import { payments } from '#backend/orders/payment-tables.ts';
import { orders } from '#backend/orders/tables.ts';
import { listUnmatched } from '#backend/payments/unmatched/list.ts';
import type { Choice } from '#demo/seeded-choice.ts';
import { basket } from '../../orders/histories/baskets.ts';
import { BOLA } from '../../shop.harness.ts';
import { eventsAtProviders } from './at-providers.ts';
import type { Sent } from './books.ts';
import { deliverMail, type Mailbox } from './mailbox.ts';
import { createMerchant, type RefundRequest } from './merchant.ts';
import type { Process, Scene } from './scene.ts';
import { SEALS, sealedSo } from './seals.ts';

const STEPS = 13;
const MINUTE_MS = 60_000;
/** A payment on the account. */
export interface Sale {
  reference: string;
  whose: 'ours' | 'other shop' | 'other system';
}

/** The record of a history, for its end. */
export interface Life {
  sales: Sale[];
  requests: RefundRequest[];
  mailbox: Mailbox;
  /** Lost orders whose units others have bought since then. */
  outOfStock: Set<string>;
  /** The number of times that each kind of event has happened. */
  seen: Map<string, number>;
}

/** Pastes the merchant's email about an order. */
export async function pasteCopy({ services }: Process, life: Life, id: string): Promise<void> {
  const made = await services.unmatched.makeAgainFrom(life.mailbox.copies.get(id) ?? '', BOLA);
  const say = (kind: string) => life.seen.set(kind, (life.seen.get(kind) ?? 0) + 1);
  if (made.ok) {
    expect(made.value.orderId).toBe(id);
    life.outOfStock.delete(id);
    if (made.value.words.includes('is made again')) say('an order comes back by its email');
  } else {
    expect(made.refusal.message).toContain('not in stock');
    life.outOfStock.add(id);
    say('an order of an email is out of stock');
  }
}

/** The ways to pay: two providers, and at the door. */
const WAYS = ['paystack', 'paystack', 'flutterwave', 'flutterwave', 'delivery'] as const;

/** Valid refusals of a checkout in such a history. `validation_failed`: the code is used up. */
const REFUSALS = [
  'cart_changed',
  'already_paid',
  'payment_under_way',
  'too_much_held',
  'attempt_reused',
  'validation_failed',
];

/** Runs a history of a shop that loses its database's last moments. @param happened - receives the events, in words. */
export async function live(scene: Scene, choice: Choice, happened: string[]): Promise<Life> {
  const { books, processes, states } = scene;
  const { db } = processes[0].services;
  const life: Life = {
    sales: [],
    requests: [],
    mailbox: { matters: new Map(), copies: new Map() },
    outOfStock: new Set(),
    seen: new Map(),
  };
  const { sales } = life;
  const merchant = createMerchant(scene, choice, life.requests);
  const backups: { state: number; at: number }[] = [];
  const oldPrimaries: number[] = [];
  const received: Sent[] = [];
  const keys: string[] = [];
  let passed = 0;
  let begun = 0;

  const some = (): Process => choice.of(processes);
  const named = (reference: string) => `#${sales.findIndex((one) => one.reference === reference)}`;
  const say = (kind: string, ...details: readonly (string | number | null)[]) => {
    happened.push([kind, ...details].join(' '));
    life.seen.set(kind, (life.seen.get(kind) ?? 0) + 1);
  };
  const now = () => Date.now() + passed;

  const begin = async (way = choice.of(WAYS)) => {
    const seal = choice.chance(0.2) ? choice.of(SEALS) : 'whole';
    books.alter = sealedSo(seal, books);
    const key = `attempt-${++begun}`.padEnd(20, '-');
    const previousKeys = choice.chance(0.3) ? keys.slice(0, 2) : [];
    const email = `${choice.of(['ada', 'bola', 'chi'])}@example.com`;
    const answer = await some().services.checkout.initialize(
      { ...basket(choice, email), way },
      {
        attemptKey: key,
        previousKeys,
        address: null,
        accountId: null,
      },
    );
    books.alter = (metadata) => metadata;
    keys.unshift(key);
    if (!answer.ok) {
      expect(REFUSALS).toContain(answer.refusal.code);
      return say('nothing begun', `(${answer.refusal.code})`);
    }
    const reference = answer.value.data.reference ?? '';
    // No provider knows an order that is paid at the door: only its email brings it back.
    if (way === 'delivery') return say('an order for the door');
    sales.push({ reference, whose: 'ours' });
    say(seal === 'whole' ? 'begin' : `begin with a seal that is ${seal}`, way, named(reference));
  };
  const elsewhere = async (whose: 'other shop' | 'other system') => {
    const reference = whose === 'other shop' ? newReference() : `INV-${++begun}`;
    const metadata = whose === 'other shop' ? { shop: 'other.example' } : {};
    const asked = { reference, email: 'musa@example.com', amountKobo: 700_000, metadata };
    await choice
      .of([books.paystack, books.flutterwave])
      .begin({ ...asked, callbackUrl: 'https://other.example' });
    sales.push({ reference, whose });
    books.pay(reference);
    say(`payment of another ${whose}`, named(reference));
  };
  const open = () => sales.filter(({ reference }) => books.find(reference).status === 'abandoned');
  const paid = () => sales.filter(({ reference }) => books.find(reference).paidAt !== null);
  const pay = async () => {
    const [sale] = choice.some(open(), 1, 1);
    if (!sale) return begin();
    books.pay(sale.reference);
    say('pay', named(sale.reference));
    if (choice.chance(0.4)) await some().services.settlement.verify(sale.reference);
  };
  const payLate = async () => {
    const [sale] = choice.some(open(), 1, 1);
    if (!sale) return begin();
    await pass(choice.of([61, 125]));
    books.pay(sale.reference);
    say('pay late', named(sale.reference));
  };
  const receive = async (sent: Sent) => {
    const { provider, body, headers } = sent;
    const outcome = await some().services.settlement.webhook(provider, Buffer.from(body), headers);
    expect(outcome).toBe('done');
  };
  const deliver = async () => {
    const [sent] = choice.some(books.waiting, 1, 1);
    if (!sent) return;
    books.waiting.splice(books.waiting.indexOf(sent), 1);
    received.push(sent);
    say(`webhook ${sent.event}`, named(sent.reference));
    await Promise.all([receive(sent), ...(choice.chance(0.2) ? [receive(sent)] : [])]);
  };
  const repeat = async () => {
    const [sent] = choice.some(received, 1, 1);
    if (!sent) return;
    say('webhook again', sent.event, named(sent.reference));
    await receive(sent);
  };
  const { dashboardRefund, refundGoesOn, dispute } = eventsAtProviders({
    books,
    choice,
    paid,
    otherwise: pay,
    say: (kind, reference, ...details) => say(kind, named(reference), ...details),
  });
  const cancel = async () => {
    const rows = await db.select().from(orders).where(eq(orders.status, 'pending'));
    const [order] = choice.some(rows.sort(byReference), 1, 1);
    if (!order) return;
    say('staff cancel', named(order.reference));
    await some().services.settlement.cancel(order.id, 'Bola');
  };
  /** Sorts rows from the database by the order in which they were begun, so that a seed chooses the same. */
  const byReference = (one: { reference: string }, other: { reference: string }) =>
    Number(named(one.reference).slice(1)) - Number(named(other.reference).slice(1));
  async function pass(minutes: number) {
    say('minutes pass', minutes);
    passed += minutes * MINUTE_MS;
    books.pass(minutes * MINUTE_MS);
    await states.pass(minutes);
    const { settlement, refunds } = some().services;
    await settlement.sweep();
    await settlement.recheck();
    await refunds.sweep();
  }
  const round = async () => {
    const both = choice.chance(0.4);
    say(both ? 'a round of both processes at once' : 'a round');
    await Promise.all((both ? processes : [some()]).map((one) => one.round()));
  };
  const watch = () => Promise.all(processes.map((one) => one.watch()));
  const backUp = async () => {
    backups.push({ state: await states.keep(), at: now() });
    say('back up', `(${backups.length})`);
    // A process increments its mark three times a minute.
    await watch();
  };
  /** Resets the database to this state. Its current state becomes a state of its own: that of the old primary. */
  const lose = async (state: number) => {
    oldPrimaries.push(await states.keep());
    await states.bringBack(state);
  };
  const restore = async () => {
    const [backup] = choice.some(backups, 1, 1);
    if (!backup) return backUp();
    const byCommand = choice.chance(0.3);
    await lose(backup.state);
    say(byCommand ? 'restore by command' : 'restore', `(${backups.indexOf(backup) + 1})`);
    if (byCommand) await recordLostTime(db, 'restored', new Date(backup.at - passed));
    if (byCommand || choice.chance(0.5)) await watch();
  };
  const promote = async () => {
    const [backup] = choice.some(backups, 0, 1);
    if (backup) await lose(backup.state);
    const change = choice.of([{ system: '1' }, { timeline: 999 }]);
    await db.update(databaseMark).set(change);
    say(
      backup ? 'promotion with a loss' : 'promotion',
      `(${backup ? backups.indexOf(backup) + 1 : ''})`,
    );
  };
  const oldPrimary = async () => {
    const [state] = choice.some(oldPrimaries, 1, 1);
    if (state === undefined) return restore();
    await watch();
    await lose(state);
    say('an old primary comes back');
  };
  /** Returns a payment that waits for the merchant. If there is none, recent payments are lost first. */
  const openRow = async (): Promise<string | undefined> => {
    const waiting = async () =>
      choice.some((await listUnmatched(db)).open.sort(byReference), 1, 1)[0]?.reference;
    const there = await waiting();
    if (there !== undefined) return there;
    if (paid().length === 0) await pay();
    await restore();
    await round();
    return waiting();
  };
  const rebuild = async () => {
    const reference = await openRow();
    if (reference === undefined) return;
    const twice = choice.chance(0.5);
    say(twice ? 'rebuild, two at once' : 'rebuild', named(reference));
    const by = twice ? processes : [some()];
    await Promise.all(by.map((one) => one.makeAgain(reference)));
  };
  const payBack = async () => {
    const reference = await openRow();
    if (reference === undefined) return;
    const twice = choice.chance(0.4);
    books.refundFault = choice.of([null, null, 'cut', 'lost'] as const);
    say(twice ? 'pay back, two at once' : 'pay back', named(reference), books.refundFault);
    const by = twice ? processes : [some()];
    await Promise.all(by.map(({ services }) => services.unmatched.payBack(reference, BOLA)));
    books.refundFault = null;
  };
  const rebuildOrPayBack = async () => {
    const reference = await openRow();
    if (reference === undefined) return;
    say('rebuild and pay back at once', named(reference));
    await Promise.all([
      processes[0].makeAgain(reference),
      processes[1].services.unmatched.payBack(reference, BOLA),
    ]);
  };
  const merchantRefund = async () => {
    const rows = await db
      .select(getTableColumns(orders))
      .from(orders)
      .innerJoin(payments, and(eq(payments.orderId, orders.id), isNotNull(payments.received)));
    const [order] = choice.some(rows.sort(byReference), 1, 1);
    if (!order) return pay();
    await merchant.refund(order, (kind, words) => say(kind, words, named(order.reference)));
  };

  const atDoor = async () => {
    const parcels = await db
      .select(getTableColumns(orders))
      .from(orders)
      .innerJoin(payments, and(eq(payments.orderId, orders.id), eq(payments.provider, 'door')))
      .where(and(eq(orders.status, 'pending'), isNotNull(orders.acceptedAt)))
      .orderBy(orders.createdAt);
    const [parcel] = choice.some(parcels, 1, 1);
    if (!parcel) return begin();
    const { services } = some();
    const shipment = { step: 'shipped', courier: 'GIG', trackingNumber: null } as const;
    await recordStep(services, parcel.id, { ...shipment, actor: BOLA });
    if (choice.chance(0.3)) {
      say('a parcel is refused');
      const keys = services.phoneKeys;
      return recordRefusal(services, parcel.id, { keys, actor: BOLA });
    }
    say('a parcel is paid');
    const money = {
      amountKobo: parcel.totalKobo,
      how: 'cash',
      seenKobo: 0,
      takenBy: 'GIG',
    } as const;
    await recordCollection(services, parcel.id, { ...money, actor: BOLA });
    return services.settlement.ask(parcel);
  };

  const paste = async () => {
    await begin('delivery');
    await deliverMail(db, life.mailbox);
    const [id] = choice.some([...life.mailbox.copies.keys()], 1, 1);
    if (id === undefined) return;
    await restore();
    const twice = choice.chance(0.3);
    say(twice ? 'paste an email, two at once' : 'paste an email');
    await Promise.all((twice ? processes : [some()]).map((one) => pasteCopy(one, life, id)));
  };

  const EVENTS: readonly (readonly [weight: number, event: () => Promise<unknown>])[] = [
    [9, () => begin()],
    [14, pay],
    [3, payLate],
    [13, deliver],
    [4, repeat],
    [10, merchantRefund],
    [5, dashboardRefund],
    [6, refundGoesOn],
    [3, dispute],
    [2, cancel],
    [4, atDoor],
    [4, () => pass(choice.of([6, 61, 61, 400]))],
    [6, round],
    [4, backUp],
    [9, restore],
    [4, promote],
    [4, oldPrimary],
    [9, rebuild],
    [7, payBack],
    [2, rebuildOrPayBack],
    [1, () => elsewhere('other shop')],
    [1, () => elsewhere('other system')],
    [3, () => deliverMail(db, life.mailbox)],
    [4, paste],
  ];
  const total = EVENTS.reduce((sum, [weight]) => sum + weight, 0);
  const event = () => {
    let left = choice.between(0, total);
    for (const [weight, run] of EVENTS) {
      left -= weight;
      if (left < 0) return run;
    }
    return begin;
  };
  await begin();
  await backUp();
  for (let step = 0; step < STEPS; step++) await event()();
  return life;
}
