import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { newRefundMark } from '#backend/base/ids.ts';
import { done, type Result, refuse, type StaffCode } from '#backend/base/result.ts';
import { lease } from '#backend/db/lease.ts';
import { transact } from '#backend/db/transact.ts';
import { amountOf } from '#backend/mail/amount.ts';
import { leftOf, type ProviderRefund } from '#backend/payment-provider/provider.ts';
import { CLOCK_DIFFERENCE_MS } from '#backend/refunds/catching-up.ts';
import { recordAction } from '#backend/staff/actions.ts';
import { type Actor, ownersOnly } from '#backend/staff/actor.ts';
import { type Finder, hasOrder, markReturned } from './keeping.ts';
import { isDisputed } from './list.ts';
import { type UnmatchedPayment, unmatchedPayments } from './tables.ts';

/** Seconds for which a process has a refund to itself: longer than its calls of the provider take. */
const CLAIM_SECONDS = 180;
/**
 * Seconds after which a refund that was sent and that the provider does not list was never made: only then it is
 * sent again.
 */
const UNHEARD_SECONDS = 120;
/** Refunds that one round finishes. */
const BATCH = 5;

/** What became of paying a payment back: the provider has the refund, or it is not clear whether it has. */
export type Returned = { kind: 'returned' | 'waits'; words: string };

/**
 * Pays back what is left of a payment that no order has. However often it is asked for, and by how many processes
 * at once, the provider makes one refund. After an unclear answer the round finishes it.
 */
export async function payBack(
  finder: Finder,
  reference: string,
  actor: Actor,
): Promise<Result<Returned, StaffCode>> {
  const forbidden = ownersOnly(actor, 'pay money back');
  if (forbidden) return forbidden;
  const { db } = finder;
  const asked = await transact(db, async (transaction) => {
    const [row] = await transaction
      .select({ row: unmatchedPayments, hasOrder: sql<boolean>`${hasOrder}` })
      .from(unmatchedPayments)
      .where(eq(unmatchedPayments.reference, reference))
      .for('update');
    if (!row) return refuse('not_found', `There is no such payment without an order.`);
    const no = whyNot(row.row, row.hasOrder, await isDisputed(transaction, reference));
    if (no) return refuse('conflict', no);
    if (row.row.state === 'returned' || row.row.refundMark !== null) return done(row.row);
    const [requested] = await transaction
      .update(unmatchedPayments)
      .set({ refundMark: newRefundMark(), refundBy: actor.name, refundTryAt: sql`now()` })
      .where(eq(unmatchedPayments.reference, reference))
      .returning();
    if (!requested) throw new Error('The database returned no payment');
    await recordAction(transaction, {
      action: 'payment.refund',
      subject: reference,
      recordedBy: actor.name,
      detail: amountOf(requested.amount, requested.currency),
    });
    return done(requested);
  });
  if (!asked.ok) return asked;
  if (asked.value.state === 'returned') return done(returned(asked.value, 'was paid back earlier'));
  const [mine] = await claim(finder, sql`reference = ${reference}`);
  return mine
    ? advance(finder, mine)
    : done(waits(asked.value, 'another process is asking Paystack for it'));
}

function whyNot(
  { state, currency }: UnmatchedPayment,
  ordered: boolean,
  disputed: boolean,
): string | null {
  if (state === 'other-shop')
    return 'This payment is of another shop on the same Paystack account. Pay it back there.';
  if (state === 'returned') return null;
  if (state === 'matched' || ordered)
    return 'This payment has an order now. Pay it back on the page of the order.';
  if (currency !== 'NGN')
    return `This payment is in ${currency}: refund it in the Paystack dashboard.`;
  return disputed
    ? 'The customer claims this payment back from her bank: answer in the Paystack dashboard, or the money might be paid back twice.'
    : null;
}

/** Finishes refunds whose answer is missing. */
export async function finishReturns(finder: Finder, signal?: AbortSignal): Promise<void> {
  for (const row of await claim(finder)) {
    if (signal?.aborted) return;
    await advance(finder, row);
  }
}

