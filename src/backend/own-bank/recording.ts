import { and, eq, isNull, sql } from 'drizzle-orm';
import { done, type Result, refuse, type StaffCode } from '#backend/base/result.ts';
import { type Transaction, transact } from '#backend/db/transact.ts';
import type { WithEvents } from '#backend/events/events.ts';
import { amountOf } from '#backend/mail/amount.ts';
import { payments } from '#backend/orders/payment-tables.ts';
import { addArrived, askForArrived, lockRecorded } from '#backend/orders/recorded.ts';
import { isPaid, keepsUnits } from '#backend/orders/status.ts';
import { recordAction } from '#backend/staff/actions.ts';
import { type Actor, ownersOnly } from '#backend/staff/actor.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { bankTransfers } from './tables.ts';

/** A transfer, as staff read it in the bank's app. */
export interface SeenTransfer {
  amountKobo: number;
  sender: string;
  sentAt: Date;
  /** Null if the app shows none. */
  sessionId: string | null;
  /** Whether she has said that it is not the one that is recorded already. */
  isAnother: boolean;
  actor: Actor;
}

const NOTHING = 'Nothing was recorded.';
const wrong = (field: string, words: string) =>
  refuse('invalid', NOTHING, { fields: { [field]: words } });

/**
 * Records a transfer to the shop's own account (orders/recorded.ts). What comes for an order that is paid already, or has
 * ended, is due for a refund. Refusals: not_found, forbidden, invalid, conflict for a transfer that is recorded already.
 */
export function recordTransfer(
  { db, events }: WithEvents,
  orderId: string,
  { amountKobo, sender, sentAt, sessionId, isAnother, actor }: SeenTransfer,
): Promise<Result<string, StaffCode>> {
  return transact(db, async (transaction) => {
    const forbidden = ownersOnly(actor, 'record money that has come');
    if (forbidden) return forbidden;
    const locked = await lockRecorded(transaction, orderId, 'bank');
    if (!locked) return refuse('not_found', 'This order is not paid by transfer to your account.');
    const { order, payment, asked } = locked;
    const seen = { amountKobo, sender, sentAt, sessionId };
    const same = await findSame(transaction, seen);
    if (same && sessionId !== null) return recordedAlready(same);
    if (same && !isAnother)
      return wrong(
        'another',
        `Is this the transfer of order #${orderNumber(same.orderId)}? It has the same amount, sender and minute. If it is another one, say so here.`,
      );
    const [row] = await transaction
      .insert(bankTransfers)
      .values({
        payment: payment.reference,
        amount: amountKobo,
        sender,
        sentAt,
        sessionId,
        recordedBy: actor.name,
      })
      .onConflictDoNothing({ target: bankTransfers.sessionId })
      .returning();
    // Somebody else has recorded it for another order at this moment.
    if (!row) return recordedAlready((await findSame(transaction, seen)) ?? { orderId });
    const arrived = await addArrived(transaction, payment, amountKobo);
    const detail = amountOf(amountKobo, 'NGN');
    const action = { subject: orderId, recordedBy: actor.name, detail };
    await recordAction(transaction, { action: 'order.transfer', ...action });
    const about = { payment: payment.reference } as const;
    if (arrived > asked && (keepsUnits(order) || isPaid(order)))
      await events.publish(transaction, { type: 'transfer.over', ...about });
    if (arrived < asked && keepsUnits(order))
      await events.publish(transaction, { type: 'transfer.short', ...about });
    return done(
      arrived < asked
        ? `${detail} is recorded. ${amountOf(asked - arrived, 'NGN')} is missing.`
        : `${detail} is recorded.`,
    );
  });
}

const recordedAlready = ({ orderId }: { orderId: string }) =>
  wrong('session', `This transfer is recorded already, for order #${orderNumber(orderId)}.`);

/** Returns a transfer that may be the same: by its session ID, or else by amount, sender and minute. */
async function findSame(
  transaction: Transaction,
  { amountKobo, sender, sentAt, sessionId }: Omit<SeenTransfer, 'isAnother' | 'actor'>,
): Promise<{ orderId: string } | undefined> {
  const [same] = await transaction
    .select({ orderId: payments.orderId })
    .from(bankTransfers)
    .innerJoin(payments, eq(payments.reference, bankTransfers.payment))
    .where(
      sessionId !== null
        ? eq(bankTransfers.sessionId, sessionId)
        : and(
            isNull(bankTransfers.sessionId),
            eq(bankTransfers.amount, amountKobo),
            eq(bankTransfers.sentAt, sentAt),
            sql`lower(${bankTransfers.sender}) = lower(${sender})`,
          ),
    )
    .limit(1);
  return same?.orderId ? { orderId: same.orderId } : undefined;
}

/** Lets an owner take the part that has come as the whole price, with a reason. Refusals: those of `recordTransfer`. */
export function acceptLess(
  { db }: Pick<WithEvents, 'db'>,
  orderId: string,
  { reason, actor }: { reason: string; actor: Actor },
): Promise<Result<string, StaffCode>> {
  return transact(db, async (transaction) => {
    const forbidden = ownersOnly(actor, 'accept less money');
    if (forbidden) return forbidden;
    if (reason === '') return wrong('reason', 'Write why you accept less.');
    const locked = await lockRecorded(transaction, orderId, 'bank');
    if (!locked || !keepsUnits(locked.order))
      return refuse('conflict', 'This order waits for no transfer any more.');
    const { payment, asked } = locked;
    const { arrivedKobo } = payment;
    if (arrivedKobo === 0) return refuse('conflict', 'Nothing has come for this order yet.');
    if (arrivedKobo >= asked) return refuse('conflict', 'All of the money has come.');
    await askForArrived(transaction, payment);
    await recordAction(transaction, {
      action: 'order.accept_less',
      subject: orderId,
      recordedBy: actor.name,
      detail: `${amountOf(arrivedKobo, 'NGN')} of ${amountOf(asked, 'NGN')}: ${reason}`,
    });
    return done('The order is accepted with the money that has come.');
  });
}
