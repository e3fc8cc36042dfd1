import { type Refusal, type Result, refuse, type StaffCode } from '#backend/base/result.ts';
import { recordStep, type StepRequest } from '#backend/fulfilment/steps.ts';
import { LONGEST_SHIPMENT, stepWords } from '#backend/fulfilment/words.ts';
import { orderPath } from '#backend/office/addresses.ts';
import type { PostedCall } from '#backend/office/frame/call.ts';
import { readNaira } from '#backend/office/frame/money.ts';
import { type Action, defineAction, done, type Outcome } from '#backend/office/frame/routes.ts';
import { orderById } from '#backend/order-book/admin-orders.ts';
import { type Canceller, cancelOrder } from '#backend/order-book/cancelling.ts';
import { addNote } from '#backend/order-book/notes.ts';
import type { OrderRow } from '#backend/orders/tables.ts';
import { recordByHand } from '#backend/refunds/by-hand.ts';
import { moneyOf } from '#backend/refunds/money.ts';
import type { RefundOutcome, Refunds } from '#backend/refunds/refunds.ts';
import type { RefundRequest } from '#backend/refunds/request.ts';
import { refundWords } from '#backend/refunds/words.ts';
import { orderNumber } from '#domain/order.ts';
import { actionPath, DESPITE_DISPUTE, type OrderAction } from './addresses.ts';
import { orderPage } from './order.tsx';

const orderAction = (
  name: OrderAction,
  role: Action['role'],
  perform: Action['perform'],
  grave?: Action['grave'],
): Action => defineAction({ path: actionPath(':id', name), role, page: orderPage, perform, grave });

/** Back to the page of the order, with what was done. */
const shown = (call: PostedCall, notice: string): Outcome =>
  done(orderPath(call.param('id')), notice);

/** The number that a form holds as its version. */
const seenBy = ({ version }: PostedCall): number | undefined =>
  /^\d{1,15}$/.test(version) ? Number(version) : undefined;

async function step(call: PostedCall, wish: StepRequest): Promise<Outcome> {
  const id = call.param('id');
  const despiteDispute = call.text(DESPITE_DISPUTE) === 'yes';
  const outcome = await recordStep(call.db, id, { ...wish, despiteDispute });
  if (outcome.ok) return shown(call, stepWords(outcome.value));
  return { refused: await refusalOf(call, id, outcome.refusal) };
}

/** A refusal, and for one that is stale what somebody else has recorded. */
async function refusalOf(
  call: PostedCall,
  id: string,
  refusal: Refusal<StaffCode>,
): Promise<Refusal<StaffCode>> {
  if (refusal.code !== 'stale') return refusal;
  const order = await orderById(call.db, id);
  const row = order?.steps.findLast((each) => each.step === 'shipped');
  return {
    code: refusal.code,
    message: `${refusal.message} ${row?.recordedBy ?? 'Somebody'} has recorded another courier or number, so yours was not saved. Compare both, and send it again if yours is right.`,
    current: { courier: row?.courier ?? '', tracking: row?.trackingNumber ?? '' },
  };
}

/** What is wrong with the courier and tracking number of a form; null if nothing is. */
export function shipmentFault(
  courier: string,
  tracking: string,
  field = 'tracking',
): Refusal<StaffCode> | null {
  const fault = (name: string, sentence: string): Refusal<StaffCode> => ({
    code: 'invalid',
    message: 'Nothing was recorded.',
    fields: { [name]: sentence },
  });
  if (courier === '') return fault('courier', 'Write who takes the parcel, such as GIG.');
  if (`${courier}${tracking}`.length > LONGEST_SHIPMENT)
    return fault(field, `Courier and tracking number have ${LONGEST_SHIPMENT} letters at most.`);
  return null;
}

const REASON_LETTERS = 100;

