import { and, desc, eq, getTableColumns, ne, sql } from 'drizzle-orm';
import { newRefundMark } from '#backend/base/ids.ts';
import { done, type Result, refuse, type StaffCode } from '#backend/base/result.ts';
import { mostForReturn } from '#backend/base/still-counts.ts';
import { inSeconds } from '#backend/db/lease.ts';
import type { Transaction } from '#backend/db/transact.ts';
import { amountOf } from '#backend/mail/amount.ts';
import { lockOrder, lockPayment } from '#backend/orders/lock-order.ts';
import { payments } from '#backend/orders/payment-tables.ts';
import { hasMoney, isPaid } from '#backend/orders/status.ts';
import { orderItems } from '#backend/orders/tables.ts';
import { type ProviderName, paysBack, wordsOf } from '#backend/payment-provider/names.ts';
import { recordAction } from '#backend/staff/actions.ts';
import { type Actor, ownersOnly } from '#backend/staff/actor.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { moneyOfPayment } from './money.ts';
import { NO_PURPOSE, type Purpose, purposeWords, readPurpose } from './purpose.ts';
import { disputes, paymentMoney, type RefundRow, refunds, versionOf } from './tables.ts';

/** Seconds for which a process claims a refund: longer than its calls to the provider take. */
export const CLAIM_SECONDS = 180;

/** A request for a refund. */
export interface RefundRequest {
  /** Kobo, or minor units of another currency for a record by hand. Null for all that is left of the payment. */
  amountKobo: number | null;
  /**
   * Distinguishes two refunds of one order, together with their purpose. By default the amount does: the same amount is
   * paid back once, however often it is requested.
   */
  key: string | null;
  reason: string | null;
  /** The purpose, as `readPurpose` reads it. Without it, the refund has none. */
  for?: string | undefined;
  /** The person who asks: an owner. */
  actor: Actor;
  /**
   * The version of the order's last refund that the person saw, 0 for none. A refund that somebody else has requested since
   * is not repeated: the same amount is that refund, and another amount is refused as `stale`. After a refund that the
   * person saw, the same amount may be paid back again.
   */
  seen?: number | undefined;
  /** Whether the units of the order return to stock. */
  restock: boolean;
}

/** A new refund, or an existing one. */
export interface Requested {
  kind: 'new' | 'known';
  /** Its row, or its first one with the amount of all. */
  refund: RefundRow;
  provider: ProviderName;
}

/**
 * Records a refund with the order locked: the same request is one, and all rows together never exceed the payment. A
 * refund through the provider is recorded before the provider is asked, and belongs to this process until its claim ends.
 * One by hand is done already, and has a row for each payment that it pays back: a deposit is a payment of its own.
 * @returns the refund, and its new rows.
 */
