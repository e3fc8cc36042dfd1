import { and, eq } from 'drizzle-orm';
import { done, type Result, refuse, type StaffCode } from '#backend/base/result.ts';
import { type Transaction, transact } from '#backend/db/transact.ts';
import type { Events, WithEvents } from '#backend/events/events.ts';
import { amountOf } from '#backend/mail/amount.ts';
import { lockOrder } from '#backend/orders/lock-order.ts';
import { restock } from '#backend/orders/restocking.ts';
import type { OrderRow } from '#backend/orders/tables.ts';
import { disputes } from '#backend/refunds/tables.ts';
import { type Actor, ownersOnly } from '#backend/staff/actor.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { readRecords } from './records.ts';
import type { FulfilmentStep } from './step-names.ts';
import { type FulfilmentRow, fulfilmentSteps, standing } from './tables.ts';
import { mayBePacked } from './to-pack.ts';

/**
 * A request to record a step. Only an owner may record `returned`. `despiteDispute`: the goods are sent although the
 * customer claims the money back.
 */
export type StepRequest = { actor: Actor; despiteDispute?: boolean | undefined } & (
  | { step: 'packed' | 'delivered' }
  | {
      step: 'shipped';
      courier: string;
      trackingNumber: string | null;
      /**
       * The id of the last step that the person saw, 0 for none. If somebody else has recorded a shipment since, it is not
       * corrected unseen. Without it the newest step counts.
       */
      seen?: number | undefined;
    }
  /** `restock`: the units return to stock. */
  | { step: 'returned'; restock: boolean }
);

/** The step is `recorded` now, or was recorded identically `before`. */
export interface StepOutcome {
  kind: 'recorded' | 'before';
  row: FulfilmentRow;
}

/**
 * Records a step of a paid order's goods (decision 12), with the order locked. A step is recorded once, however often it
 * is requested. Shipping emails the customer. A refusal says what is possible instead. If it is about the `dispute`,
 * `despiteDispute` overrides it.
 */
export async function recordStep(
  { db, events }: WithEvents,
  orderId: string,
  request: StepRequest,
): Promise<Result<StepOutcome, StaffCode>> {
  const forbidden =
    request.step === 'returned' ? ownersOnly(request.actor, 'record returns') : null;
  if (forbidden) return forbidden;
  return transact(db, async (transaction) => {
    const order = await lockOrder(transaction, orderId);
    return order
      ? takeStep(transaction, events, order, request)
      : refuse('not_found', `Order #${orderNumber(orderId)} is gone.`);
  });
}

/** Does the same in the caller's transaction, for a locked order. The caller decides who may ask. */
export async function takeStep(
  transaction: Transaction,
  events: Events,
  order: OrderRow,
  request: StepRequest,
): Promise<Result<StepOutcome, StaffCode>> {
  const name = `Order #${orderNumber(order.id)}`;
  const steps = standing(await readRecords(transaction, [order.id]));
  const known = steps.findLast((row) => isSame(row, request));
  if (known) {
    if (request.step === 'returned' && request.restock)
      await restock(transaction, order.id, request.actor.name);
    return done({ kind: 'before', row: known });
  }
  const fault = (await stepFault(transaction, order, steps, request)) ?? null;
  if (fault !== null) return refuse('conflict', `${name} ${fault}.`);
  const claim = request.despiteDispute ? null : await claimOn(transaction, order, steps, request);
  if (claim) {
    const message = `${name} is disputed: the customer claims ${claim} back from her bank, and you may lose the goods and the money.`;
    return refuse('conflict', message, { about: 'dispute' });
  }
  if (isUnseen(steps, request)) return refuse('stale', `${name} was shipped meanwhile.`);
  return done({
    kind: 'recorded',
    row: await record(transaction, order, steps, request, events),
  });
}

/** Whether a row equals the request. Another courier or tracking number is a correction. */
const isSame = (row: FulfilmentRow, request: StepRequest): boolean =>
  row.step === request.step &&
  (request.step !== 'shipped' ||
    (row.courier === request.courier && row.trackingNumber === request.trackingNumber));

/** Whether a shipment would correct one that the person has not seen. */
const isUnseen = (steps: readonly FulfilmentRow[], request: StepRequest): boolean =>
  request.step === 'shipped' &&
  request.seen !== undefined &&
  steps.some((row) => row.step === 'shipped' && row.id > (request.seen ?? 0));

/** Returns, in words, what a customer claims back of an order whose goods are still here; null without a dispute. */
async function claimOn(
  transaction: Transaction,
  order: OrderRow,
  steps: readonly FulfilmentRow[],
  { step }: StepRequest,
): Promise<string | null> {
  if (step === 'delivered' || step === 'returned') return null;
  if (steps.some((row) => row.step === 'shipped')) return null;
  const [open] = await transaction
    .select()
    .from(disputes)
    .where(and(eq(disputes.orderId, order.id), disputes.isOpen))
    .limit(1);
  return open
    ? open.amount === null
      ? 'the payment'
      : amountOf(open.amount, open.currency)
    : null;
}

/** Returns why a step is not possible now, and what is: the rest of a sentence that begins with the order. */
async function stepFault(
  transaction: Transaction,
  order: OrderRow,
  steps: readonly FulfilmentRow[],
  { step }: StepRequest,
): Promise<string | null> {
  const has = (wanted: FulfilmentStep) => steps.some((row) => row.step === wanted);
  if (!order.acceptedAt) return `is ${order.status}: only a paid order can be ${step}`;
  if (step === 'delivered' || step === 'returned') {
    if (!has('shipped'))
      return `is ${has('packed') ? 'packed' : order.status}, and not shipped: it cannot be ${step} before that`;
    return step === 'delivered' && has('returned') ? 'came back: it can only be refunded' : null;
  }
  if (has('returned')) return 'came back: it can only be refunded';
  if (has('delivered')) return 'is delivered: it can only be returned';
  if (order.placeMissing)
    return `cannot be ${step}: it came without a place. Name the place and its fee first`;
  if (has('shipped') || (await mayBePacked(transaction, order.id))) return null;
  if (order.reversedAt) return `cannot be ${step}: its payment was reversed`;
  return order.goneAt
    ? `cannot be ${step}: its units are back in stock`
    : `cannot be ${step}: all of its payment is refunded, or is about to be`;
}

async function record(
  transaction: Transaction,
  order: OrderRow,
  steps: readonly FulfilmentRow[],
  request: StepRequest,
  events: Events,
): Promise<FulfilmentRow> {
  const by = request.actor.name;
  const add = async (values: Pick<FulfilmentRow, 'step'> & Partial<FulfilmentRow>) => {
    const [row] = await transaction
      .insert(fulfilmentSteps)
      .values({ orderId: order.id, recordedBy: by, ...values })
      .returning();
    if (!row) throw new Error('The database returned no step');
    return { ...row, step: values.step };
  };
  if (request.step === 'returned') {
    const row = await add({ step: 'returned' });
    if (request.restock) await restock(transaction, order.id, by);
    return row;
  }
  if (request.step !== 'shipped') return add({ step: request.step });
  // In a small shop the courier waits during packing. So one command records both steps.
  if (steps.length === 0) await add({ step: 'packed' });
  const { courier, trackingNumber } = request;
  const row = await add({ step: 'shipped', courier, trackingNumber });
  await events.publish(transaction, { type: 'order.shipped', order: order.id });
  return row;
}
