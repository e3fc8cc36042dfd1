import { and, eq, isNotNull, ne, sql } from 'drizzle-orm';
import { done, type Result, refuse, type StaffCode } from '#backend/base/result.ts';
import { type Transaction, transact } from '#backend/db/transact.ts';
import type { WithEvents } from '#backend/events/events.ts';
import { takeStep } from '#backend/fulfilment/steps.ts';
import { lockOrder } from '#backend/orders/lock-order.ts';
import { type LineBack, takeUnitsBack } from '#backend/orders/restocking.ts';
import { type OrderRow, orderItems } from '#backend/orders/tables.ts';
import { moneyOf } from '#backend/refunds/money.ts';
import { recordAction } from '#backend/staff/actions.ts';
import { type Actor, ownersOnly } from '#backend/staff/actor.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { LONGEST_RETURN_TEXT } from '#domain/returns/rules.ts';
import { type Bought, boughtWith, type Share, shareOf } from '#domain/returns/shares.ts';
import { type ReturnLine, type ReturnRow, returnLines, returns } from './tables.ts';
import { returnState } from './view.ts';

type Answer = Promise<Result<string, StaffCode>>;

/** A return under the lock of its order. */
export interface LockedReturn {
  row: ReturnRow;
  order: OrderRow;
  lines: ReturnLine[];
  state: ReturnType<typeof returnState>;
}

/** Locks the order of a return, and reads both. Null if there is no such return. */
export async function lockReturn(
  transaction: Transaction,
  id: number,
): Promise<LockedReturn | null> {
  const read = () => transaction.select().from(returns).where(eq(returns.id, id));
  const [found] = await read();
  const order = found && (await lockOrder(transaction, found.orderId));
  const [row] = await read();
  if (!row || !order) return null;
  const lines = await transaction
    .select()
    .from(returnLines)
    .where(eq(returnLines.returnId, id))
    .orderBy(returnLines.position);
  return { row, order, lines, state: returnState(row) };
}

export const goneReturn = () => refuse('not_found', 'There is no such return.');
export const isBeyond = ({ state }: Pick<LockedReturn, 'state'>) =>
  refuse('conflict', `This return is ${state} by now. Look at it again.`);

/**
 * Accepts a return or refuses it, and tells the customer: the next steps, or the reason. One that was accepted can
 * still be refused, for goods that never came or are not as she wrote. Refusals: forbidden, invalid, not_found,
 * conflict.
 */
export const answerReturn = (
  { db, events }: WithEvents,
  id: number,
  { accepts, text, actor }: { accepts: boolean; text: string; actor: Actor },
): Answer =>
  transact(db, async (transaction) => {
    const forbidden = ownersOnly(actor, 'answer returns');
    if (forbidden) return forbidden;
    if (text === '' || text.length > LONGEST_RETURN_TEXT) {
      const fault =
        text === ''
          ? 'Write to the customer what happens next, or why not.'
          : `Write at most ${LONGEST_RETURN_TEXT} characters.`;
      return refuse('invalid', 'Nothing was recorded.', { fields: { text: fault } });
    }
    const locked = await lockReturn(transaction, id);
    if (!locked) return goneReturn();
    const { row, order, state } = locked;
    if (
      state === 'ended' ||
      state === 'refused' ||
      (accepts && state !== 'asked') ||
      row.exchangeId
    )
      return isBeyond(locked);
    await transaction
      .update(returns)
      .set({
        answer: text,
        answeredBy: actor.name,
        ...(accepts ? { acceptedAt: sql`now()` } : { refusedAt: sql`now()`, endedAt: sql`now()` }),
      })
      .where(eq(returns.id, id));
    await recordAction(transaction, {
      action: accepts ? 'return.accept' : 'return.refuse',
      subject: order.id,
      recordedBy: actor.name,
    });
    await events.publish(transaction, { type: 'return.answered', return: id });
    return done(
      `The return is ${accepts ? 'accepted' : 'refused'}, and the customer gets an email.`,
    );
  });