export async function requestRefund(
  transaction: Transaction,
  orderId: string,
  request: RefundRequest,
  way: 'by the provider' | 'by hand' = 'by the provider',
): Promise<Result<Requested & { added: readonly RefundRow[] }, StaffCode>> {
  const name = `Order #${orderNumber(orderId)}`;
  const { amountKobo, reason, actor, restock } = request;
  const byHand = way === 'by hand';
  const no = (
    words: string,
    code: StaffCode = 'conflict',
    rest: { about?: 'key' | 'restock' } = {},
  ) => refuse(code, `${name} ${words}.`, rest);
  const forbidden = ownersOnly(actor, byHand ? 'record refunds' : 'pay money back');
  if (forbidden) return forbidden;
  const order = await lockOrder(transaction, orderId);
  if (!order) return no('is gone', 'not_found');
  const paid = await paidOf(transaction, orderId);
  const [first] = paid;
  if (!first || !hasMoney(order))
    return no(`is ${order.status}: no money has arrived that could be refunded`);
  const { currency, provider } = first;
  const from = byHand ? paid.filter((payment) => payment.currency === currency) : [first];
  const sum = (of: 'received' | 'left') => from.reduce((all, each) => all + each[of], 0);
  const left = sum('left');
  const { dashboard } = wordsOf(provider);
  if (!byHand && !paysBack(provider))
    return no('was paid to your own account: send the money from there, and record it');
  if (currency !== 'NGN' && !byHand)
    return no(`was paid in ${currency}: refund it in ${dashboard}`);

  const lines = await transaction.select().from(orderItems).where(eq(orderItems.orderId, orderId));
  const purpose = request.for ? readPurpose(request.for, lines) : NO_PURPOSE;
  if (!purpose)
    return no(
      `has no line '${request.for}': a refund is for the number of a line (1 to ${lines.length}), its product's id, 'delivery' or 'other'`,
      'invalid',
    );

  const parts = sql`partition by coalesce(case when by_hand then intent end, id::text)`;
  const made = await transaction
    .select({
      ...getTableColumns(refunds),
      amount: sql`sum(amount) over (${parts})`.mapWith(Number),
    })
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), ne(refunds.status, 'failed')))
    .orderBy(refunds.id);
  const { intent, known, unseen } = compare(made, { ...request, ...purpose }, left);
  if (unseen)
    return no(
      `has a refund of ${amountOf(unseen.amount, unseen.currency)} that ${unseen.requestedBy ?? 'somebody'} has ${unseen.byHand ? 'recorded' : 'asked for'} meanwhile`,
      'stale',
    );
  if (known && amountKobo !== null && known.amount !== amountKobo)
    return no(
      `has a refund of ${amountOf(known.amount, known.currency)} under the key '${intent}'`,
      'conflict',
      { about: 'key' },
    );
  if (known) return done({ kind: 'known', refund: known, provider, added: [] });

  const disputed = await transaction.$count(
    disputes,
    and(eq(disputes.orderId, orderId), disputes.isOpen),
  );
  if (disputed > 0 && !byHand)
    return no(`is disputed: answer in ${dashboard}, or the money might be paid back twice`);
  const amount = amountKobo ?? left;
  if (purpose.returnId !== null) {
    const { rows } = await transaction.execute<{ most: string }>(sql`
      select ${mostForReturn} as most from returns where id = ${purpose.returnId} and order_id = ${orderId}`);
    const most = Number(rows[0]?.most ?? 0);
    if (amount > most)
      return refuse('invalid', 'Nothing was paid back.', {
        fields: { amount: `Pay back at most ${amountOf(most, currency)}.` },
      });
  }
  if (left <= 0) return no('is paid back already, or is about to be: nothing is left to refund');
  if (amount > left)
    return no(
      `was paid with ${amountOf(sum('received'), currency)}, and ${amountOf(left, currency)} of it is left to refund`,
    );
  if (restock && !isPaid(order))
    return no('has taken nothing off the stock, so nothing can come back', 'conflict', {
      about: 'restock',
    });

  const values = {
    orderId,
    currency,
    intent,
    ...purpose,
    reason,
    requestedBy: actor.name,
    restock,
    ...(byHand
      ? ({ status: 'done', byHand } as const)
      : ({
          status: 'requested',
          mark: newRefundMark(),
          nextTryAt: inSeconds(CLAIM_SECONDS),
        } as const)),
  };
  let rest = amount;
  const shares = from.map((payment) => {
    const share = Math.min(payment.left, rest);
    rest -= share;
    return { payment: payment.reference, amount: share, ...values };
  });
  const added = await transaction
    .insert(refunds)
    .values(shares.filter((share) => share.amount > 0))
    .returning();
  const [refund] = added;
  if (!refund) throw new Error('The database returned no refund');
  await recordAction(transaction, {
    action: byHand ? 'order.refunded' : 'order.refund',
    subject: orderId,
    recordedBy: actor.name,
    detail: amountOf(amount, currency) + purposeWords(purpose),
  });
  return done({ kind: 'new', refund: { ...refund, amount }, provider, added });
}

/** Returns the payments that have brought money for an order, with what is left of each, the most first. */
async function paidOf(transaction: Transaction, orderId: string) {
  const rows = await transaction
    .select({
      reference: payments.reference,
      provider: payments.provider,
      received: paymentMoney.received,
      currency: paymentMoney.currency,
      left: paymentMoney.remaining,
    })
    .from(paymentMoney)
    .innerJoin(payments, eq(payments.reference, paymentMoney.reference))
    .where(eq(paymentMoney.orderId, orderId))
    .orderBy(desc(paymentMoney.remaining));
  return rows.flatMap(({ received, currency, ...row }) =>
    received === null || currency === null ? [] : [{ ...row, received, currency }],
  );
}

