import { and, eq, isNull, sql } from 'drizzle-orm';
import { done, type Result, refuse, type StaffCode } from '#backend/base/result.ts';
import { type Transaction, transact } from '#backend/db/transact.ts';
import type { WithEvents } from '#backend/events/events.ts';
import { takeStep } from '#backend/fulfilment/steps.ts';
import { amountOf } from '#backend/mail/amount.ts';
import { endAccepted } from '#backend/orders/ending.ts';
import {
  addArrived,
  askForArrived,
  type LockedRecord,
  lockRecorded,
} from '#backend/orders/recorded.ts';
import { isPending } from '#backend/orders/status.ts';
import { orders } from '#backend/orders/tables.ts';
import { recordAction } from '#backend/staff/actions.ts';
import { type Actor, ownersOnly } from '#backend/staff/actor.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { type HashKey, phoneHashes } from './phone-hash.ts';
import { doorCollections, doorRefusals } from './tables.ts';

type Answer = Promise<Result<string, StaffCode>>;

/** Money that a courier took at the door. */
export interface Collection {
  amountKobo: number;
  how: 'cash' | 'transfer';
  /** The courier, or the person, who took it. */
  takenBy: string;
  /** The sum that the person saw as collected before: somebody else may have recorded this money meanwhile. */
  seenKobo: number;
  actor: Actor;
}

const NOTHING = 'Nothing was recorded.';
const wrong = (field: string, words: string) =>
  refuse('invalid', NOTHING, { fields: { [field]: words } });
const naira = (kobo: number) => amountOf(kobo, 'NGN');

/** Locks an order that is to be paid at the door. Refusals: not_found, conflict once nothing is to be collected. */
async function lockAtDoor(
  transaction: Transaction,
  orderId: string,
): Promise<Result<LockedRecord, StaffCode>> {
  const name = `Order #${orderNumber(orderId)}`;
  const locked = await lockRecorded(transaction, orderId, 'door');
  if (!locked) return refuse('not_found', `${name} is not paid on delivery.`);
  const { order, payment, asked } = locked;
  if (payment.arrivedKobo >= asked)
    return refuse('conflict', `All of the money for order #${orderNumber(orderId)} is recorded.`);
  return isPending(order)
    ? done(locked)
    : refuse('conflict', `${name} is ${order.status}: nothing is to be collected for it.`);
}

/**
 * Records money that a courier took, all of it or a part: with the first of it the parcel is delivered. The caller asks
 * about the order next (orders/recorded.ts). Refusals: not_found, invalid, conflict, stale.
 */
export const recordCollection = (
  { db, events }: WithEvents,
  orderId: string,
  { amountKobo, how, takenBy, seenKobo, actor }: Collection,
): Answer =>
  transact(db, async (transaction) => {
    const locked = await lockAtDoor(transaction, orderId);
    if (!locked.ok) return locked;
    const { order, payment, asked } = locked.value;
    if (payment.arrivedKobo !== seenKobo)
      return refuse(
        'stale',
        `Somebody has just recorded money for order #${orderNumber(orderId)}. ${naira(payment.arrivedKobo)} is collected now: is yours the same?`,
      );
    const left = asked - payment.arrivedKobo;
    if (amountKobo > left) return wrong('amount', `Only ${naira(left)} is to be collected.`);
    const delivered = await takeStep(transaction, events, order, { step: 'delivered', actor });
    if (!delivered.ok) return delivered;
    await transaction.insert(doorCollections).values({
      payment: payment.reference,
      amount: amountKobo,
      how,
      takenBy,
      recordedBy: actor.name,
    });
    const arrived = await addArrived(transaction, payment, amountKobo);
    await recordAction(transaction, {
      action: 'order.collected',
      subject: orderId,
      recordedBy: actor.name,
      detail: `${naira(amountKobo)}, ${how === 'cash' ? 'in cash' : 'by transfer'}, by ${takenBy}`,
    });
    const words = `${naira(amountKobo)} is recorded.`;
    return done(
      arrived < asked ? `${words} ${naira(asked - arrived)} is still to be collected.` : words,
    );
  });

/** Lets an owner give up the rest, with a reason: the order is paid with what has come. Refusals: as above, forbidden. */
export const writeOff = (
  { db }: Pick<WithEvents, 'db'>,
  orderId: string,
  { reason, actor }: { reason: string; actor: Actor },
): Answer =>
  transact(db, async (transaction) => {
    const forbidden = ownersOnly(actor, 'write money off');
    if (forbidden) return forbidden;
    if (reason === '') return wrong('reason', 'Write why you give up the rest.');
    const locked = await lockAtDoor(transaction, orderId);
    if (!locked.ok) return locked;
    const { payment, asked } = locked.value;
    const { arrivedKobo } = payment;
    if (arrivedKobo === 0) return refuse('conflict', 'Nothing has been collected yet.');
    await askForArrived(transaction, payment);
    await recordAction(transaction, {
      action: 'order.write_off',
      subject: orderId,
      recordedBy: actor.name,
      detail: `${naira(asked - arrivedKobo)} of ${naira(asked)}: ${reason}`,
    });
    return done(`${naira(asked - arrivedKobo)} is written off, and the order is paid.`);
  });

