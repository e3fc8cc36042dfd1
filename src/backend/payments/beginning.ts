import { setTimeout as pause } from 'node:timers/promises';
import { and, desc, eq, sql } from 'drizzle-orm';
import { newReference } from '#backend/base/ids.ts';
import { describeError } from '#backend/base/log.ts';
import type { Result } from '#backend/base/result.ts';
import type { Database } from '#backend/db/connect.ts';
import { transact } from '#backend/db/transact.ts';
import { endUnpaid } from '#backend/orders/ending.ts';
import { lockPayment } from '#backend/orders/lock-order.ts';
import { type PaymentRow, payments } from '#backend/orders/payment-tables.ts';
import type { WayRules } from '#backend/orders/placing/way-rules.ts';
import { isPending, keepingUnits } from '#backend/orders/status.ts';
import { linesOf } from '#backend/orders/stock.ts';
import { type OrderRow, orders } from '#backend/orders/tables.ts';
import { wordsOf } from '#backend/payment-provider/names.ts';
import type { TransferAccount } from '#backend/payment-provider/provider.ts';
import { providerOf } from '#backend/payment-provider/providers.ts';
import { paths } from '#config/paths.ts';
import { acceptsUnpaid, pageOf, WAYS, type WayId } from '#domain/payments/ways.ts';
import { within } from '#process/within.ts';
import { acceptUnpaid } from './accepting.ts';
import type { AskParts } from './asking.ts';
import { refusalOf } from './refused.ts';
import type { SealKey } from './sealed/keys.ts';
import type { LineToSeal } from './sealed/layout.ts';
import { seal } from './sealed/seal.ts';
import type { Settlement } from './settlement.ts';
import { shopMark } from './shop-mark.ts';

/** Milliseconds that a second request of an attempt waits for the first, beyond the provider's time limit. */
const WAIT_LONGER_MS = 2000;
const LOOK_AGAIN_MS = 200;
/** Milliseconds that a shopper waits until the shop knows the provider's number of her new account. */
const NUMBER_PATIENCE_MS = 2000;

export interface BeginningParts extends AskParts {
  settlement: Pick<Settlement, 'ask'>;
  /** The first seals what an order is made again from. */
  sealKeys: readonly SealKey[];
}

/** A payment that a shopper can make: on a page of the provider, or to an account that our own page shows. */
export type BegunPayment = Pick<PaymentRow, 'reference' | 'account' | 'askedKobo' | 'provider'> & {
  page: string;
};

type Outcome = BegunPayment | Result<never> | 'no page' | 'unclear' | 'ended';

/** Begins the payments of orders at the provider. */
export interface Beginning {
  /** Waits until the order has a payment to make, is not pending, or its first request has got no answer. */
  waitFor(order: OrderRow): Promise<{ status: OrderRow['status']; begun: BegunPayment | null }>;
  /**
   * Begins the first payment of an order, or accepts one that is paid later. Without an account for a transfer, she is
   * sent to the provider's page.
   */
  begin(order: OrderRow, way: WayId, lines: readonly LineToSeal[] | null): Promise<Outcome>;
  /** Opens an account for a payment in the table. Null if the provider opens none, or the order has ended. */
  openAccount(
    order: OrderRow,
    account: { reference: string; way: WayId; expiresAt: Date },
    lines?: readonly LineToSeal[] | null,
  ): Promise<BegunPayment | null>;
}

/**
 * Adds a payment to an order that waits for money: a reference cannot be begun twice.
 * @returns its reference; null if the order waits no more.
 */
export async function addPayment(
  db: Pick<Database, 'execute'>,
  orderId: string,
  way: WayId,
): Promise<string | null> {
  const reference = newReference();
  const added = await db.execute(sql`
    insert into payments (reference, order_id, provider, way, asked_kobo, next_at)
    select ${reference}, id, ${WAYS[way].provider}, ${way}, total_kobo, reservation_expires_at from orders
    where id = ${orderId} and ${keepingUnits(orders)} returning reference`);
  return added.rows.length > 0 ? reference : null;
}

/** Where she pays. */
interface Kept {
  page: string;
  account?: TransferAccount | null;
  way: WayId;
}