/** The intent of a refund of all that is left of a payment without an order. */
const NO_ORDER = 'no order';

/** Matches such a refund that has not failed. Others may belong to an order that the database has lost. */
export const isPayBack = (reference: string) =>
  and(eq(refunds.payment, reference), eq(refunds.intent, NO_ORDER), ne(refunds.status, 'failed'));

/**
 * Records that all that is left of a payment without an order goes back, with the payment locked: the same request is one
 * row. After that, no order is made of the payment.
 */
export async function requestPayBack(
  transaction: Transaction,
  reference: string,
  actor: Actor,
): Promise<Result<Requested | 'gone', StaffCode>> {
  const forbidden = ownersOnly(actor, 'pay money back');
  if (forbidden) return forbidden;
  const locked = await lockPayment(transaction, reference);
  if (!locked || locked.payment.received === null)
    return refuse('not_found', 'There is no such payment without an order.');
  const { payment, order } = locked;
  const { name, dashboard } = wordsOf(payment.provider);
  if (payment.otherShop)
    return refuse(
      'conflict',
      `This payment is of another shop on the same ${name} account. Pay it back there.`,
    );
  if (order)
    return refuse(
      'conflict',
      'This payment has an order now. Pay it back on the page of the order.',
    );
  const { remaining: amount, currency } = await moneyOfPayment(transaction, reference);
  const [known] = await transaction
    .select()
    .from(refunds)
    .where(isPayBack(reference))
    .orderBy(desc(refunds.id))
    .limit(1);
  // More is left if another refund of the payment has failed since.
  if (known && (amount === 0 || known.status === 'requested'))
    return done({ kind: 'known', refund: known, provider: payment.provider });
  if (amount === 0 || payment.state === 'reversed') return done('gone');
  if (currency !== 'NGN')
    return refuse('conflict', `This payment is in ${currency}: refund it in ${dashboard}.`);
  const disputed = and(eq(disputes.payment, reference), disputes.isOpen);
  if ((await transaction.$count(disputes, disputed)) > 0)
    return refuse(
      'conflict',
      `The customer claims this payment back from her bank: answer in ${dashboard}, or the money might be paid back twice.`,
    );
  const [refund] = await transaction
    .insert(refunds)
    .values({
      payment: reference,
      status: 'requested',
      amount,
      currency,
      intent: NO_ORDER,
      requestedBy: actor.name,
      mark: newRefundMark(),
      nextTryAt: inSeconds(CLAIM_SECONDS),
    })
    .returning();
  if (!refund) throw new Error('The database returned no refund');
  await recordAction(transaction, {
    action: 'payment.refund',
    subject: reference,
    recordedBy: actor.name,
    detail: amountOf(amount, currency),
  });
  return done({ kind: 'new', refund, provider: payment.provider });
}

/** Compares a request with the existing refunds. Failed ones do not count. */
function compare(
  made: readonly RefundRow[],
  { amountKobo, key, seen, ...purpose }: RefundRequest & Purpose,
  left: number,
): { intent: string; known?: RefundRow | undefined; unseen?: RefundRow | undefined } {
  const words = purposeWords(purpose);
  const intent = (key ?? (amountKobo === null ? 'rest' : String(amountKobo))) + words;
  const same = made.find((row) => row.intent === intent);
  if (seen === undefined) return { intent, known: same };
  const since = made.filter((row) => versionOf(row) > seen);
  // All that was left has been requested, in whatever words.
  const isAll = (row: RefundRow) => amountKobo === null && left === 0 && row.intent !== null;
  const known = since.find(
    (row) =>
      (row.amount === amountKobo && purposeWords(row) === words) ||
      row.intent === intent ||
      isAll(row),
  );
  if (known || since.length > 0) return { intent, known, unseen: known ? undefined : since[0] };
  return { intent: same ? `${intent} after ${seen}` : intent };
}
