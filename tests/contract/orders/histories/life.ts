import { hash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Backend } from '#backend/backend.ts';
import { cancelForCustomer } from '#backend/cancelling/cancelling.ts';
import { recordStep } from '#backend/fulfilment/steps.ts';
import {
  liftRefusal,
  recordCollection,
  recordRefusal,
  writeOff,
} from '#backend/on-delivery/at-door.ts';
import { payments } from '#backend/orders/payment-tables.ts';
import { orders } from '#backend/orders/tables.ts';
import { acceptLess, recordTransfer } from '#backend/own-bank/recording.ts';
import { refunds as refundRows } from '#backend/refunds/tables.ts';
import type { Choice } from '#demo/seeded-choice.ts';
import { BOLA } from '../../shop.harness.ts';
import type { payingBack } from '../paying-back.harness.ts';
import { type FakePaystack, SUCCESS } from '../paystack.fake.ts';
import { basket } from './baskets.ts';
import { jump, setClock } from './clocks.ts';
import { KILLED, type KillableApi } from './killable-api.ts';
import { sendBack } from './sending-back.ts';

const STEPS = 8;
const HOUR_MS = 3_600_000;

/** A browser, with the keys of its attempts, newest first. */
interface Browser {
  name: string;
  keys: string[];
  /** The attempt that got no answer. */
  lost: { key: string; body: object } | null;
}

/** A page that somebody may pay on. */
export interface Page {
  reference: string;
  way: 'paystack' | 'transfer' | 'flutterwave' | 'bank' | 'delivery';
  paid: boolean;
  /** Whether the money has gone back since. */
  reversed: boolean;
  /** The events of a dispute so far. */
  dispute: 'none' | 'create' | 'resolve';
}

/** The shop of a history. */
export interface Scene {
  /** The refunds at the two providers. */
  back: Record<'paystack' | 'flutterwave', ReturnType<typeof payingBack>>;
  paystack: FakePaystack;
  flutterwave: FakePaystack;
  /** The two processes of the API. */
  apis: KillableApi[];
  /** Kills one and starts another in its place. Waits if that is already under way. */
  restart(place: number): Promise<void>;
  /** Waits until both are there. */
  ready(): Promise<void>;
}