/** Takes refunds for this process, until the claim ends. */
const claim = ({ db }: Finder, due?: SQL) =>
  lease(db, unmatchedPayments, { until: 'refundTryAt', seconds: CLAIM_SECONDS, due, most: BATCH });

/**
 * Brings a claimed refund on: looks what the provider has paid back, and sends what is left unless ours is there.
 * One that has failed is not sent again: the merchant decides.
 */
async function advance(
  finder: Finder,
  row: UnmatchedPayment,
): Promise<Result<Returned, StaffCode>> {
  const { db, paystack, log } = finder;
  const { reference, transactionId, refundMark } = row;
  const since = new Date((row.paidAt ?? row.foundAt).getTime() - CLOCK_DIFFERENCE_MS);
  const listed = await paystack.refundsOf({ reference, transactionId, since });
  if (!listed.ok) return retryLater(finder, row, listed.refusal.message);
  const left = leftOf(row.amount, listed.value);
  const made = listed.value.filter(({ status }) => status !== 'failed');
  if (left <= 0 || made.some((refund) => isOurs(refund, row))) {
    const hasEnded = made.every(({ status }) => status === 'processed');
    await markReturned(db, reference, hasEnded);
    return done(returned(row, 'is paid back'));
  }
  if (row.state === 'returned' || listed.value.some((refund) => isOurs(refund, row))) {
    await openAgain(finder, row);
    return refuse('conflict', 'Paystack could not pay this payment back.');
  }
  // Written before the call: a process that dies in it leaves a row that says so.
  const [sending] = await db
    .update(unmatchedPayments)
    .set({ refundSentAt: sql`now()` })
    .where(
      and(
        eq(unmatchedPayments.reference, reference),
        or(
          isNull(unmatchedPayments.refundSentAt),
          sql`${unmatchedPayments.refundSentAt} <= now() - ${UNHEARD_SECONDS} * interval '1 second'`,
        ),
      ),
    )
    .returning();
  if (!sending) return retryLater(finder, row, 'Paystack does not list it yet');
  const sent = await paystack.refund({
    reference,
    amountKobo: left,
    merchantNote: `${refundMark} No order`,
  });
  if (sent.ok) {
    await markReturned(db, reference, false);
    return done(returned(row, 'is paid back'));
  }
  const { code, message } = sent.refusal;
  log({ event: 'payment_without_order_not_returned', transaction: transactionId, code, message });
  if (code !== 'rejected') return retryLater(finder, row, message);
  await openAgain(finder, row);
  return refuse('conflict', `Paystack refuses the refund: ${message}`);
}

/**
 * The provider will not make the refund, or it has failed: the payment waits for the merchant as before. Where it
 * counted as paid back, she is told once more.
 */
const openAgain = ({ db }: Finder, { reference, state }: UnmatchedPayment) =>
  db
    .update(unmatchedPayments)
    .set({
      state: 'open',
      refundMark: null,
      refundBy: null,
      refundSentAt: null,
      refundTryAt: null,
      settledAt: null,
      ...(state === 'returned' && { toldAt: null, foundAt: sql`now()` }),
    })
    .where(eq(unmatchedPayments.reference, reference));

const isOurs = ({ merchantNote }: ProviderRefund, { refundMark }: UnmatchedPayment) =>
  refundMark !== null && merchantNote?.split(' ', 1)[0] === refundMark;

/** It is not known whether the provider has it. Whoever comes next may look at once. */
async function retryLater(
  { db }: Finder,
  row: UnmatchedPayment,
  why: string,
): Promise<Result<Returned, StaffCode>> {
  await db
    .update(unmatchedPayments)
    .set({ refundTryAt: sql`now()` })
    .where(eq(unmatchedPayments.reference, row.reference));
  return done(waits(row, why));
}

const returned = ({ amount, currency, email }: UnmatchedPayment, what: string): Returned => ({
  kind: 'returned',
  words: `${amountOf(amount, currency)} of ${email ?? 'an unknown customer'} ${what}.`,
});

const waits = ({ amount, currency }: UnmatchedPayment, why: string): Returned => ({
  kind: 'waits',
  words: `The refund of ${amountOf(amount, currency)} is written down, but it is not known whether Paystack has it (${why}). The shop finds out and finishes it while it runs. No money is paid back twice.`,
});