export function createBeginning(
  parts: BeginningParts,
  rules: Readonly<Record<WayId, WayRules>>,
): Beginning {
  const { db, events, settlement, settings, sealKeys, log } = parts;
  const ownerOf = (way: WayId) =>
    providerOf(parts.providers, WAYS[way].provider) ?? parts.providers[0];

  return { waitFor, begin, openAccount };

  async function waitFor(order: OrderRow) {
    // By the database, whose clock it was made by; a clock that was set back must not make a shopper wait for ever.
    const ageMs = sql<number>`(abs(extract(epoch from now() - ${orders.createdAt})) * 1000)::float8`;
    for (;;) {
      const [latest] = await db
        .select({ status: orders.status, payment: payments, ageMs })
        .from(orders)
        .innerJoin(payments, eq(payments.orderId, orders.id))
        .where(eq(orders.id, order.id))
        .orderBy(sql`${payments.page} is null`, desc(payments.createdAt))
        .limit(1);
      if (!latest) return { status: order.status, begun: null };
      const { payment, status } = latest;
      const { page } = payment;
      if (page !== null) return { status, begun: { ...payment, page } };
      const isUnderWay = isPending({ status }) && payment.askedAt === null;
      const patience = ownerOf(payment.way).timeoutMs + WAIT_LONGER_MS;
      if (!isUnderWay || latest.ageMs > patience) return { status, begun: null };
      await pause(LOOK_AGAIN_MS);
    }
  }

  async function begin(
    order: OrderRow,
    way: WayId,
    lines: readonly LineToSeal[] | null,
  ): Promise<Outcome> {
    if (WAYS[way].leads === 'provider') return askForPage(order, order.reference, way, lines);
    if (acceptsUnpaid(way)) return accept(order, way);
    // Of the database, as the end of the reservation, which is later.
    const expiresAt = new Date(order.createdAt.getTime() + rules[way].minutes(settings) * 60_000);
    const account = { reference: order.reference, way, expiresAt };
    const opened = await openAccount(order, account, lines);
    if (opened) return opened;
    const page = pageOf(settings.PAYMENT_WAYS, WAYS[way].provider);
    const reference = await addPayment(db, order.id, page);
    return reference === null ? 'ended' : askForPage(order, reference, page, lines);
  }

  /** Returns the sealed order for a payment. Null, with a line in the log, if that fails: the payment goes on without it. */
  async function sealedOf(
    order: OrderRow,
    reference: string,
    lines: readonly LineToSeal[] | null,
  ): Promise<string | null> {
    const [key] = sealKeys;
    try {
      if (!key) throw new Error('The shop has no key to seal with');
      const items = lines ?? (await linesOf(db, order.id));
      const belongs = { reference, amountKobo: order.totalKobo, shop: settings.SITE_URL };
      return seal(order, items, { key, ...belongs });
    } catch (error) {
      log({ event: 'order_seal_failed', order: order.id, error: describeError(error) });
      return null;
    }
  }

  /** Returns what the provider is told, with the sealed order, or without it where the provider takes none. */
  function detailsOf(order: OrderRow, reference: string, sealed: string | null) {
    return {
      reference,
      email: order.email,
      amountKobo: order.totalKobo,
      callbackUrl: `${settings.SITE_URL}${paths.paymentCallback}`,
      cancelUrl: `${settings.SITE_URL}${paths.checkout}`,
      metadata: { order_id: order.id, ...shopMark(settings), ...(sealed !== null && { sealed }) },
    };
  }

  /** Accepts an order that is paid later, or costs nothing. The shopper of one with a deposit is led to the page for that. */
  async function accept(order: OrderRow, way: WayId): Promise<Outcome> {
    const { reference, totalKobo: askedKobo } = order;
    const [first] = await db.select().from(payments).where(eq(payments.reference, reference));
    if (first && first.way !== way)
      return askForPage(order, reference, first.way, null, first.askedKobo);
    const page = ownPage(reference);
    const isAccepted = await acceptUnpaid(parts, order, page);
    return isAccepted
      ? { reference, page, account: null, askedKobo, provider: WAYS[way].provider }
      : 'ended';
  }

  /** The page of the site about a payment. */
  function ownPage(reference: string): string {
    return `${settings.SITE_URL}${paths.paymentCallback}?reference=${encodeURIComponent(reference)}`;
  }

  /** Stores where she pays, and reserves her units for the whole time. Null if the order has ended. */
  async function keep(
    order: OrderRow,
    reference: string,
    { page, account = null, way }: Kept,
  ): Promise<BegunPayment | null> {
    const until = sql`now() + ${rules[way].minutes(settings)}::int * interval '1 minute'`;
    const open = db.$with('still_open').as(
      db
        .update(orders)
        .set({
          // One that was extended already stays so.
          reservationExpiresAt: sql`case when ${orders.reservationExtended} then ${orders.reservationExpiresAt} else ${until} end`,
        })
        .where(and(eq(orders.id, order.id), keepingUnits(orders)))
        .returning({ id: orders.id, end: orders.reservationExpiresAt }),
    );
    const kept = await db
      .with(open)
      .update(payments)
      .set({ page, account, nextAt: sql`(select reservation_expires_at from still_open)` })
      .where(and(eq(payments.reference, reference), sql`exists (select from still_open)`))
      .returning({ reference: payments.reference });
    const { provider: taker } = WAYS[way];
    return kept.length > 0
      ? { reference, page, account, askedKobo: order.totalKobo, provider: taker }
      : null;
  }

  async function openAccount(
    order: OrderRow,
    { reference, way, expiresAt }: { reference: string; way: WayId; expiresAt: Date },
    lines: readonly LineToSeal[] | null = null,
  ): Promise<BegunPayment | null> {
    const payment = detailsOf(order, reference, await sealedOf(order, reference, lines));
    const outcome = await ownerOf(way).transfers?.open({ ...payment, expiresAt });
    if (!outcome?.ok) {
      if (outcome) log({ event: 'payment_account_failed', order: order.id, ...outcome.refusal });
      return null;
    }
    const page = ownPage(reference);
    const kept = await keep(order, reference, { page, account: outcome.value, way });
    if (kept && WAYS[way].settledBy === 'staff') {
      const event = { type: 'transfer.awaited', payment: reference } as const;
      await transact(db, (transaction) => events.publish(transaction, event));
      return kept;
    }
    // A transfer of a wrong amount is known by the provider's number alone.
    if (kept) await within(NUMBER_PATIENCE_MS, settlement.ask(order), null);
    return kept;
  }

  async function askForPage(
    order: OrderRow,
    reference: string,
    way: WayId,
    lines: readonly LineToSeal[] | null,
    depositKobo: number | null = null,
  ): Promise<Outcome> {
    const provider = ownerOf(way);
    const words = wordsOf(provider.name);
    // A deposit does not pay for the order, so the order cannot be made again from it.
    const sealed = depositKobo === null ? await sealedOf(order, reference, lines) : null;
    const asked = { ...order, totalKobo: depositKobo ?? order.totalKobo };
    let outcome = await provider.begin(detailsOf(asked, reference, sealed));
    // The provider documents no limit for metadata. Whatever it finds wrong with a seal, the shopper can pay.
    if (sealed !== null && !outcome.ok && outcome.refusal.code === 'rejected') {
      const refused = outcome.refusal.message;
      outcome = await provider.begin(detailsOf(asked, reference, null));
      if (outcome.ok) log({ event: 'order_seal_refused', order: order.id, message: refused });
    }
    // Another request of this attempt may have ended the order. Nobody may pay on its page then.
    if (outcome.ok) return (await keep(order, reference, { ...outcome.value, way })) ?? 'ended';
    const { code, message } = outcome.refusal;
    log({ event: 'payment_initialize_failed', order: order.id, code, message });
    // The provider does not have a payment that it refused, and nobody knows the page of a duplicate: the units are
    // released at once. After any other failure the provider may have the payment. The order stays pending, and the sweeper
    // asks when its short first reservation expires.
    const refusal = refusalOf(code, words.name);
    if (!refusal && !['duplicate_reference', 'rate_limited'].includes(code)) {
      // A second request need not wait for an answer that will not arrive.
      const isOurs = eq(payments.reference, reference);
      await db.update(payments).set({ askedAt: sql`now()` }).where(isOurs);
      return 'unclear';
    }
    const page = await transact(db, async (transaction) => {
      const locked = await lockPayment(transaction, reference);
      // Another request of this attempt got a page for this reference. That page is the answer.
      if (locked?.payment.page) return locked.payment.page;
      await endUnpaid(
        transaction,
        order.id,
        'failed',
        `${words.name} gave no page to pay on (${code})`,
      );
      if (refusal) {
        const refused = { payment: reference, code, message };
        await events.publish(transaction, { type: 'payment.refused', ...refused });
      }
      return null;
    });
    if (page !== null)
      return {
        reference,
        page,
        account: null,
        askedKobo: order.totalKobo,
        provider: provider.name,
      };
    return refusal ?? 'no page';
  }
}