/** What an owner wrote into the form of a refund: kobo, or null for all that is left; or what is wrong with it. */
function amountOf(call: PostedCall): { kobo: number | null } | { fault: Record<string, string> } {
  if (call.text('reason').length > REASON_LETTERS)
    return { fault: { reason: `A reason has ${REASON_LETTERS} letters at most.` } };
  if (call.text('how') === 'all') return { kobo: null };
  const kobo = readNaira(call.text('amount'));
  if (!kobo) return { fault: { amount: 'Write an amount of naira, such as 12500 or 12500.50.' } };
  return { kobo };
}

/** Does what an owner wrote into a form about money that goes back. @param nothing - what it says when she wrote something wrong. */
async function payBack(
  call: PostedCall,
  nothing: string,
  work: (id: string, wish: RefundRequest) => Promise<Result<RefundOutcome, StaffCode>>,
): Promise<Outcome> {
  const read = amountOf(call);
  if ('fault' in read)
    return { refused: refuse('invalid', nothing, { fields: read.fault }).refusal };
  const outcome = await work(call.param('id'), {
    amountKobo: read.kobo,
    key: null,
    reason: call.text('reason') || null,
    actor: call.actor,
    restock: call.text('restock') === 'yes',
    seen: seenBy(call) ?? 0,
  });
  if (!outcome.ok) return { refused: outcome.refusal };
  return shown(call, refundWords(outcome.value));
}

/** Whether this refund and those before it give back more of the order than CONFIRM_REFUND_KOBO. */
async function isMuchMoney(call: PostedCall): Promise<boolean> {
  const read = amountOf(call);
  if ('fault' in read) return false;
  const { received, remaining } = await moneyOf(call.db, call.param('id'));
  const goes = (received ?? 0) - remaining + (read.kobo ?? remaining);
  return goes > call.office.settings.CONFIRM_REFUND_KOBO;
}

async function withOrder(
  call: PostedCall,
  work: (order: OrderRow) => Promise<Result<OrderRow, StaffCode>>,
  words: (name: string) => string,
): Promise<Outcome> {
  const order = await orderById(call.db, call.param('id'));
  if (!order) return { refused: refuse('not_found', 'There is no such order.').refusal };
  const answer = await work(order);
  if (!answer.ok) return { refused: answer.refusal };
  return shown(call, words(`Order #${orderNumber(order.id)}`));
}

/** What asks Paystack for the pages of orders. */
export interface OrderServices {
  refunds: Pick<Refunds, 'refund'>;
  settlement: Canceller;
}

/** What is done on the page of an order. */
export const orderActions = ({ refunds, settlement }: OrderServices): readonly Action[] => [
  orderAction('packed', 'packer', (call) => step(call, { step: 'packed', actor: call.actor })),
  orderAction('delivered', 'packer', (call) =>
    step(call, { step: 'delivered', actor: call.actor }),
  ),
  orderAction('shipped', 'packer', async (call) => {
    const [courier, tracking] = [call.text('courier'), call.text('tracking')];
    const fault = shipmentFault(courier, tracking);
    if (fault) return { refused: fault };
    const { actor } = call;
    const trackingNumber = tracking || null;
    return step(call, { step: 'shipped', actor, courier, trackingNumber, seen: seenBy(call) });
  }),
  orderAction('returned', 'owner', (call) => {
    const restock = call.text('restock') === 'yes';
    return step(call, { step: 'returned', actor: call.actor, restock });
  }),
  orderAction('note', 'packer', async (call) => {
    const { actor } = call;
    const kept = await addNote(call.db, call.param('id'), { text: call.text('text'), actor });
    return kept.ok ? shown(call, 'The note is kept.') : { refused: kept.refusal };
  }),
  orderAction(
    'refund',
    'owner',
    (call) => payBack(call, 'Nothing was paid back.', (id, wish) => refunds.refund(id, wish)),
    isMuchMoney,
  ),
  orderAction('refunded', 'owner', (call) =>
    payBack(call, 'Nothing was recorded.', (id, wish) => recordByHand(call.db, id, wish)),
  ),
  orderAction('cancel', 'owner', (call) =>
    withOrder(
      call,
      (order) => cancelOrder(settlement, order, call.actor),
      (name) => `${name} is cancelled, and its units are back in stock.`,
    ),
  ),
];