/** Returns the kobo paid for each line of an order and for its delivery. Nothing was paid in naira: all zero. */
async function boughtOf(transaction: Transaction, order: OrderRow): Promise<Bought> {
  const items = await transaction
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, order.id))
    .orderBy(orderItems.position);
  const { received, currency } = await moneyOf(transaction, order.id);
  const { promotion, feeKobo } = order;
  return boughtWith(
    {
      lines: items.map(({ priceKobo, quantity }, at) => ({
        kobo: priceKobo * quantity - (promotion?.lines[at] ?? 0),
        quantity,
      })),
      feeKobo: feeKobo - (promotion?.feeKobo ?? 0),
    },
    currency === 'NGN' ? (received ?? 0) : 0,
  );
}

/** Returns the money for the units that arrive now. Units that arrived before, with other returns, have their own. */
async function shareOfUnits(
  transaction: Transaction,
  { order, row }: LockedReturn,
  units: ReadonlyMap<number, number>,
): Promise<Share> {
  const bought = await boughtOf(transaction, order);
  const others = await transaction
    .select()
    .from(returnLines)
    .where(
      and(
        eq(returnLines.orderId, order.id),
        ne(returnLines.returnId, row.id),
        isNotNull(returnLines.received),
      ),
    );
  const before = bought.lines.map((_, at) =>
    others.reduce((sum, line) => sum + (line.position === at ? (line.received ?? 0) : 0), 0),
  );
  return shareOf(
    bought,
    before,
    bought.lines.map((_, at) => units.get(at) ?? 0),
  );
}

/**
 * Records the goods of an accepted return that arrived: for each line those that can be sold again, and those that
 * cannot. What did not arrive can be asked for once more. The parcel counts as delivered. Refusals: invalid,
 * not_found, conflict.
 */
export const receiveReturn = (
  { db, events }: WithEvents,
  id: number,
  { back, actor }: { back: readonly LineBack[]; actor: Actor },
): Answer =>
  transact(db, async (transaction) => {
    const locked = await lockReturn(transaction, id);
    if (!locked) return goneReturn();
    const { order, lines, state } = locked;
    if (state !== 'accepted') return isBeyond(locked);
    const units = new Map(back.map((each) => [each.position, each.restocked + each.writtenOff]));
    const isEmpty = lines.every(({ position }) => !units.get(position));
    const faults = lines.flatMap(({ position, quantity }) => {
      const words = `Write how many of the ${quantity} have arrived.`;
      return isEmpty || (units.get(position) ?? 0) > quantity
        ? [[`restocked-${position}`, words] as const]
        : [];
    });
    if (faults.length > 0)
      return refuse('invalid', 'Nothing was recorded.', { fields: Object.fromEntries(faults) });
    if (!order.arrivedAt) {
      const delivered = await takeStep(transaction, events, order, { step: 'delivered', actor });
      if (!delivered.ok) return delivered;
    }
    const share = await shareOfUnits(transaction, locked, units);
    const own = back.filter(({ position }) => lines.some((line) => line.position === position));
    await takeUnitsBack(transaction, order.id, own, actor.name);
    for (const { position } of lines)
      await transaction
        .update(returnLines)
        .set({ received: units.get(position) ?? 0 })
        .where(and(eq(returnLines.returnId, id), eq(returnLines.position, position)));
    await transaction
      .update(returns)
      .set({ ...share, receivedAt: sql`now()`, receivedBy: actor.name })
      .where(eq(returns.id, id));
    await recordAction(transaction, {
      action: 'return.receive',
      subject: order.id,
      recordedBy: actor.name,
      detail: own
        .map(
          (each) =>
            `line ${each.position + 1}: ${each.restocked} into stock, ${each.writtenOff} written off`,
        )
        .join('; '),
    });
    return done(`The goods of order #${orderNumber(order.id)} are received.`);
  });

/** Ends a received return for whose goods nothing was paid. Refusals: forbidden, not_found, conflict. */
export const endReturn = ({ db }: Pick<WithEvents, 'db'>, id: number, actor: Actor): Answer =>
  transact(db, async (transaction) => {
    const forbidden = ownersOnly(actor, 'end returns');
    if (forbidden) return forbidden;
    const locked = await lockReturn(transaction, id);
    if (!locked) return goneReturn();
    const { row, state } = locked;
    if (state !== 'received') return isBeyond(locked);
    if ((row.goodsKobo ?? 0) > 0)
      return refuse('conflict', 'Pay these goods back, exchange them, or refuse the return.');
    await transaction.update(returns).set({ endedAt: sql`now()` }).where(eq(returns.id, id));
    return done('The return has ended.');
  });