/**
 * Records that nobody took the parcel: the order is cancelled, all its units are back in stock, and for twelve months its
 * account and phone number cannot pay on delivery. Refusals: not_found, conflict.
 * @param keys - hash her phone number.
 */
export const recordRefusal = (
  { db, events }: WithEvents,
  orderId: string,
  { keys, actor }: { keys: readonly HashKey[]; actor: Actor },
): Answer =>
  transact(db, async (transaction) => {
    const locked = await lockAtDoor(transaction, orderId);
    if (!locked.ok) return locked;
    const { order, payment } = locked.value;
    const name = `Order #${orderNumber(orderId)}`;
    if (payment.arrivedKobo > 0)
      return refuse('conflict', `${name} is paid in part: a parcel that was taken is not refused.`);
    const step = { step: 'returned', restock: true, actor } as const;
    const returned = await takeStep(transaction, events, order, step);
    if (!returned.ok) return returned;
    await endAccepted(transaction, orderId, { remark: 'Refused at the door', by: actor.name });
    const [phoneHash = null] = phoneHashes(keys, order.phoneE164);
    await transaction
      .insert(doorRefusals)
      .values({ orderId, accountId: order.accountId, phoneHash, recordedBy: actor.name });
    await recordAction(transaction, {
      action: 'order.refused',
      subject: orderId,
      recordedBy: actor.name,
    });
    await events.publish(transaction, { type: 'order.ended', order: orderId, why: 'refused' });
    return done(`${name} was refused, and its units are back in stock.`);
  });

/** Lets an owner forgive a refusal: the customer may pay on delivery again. Refusals: forbidden, not_found. */
export const liftRefusal = (
  { db }: Pick<WithEvents, 'db'>,
  orderId: string,
  actor: Actor,
): Answer =>
  transact(db, async (transaction) => {
    const forbidden = ownersOnly(actor, 'lift refusals');
    if (forbidden) return forbidden;
    const lifted = await transaction
      .update(doorRefusals)
      .set({ liftedAt: sql`now()`, liftedBy: actor.name })
      .where(and(eq(doorRefusals.orderId, orderId), isNull(doorRefusals.liftedAt)))
      .returning();
    if (lifted.length === 0) return refuse('not_found', 'This refusal is lifted already.');
    await recordAction(transaction, {
      action: 'order.lift_refusal',
      subject: orderId,
      recordedBy: actor.name,
    });
    return done('The refusal is lifted: the customer may pay on delivery again.');
  });

/**
 * Records that a courier has handed in all cash that she had, as far as the person saw it. Refusals: forbidden; stale if
 * the sum is another one by now.
 */
export const handIn = (
  { db }: Pick<WithEvents, 'db'>,
  { takenBy, seenKobo, actor }: { takenBy: string; seenKobo: number; actor: Actor },
): Answer =>
  transact(db, async (transaction) => {
    const forbidden = ownersOnly(actor, 'take cash from couriers');
    if (forbidden) return forbidden;
    const rows = await transaction
      .update(doorCollections)
      .set({ handedInAt: sql`now()`, handedInTo: actor.name })
      .where(and(eq(doorCollections.takenBy, takenBy), isWithCourier))
      .returning();
    const sum = rows.reduce((total, { amount }) => total + amount, 0);
    if (sum !== seenKobo)
      return refuse('stale', `${takenBy} has ${naira(sum)} now. Count it, and press again.`);
    await recordAction(transaction, {
      action: 'cash.handed_in',
      subject: takenBy,
      recordedBy: actor.name,
      detail: naira(sum),
    });
    return done(`${takenBy} has handed in ${naira(sum)}.`);
  });

/** Matches cash that has not reached the shop. */
export const isWithCourier = and(
  eq(doorCollections.how, 'cash'),
  isNull(doorCollections.handedInAt),
);

/** Returns the cash that couriers have, the largest sum first, in kobo with the numbers of orders. */
export const cashWithCouriers = (db: Pick<Transaction, 'select'>) =>
  db
    .select({
      takenBy: doorCollections.takenBy,
      sum: sql<number>`sum(${doorCollections.amount})`.mapWith(Number),
      count: sql<number>`count(*)`.mapWith(Number),
      since: sql`min(${doorCollections.recordedAt})`.mapWith(orders.createdAt),
    })
    .from(doorCollections)
    .where(isWithCourier)
    .groupBy(doorCollections.takenBy)
    .orderBy(sql`sum(${doorCollections.amount}) desc`);