/** Runs a history: eight times, up to three things happen at once. @returns the pages that shoppers were sent to. */
export async function live(
  { paystack, flutterwave, back, apis, restart, ready }: Scene,
  choice: Choice,
): Promise<Page[]> {
  const pages: Page[] = [];
  const browsers = ['ada', 'bola', 'chi'].map((name): Browser => ({ name, keys: [], lost: null }));
  let attempts = 0;
  const providerOf = ({ way }: Page) => (way === 'flutterwave' ? flutterwave : paystack);

  const during = <T>(work: (backend: Backend) => Promise<T>) =>
    (apis[choice.whole(0, apis.length - 1)] as KillableApi).during(work);

  const press = async (browser: Browser) => {
    const again = browser.lost && choice.chance(0.5) ? browser.lost : null;
    const key = again?.key ?? `attempt-of-${browser.name}-${++attempts}`.padEnd(20, '-');
    const email = `${browser.name}@example.com`;
    const way = choice.of(['paystack', 'flutterwave', 'transfer', 'bank', 'delivery'] as const);
    const wanted = basket(choice, email);
    // Her phone number is her own: one that refuses an order at the door must not bar the others.
    const shippingInfo = { ...wanted.shippingInfo, phone: `0803 123 00${attempts % 100}` };
    const body = again?.body ?? { ...wanted, shippingInfo, way };
    const previous = browser.keys.filter((earlier) => earlier !== key).slice(0, 5);
    if (!again) browser.keys.unshift(key);
    const answer = await during(async ({ app }) => {
      const response = await app.request('/api/payment/initialize', {
        method: 'POST',
        body: JSON.stringify(body),
        headers: {
          'content-type': 'application/json',
          'idempotency-key': key,
          ...(previous.length > 0 && { 'previous-attempts': previous.join(',') }),
        },
      });
      return { status: response.status, body: await response.json() };
    });
    browser.lost = answer === KILLED ? { key, body } : null;
    if (answer === KILLED) return;
    if (answer.status !== 200) {
      // `attempt_reused`: a newer attempt of the same browser has replaced this one while it waited for Paystack.
      // `validation_failed`: the code is used up, or a set and a bottle of the order share units, and there are too
      // few. `payment_unavailable`: the process that had asked for the page was killed.
      expect([
        'cart_changed',
        'already_paid',
        'payment_under_way',
        'payment_unavailable',
        'attempt_reused',
        'validation_failed',
        // Two of her orders wait for a transfer to the shop's account.
        'too_much_held',
      ]).toContain(answer.body.code);
      return;
    }
    const { reference } = answer.body.data;
    if (pages.some((page) => page.reference === reference)) return;
    const chosen = again ? (again.body as { way: Page['way'] }).way : way;
    pages.push({ reference, way: chosen, paid: false, reversed: false, dispute: 'none' });
  };
  /** Sends a webhook. Paystack repeats unanswered ones. */
  const tell = async (page: Page, event: string, data: object = {}) => {
    const { name, webhook } = providerOf(page);
    const { body, headers } = webhook(page.reference, event, data);
    let outcome: unknown = KILLED;
    while (outcome === KILLED) {
      outcome = await during(({ services }) =>
        services.settlement.webhook(name, Buffer.from(body), headers),
      );
      if (outcome === KILLED) await ready();
    }
    expect(outcome).toBe('done');
  };
  const verify = ({ reference }: Page) =>
    during(({ services }) => services.settlement.verify(reference));
  /** Staff see money in the shop's account: all of it, a part, too much, or the same once more. */
  const recorded: string[] = [];
  const record = (page: Page) =>
    during(async ({ services }): Promise<void> => {
      const { db, settlement } = services;
      const [found] = await db
        .select({ order: orders, asked: payments.askedKobo })
        .from(payments)
        .innerJoin(orders, eq(orders.id, payments.orderId))
        .where(eq(payments.reference, page.reference));
      if (!found) return;
      const { order, asked } = found;
      const kobo = asked ?? order.totalKobo;
      const isKnown = recorded.length > 0 && choice.chance(0.2);
      const sessionId = isKnown ? choice.of(recorded) : `session-${recorded.length}`;
      if (!isKnown) recorded.push(sessionId);
      if (choice.chance(0.15))
        await acceptLess(services, order.id, { reason: 'Bank charge', actor: BOLA });
      else
        await recordTransfer(services, order.id, {
          amountKobo: choice.of([kobo, kobo, Math.floor(kobo / 2), kobo - 5000, kobo + 50_000]),
          sender: 'AMINA BELLO',
          sentAt: new Date(),
          sessionId,
          isAnother: false,
          actor: BOLA,
        });
      if (choice.chance(0.7)) await settlement.ask(order);
    });
  /** A parcel that is paid at the door: it leaves, and is paid whole or in part, given up, refused or forgiven. */
  const atDoor = (page: Page) =>
    during(async ({ services }): Promise<void> => {
      const { db, settlement, phoneKeys: keys } = services;
      const [order] = await db.select().from(orders).where(eq(orders.reference, page.reference));
      const own = order && (await db.select().from(payments).where(eq(payments.orderId, order.id)));
      const payment = own?.find(({ provider }) => provider === 'door');
      if (!order || !payment) return;
      const left = (payment.askedKobo ?? order.totalKobo) - payment.arrivedKobo;
      const shipment = { step: 'shipped', courier: 'GIG', trackingNumber: null } as const;
      await recordStep(services, order.id, { ...shipment, actor: BOLA });
      const seenKobo = choice.chance(0.9) ? payment.arrivedKobo : 0;
      const how = choice.of(['cash', 'transfer'] as const);
      const collect = (amountKobo: number) =>
        recordCollection(services, order.id, {
          ...{ amountKobo, how, seenKobo },
          takenBy: 'GIG',
          actor: BOLA,
        });
      await choice.of([
        () => collect(Math.max(1, left)),
        () => collect(Math.max(1, left)),
        () => collect(Math.max(1, Math.floor(left / 2))),
        () => Promise.all([collect(Math.max(1, left)), collect(Math.max(1, left))]),
        () => recordRefusal(services, order.id, { keys, actor: BOLA }),
        () => writeOff(services, order.id, { reason: 'No change', actor: BOLA }),
        () => liftRefusal(services, order.id, BOLA),
      ])();
      if (choice.chance(0.7)) await settlement.ask(order);
    });
  /** Asks for another account, and returns the references of all payments of the order: money may come to any. */
  const accountsOf = async (page: Page): Promise<string[]> => {
    const found = await during(async ({ app, services: { db } }) => {
      const { reference } = page;
      if (choice.chance(0.5))
        await app.request(`/api/payment/account/${reference}`, {
          method: 'POST',
          body: '{}',
          headers: { 'content-type': 'application/json' },
        });
      const [own] = await db.select().from(payments).where(eq(payments.reference, reference));
      if (!own?.orderId) return [];
      return db.select().from(payments).where(eq(payments.orderId, own.orderId));
    });
    const known = found === KILLED ? [] : found.map((row) => row.reference);
    return known.filter((reference) => paystack.initialized.includes(reference));
  };
  const pay = async (asked: Page): Promise<void> => {
    let page = asked;
    if (page.way === 'bank') return void (await record(page));
    // A deposit is paid on the page of the provider.
    if (page.way === 'delivery' && (page.paid || !paystack.initialized.includes(page.reference)))
      return void (await atDoor(page));
    if (page.way === 'transfer') {
      const reference = choice.of([page.reference, ...(await accountsOf(page))]);
      page = pages.find((other) => other.reference === reference) ?? page;
      if (reference !== page.reference) {
        page = { ...page, reference };
        pages.push(page);
      }
    }
    page.paid = true;
    providerOf(page).become(page.reference, SUCCESS);
    // The success arrives by webhook, by the return page, by both, or not at all.
    const ways = [() => tell(page, 'charge.success'), () => verify(page)];
    await Promise.all(ways.filter(() => choice.chance(0.5)).map((way) => way()));
  };
  const backOf = ({ way }: Page) => (way === 'flutterwave' ? back.flutterwave : back.paystack);
  /** The steps under way that may record a refund by hand, and those that may reverse a payment. */
  const underWay = { byHand: 0, reversal: 0 };
  const reverse = async (page: Page) => {
    // The audit rightly reports money that was paid back by hand, and by the provider once more.
    const ofPage = sql`by_hand and order_id in (
      select order_id from payments where reference = ${page.reference})`;
    const byHand = await during(({ services: { db } }) => db.$count(refundRows, ofPage));
    const left = await backOf(page).leftAt(page.reference);
    if (byHand !== 0 || left === 0 || underWay.byHand > 0) return;
    underWay.reversal++;
    const amount = choice.of([1, left]);
    backOf(page).add(page.reference, { status: 'done', amount, merchantNote: null });
    page.reversed = true;
    providerOf(page).become(page.reference, { status: 'reversed' });
    const told = { amount: String(amount), refund_reference: page.reference };
    await tell(page, 'refund.processed', told);
    underWay.reversal--;
  };
  /** Goods come back, and an order that replaces them may have to be paid. */
  const giveBack = async () => {
    if (underWay.reversal > 0) return;
    underWay.byHand++;
    for (let times = choice.whole(2, 7); times > 0; times--) {
      const found = await during((backend) => sendBack(backend, choice));
      for (const reference of found === KILLED ? [] : found) {
        if (pages.some((page) => page.reference === reference)) continue;
        // One of ₦0 is paid by nobody, like a parcel that nobody has collected.
        const way = paystack.initialized.includes(reference) ? 'paystack' : 'delivery';
        pages.push({ reference, way, paid: false, reversed: false, dispute: 'none' });
      }
    }
    underWay.byHand--;
  };
  /** The provider goes on with a refund. */
  const advance = async (page: Page) => {
    const [refund] = backOf(page).waitingAt(page.reference);
    if (!refund) return;
    refund.status = choice.of(['done', 'done', 'failed']);
    const event = refund.status === 'done' ? 'refund.processed' : 'refund.failed';
    await tell(page, event, {
      amount: String(refund.amount),
      refund_reference: `TRF_${refund.id}`,
    });
  };
  const argue = (page: Page) => {
    page.dispute = page.dispute === 'none' ? 'create' : 'resolve';
    const resolution = choice.of(['merchant-accepted', 'declined']);
    const id = Number.parseInt(hash('sha256', page.reference).slice(0, 12), 16);
    return tell(page, `charge.dispute.${page.dispute}`, {
      id,
      ...(page.dispute === 'resolve' && { resolution }),
    });
  };
  /** She cancels, or the shop does. */
  const cancel = (page: Page) =>
    during(async ({ services }) => {
      const { db, settlement } = services;
      const [order] = await db.select().from(orders).where(eq(orders.reference, page.reference));
      if (!order) return;
      if (choice.chance(0.5)) await cancelForCustomer(services, order.id);
      else await settlement.cancel(order.id, 'Bola');
    });
  const pass = (minutes: number) =>
    during(async ({ services: { db, settlement, refunds } }) => {
      await jump(db, minutes);
      await settlement.sweep();
      await settlement.recheck();
      await refunds.sweep();
    });
  /** One after the other takes the units of the previous expired reservation; then all pay at once. */
  const crowd = async () => {
    for (const browser of browsers) {
      await press(browser);
      await pass(61);
    }
    await Promise.all(pages.filter(({ paid }) => !paid).map(pay));
  };
  const step = async (): Promise<unknown> => {
    const page = pages.length > 0 ? choice.of(pages) : undefined;
    const kind = choice.whole(0, 19);
    if (kind < 4 || !page) return press(choice.of(browsers));
    if (kind < 6) return page.paid ? tell(page, 'charge.success') : pay(page);
    if (page.way === 'bank' && kind < 9) return kind === 8 ? verify(page) : record(page);
    if (page.way === 'delivery' && kind < 9) return kind === 8 ? verify(page) : atDoor(page);
    if (kind === 6)
      return page.paid || providerOf(page).become(page.reference, { status: 'processing' });
    // Her account has ended, and the reservation has not.
    if (kind === 7 && page.way === 'transfer' && !page.paid) return pass(40).then(() => pay(page));
    // Before verify knows it, or once more.
    if (kind === 7) return tell(page, 'charge.success');
    if (kind === 8) return page.paid ? reverse(page) : verify(page);
    if (kind === 9) return page.paid && choice.chance(0.7) ? argue(page) : cancel(page);
    if (kind === 10) return pass(choice.of([-90, 6, 40, 40, 61, 61, 60 * 24, 60 * 24 * 3]));
    if (kind === 11) return setClock(choice.of([-2, -1, 0, 1, 2, 80]) * HOUR_MS);
    if (kind === 12) return crowd();
    if (kind === 15) return advance(page);
    if (kind > 15) return giveBack();
    return restart(choice.whole(0, apis.length - 1));
  };
  for (let count = 0; count < STEPS; count++) {
    await Promise.all(Array.from({ length: choice.whole(1, 3) }, step));
  }
  setClock(0);
  return pages;
}
