import { readNaira } from '#backend/base/amounts.ts';
import { type Refused, type Result, refuse, type StaffCode } from '#backend/base/result.ts';
import type { WithEvents } from '#backend/events/events.ts';
import { recordStep, type StepRequest } from '#backend/fulfilment/steps.ts';
import { LONGEST_SHIPMENT, stepWords } from '#backend/fulfilment/words.ts';
import { orderPath } from '#backend/office/addresses.ts';
import type { FormRequest } from '#backend/office/frame/page-request.ts';
import { type Action, defineAction, leadTo, type Outcome } from '#backend/office/frame/routes.ts';
import { orderById } from '#backend/order-book/admin-orders.ts';
import { type Canceller, cancelOrder } from '#backend/order-book/cancelling.ts';
import { decideCode } from '#backend/order-book/deciding-codes.ts';
import { namePlace } from '#backend/order-book/naming-place.ts';
import { addNote } from '#backend/order-book/notes.ts';
import { sendNow, takeBack } from '#backend/order-book/taking-back.ts';
import type { OrderRow } from '#backend/orders/tables.ts';
import { recordByHand } from '#backend/refunds/by-hand.ts';
import { moneyOf } from '#backend/refunds/money.ts';
import type { RefundOutcome, Refunds } from '#backend/refunds/refunds.ts';
import type { RefundRequest } from '#backend/refunds/request.ts';
import { refundWords } from '#backend/refunds/words.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { actionPath, DESPITE_DISPUTE, type OrderAction } from './addresses.ts';
import { orderPage } from './order.tsx';

const orderAction = (
  name: OrderAction,
  role: Action['role'],
  perform: Action['perform'],
  grave?: Action['grave'],
): Action => defineAction({ path: actionPath(':id', name), role, page: orderPage, perform, grave });

/** Returns to the order's page with the result. */
const shown = (request: FormRequest, words: string | Result<string, StaffCode>): Outcome =>
  leadTo(orderPath(request.param('id')), words);

/** Returns the number in a form's version. */
const seenBy = ({ version }: FormRequest): number | undefined =>
  /^\d{1,15}$/.test(version) ? Number(version) : undefined;

async function step(shop: WithEvents, request: FormRequest, asked: StepRequest): Promise<Outcome> {
  const id = request.param('id');
  const despiteDispute = request.text(DESPITE_DISPUTE) === 'yes';
  const outcome = await recordStep(shop, id, { ...asked, despiteDispute });
  return outcome.ok ? shown(request, stepWords(outcome.value)) : refusalOf(request, id, outcome);
}

/** Returns a refusal. If it is stale, adds what somebody else has recorded. */
async function refusalOf(
  request: FormRequest,
  id: string,
  refused: Refused<StaffCode>,
): Promise<Refused<StaffCode>> {
  if (refused.refusal.code !== 'stale') return refused;
  const order = await orderById(request.db, id);
  const row = order?.steps.findLast((each) => each.step === 'shipped');
  return refuse(
    'stale',
    `${refused.refusal.message} ${row?.recordedBy ?? 'Somebody'} has recorded another courier or number, so yours was not saved. Compare both, and send it again if yours is right.`,
    { current: { courier: row?.courier ?? '', tracking: row?.trackingNumber ?? '' } },
  );
}

/** Returns what is wrong with a form's courier and tracking number; null if nothing is. */
export function shipmentFault(
  courier: string,
  tracking: string,
  field = 'tracking',
): Refused<StaffCode> | null {
  const fault = (name: string, sentence: string) =>
    refuse('invalid', 'Nothing was recorded.', { fields: { [name]: sentence } });
  if (courier === '') return fault('courier', 'Write who takes the parcel, such as GIG.');
  if (`${courier}${tracking}`.length > LONGEST_SHIPMENT)
    return fault(
      field,
      `Courier and tracking number can each have up to ${LONGEST_SHIPMENT} characters.`,
    );
  return null;
}

const REASON_LETTERS = 100;

/** Reads a refund's form: kobo, or null for all that is left, and the purpose. Or its fault. */
function amountOf(
  request: FormRequest,
): { kobo: number | null; for: string } | { fault: Record<string, string> } {
  const what = request.text('for');
  if (request.text('reason').length > REASON_LETTERS)
    return { fault: { reason: `A reason can have up to ${REASON_LETTERS} characters.` } };
  const how = request.text('how');
  const amount = request.text('amount');
  if (how !== 'all' && how !== 'part') return { fault: { how: 'Choose how much.' } };
  if (how === 'all') {
    // Somebody may type a part and leave the choice at the whole, which would pay back far more than she meant.
    return amount === ''
      ? { kobo: null, for: what }
      : { fault: { how: 'You wrote an amount: choose ‘A part’, or empty that field.' } };
  }
  const kobo = readNaira(amount);
  if (!kobo) return { fault: { amount: 'Write an amount of naira, such as 12500 or 12500.50.' } };
  if (what === '') return { fault: { for: 'Choose what this part is for.' } };
  return { kobo, for: what };
}

/** Runs an owner's form about money that goes back. @param nothing - the notice for an invalid form. */
async function payBack(
  request: FormRequest,
  nothing: string,
  work: (id: string, asked: RefundRequest) => Promise<Result<RefundOutcome, StaffCode>>,
): Promise<Outcome> {
  const read = amountOf(request);
  if ('fault' in read) return refuse('invalid', nothing, { fields: read.fault });
  const outcome = await work(request.param('id'), {
    amountKobo: read.kobo,
    for: read.for,
    key: null,
    reason: request.text('reason') || null,
    actor: request.actor,
    restock: request.text('restock') === 'yes',
    seen: seenBy(request) ?? 0,
  });
  if (!outcome.ok) return outcome;
  return shown(request, refundWords(outcome.value));
}

/** Whether this refund and those before it give back more of the order than CONFIRM_REFUND_KOBO. */
async function isMuchMoney(request: FormRequest): Promise<boolean> {
  const read = amountOf(request);
  if ('fault' in read) return false;
  const { received, remaining } = await moneyOf(request.db, request.param('id'));
  const goes = (received ?? 0) - remaining + (read.kobo ?? remaining);
  return goes > request.office.settings.CONFIRM_REFUND_KOBO;
}

async function withOrder(
  request: FormRequest,
  work: (order: OrderRow) => Promise<Result<OrderRow, StaffCode>>,
  words: (name: string) => string,
): Promise<Outcome> {
  const order = await orderById(request.db, request.param('id'));
  if (!order) return refuse('not_found', 'There is no such order.');
  const answer = await work(order);
  if (!answer.ok) return answer;
  return shown(request, words(`Order #${orderNumber(order.id)}`));
}

/** The services behind the pages of orders. */
export interface OrderServices extends WithEvents {
  refunds: Pick<Refunds, 'refund'>;
  settlement: Canceller;
}

/** Returns the actions on an order's page. */
export const orderActions = ({
  refunds,
  settlement,
  ...shop
}: OrderServices): readonly Action[] => [
  orderAction('packed', 'packer', (request) =>
    step(shop, request, { step: 'packed', actor: request.actor }),
  ),
  orderAction('place', 'packer', async (request) => {
    const asked = { place: request.text('place'), actor: request.actor };
    const named = await namePlace(request.db, request.param('id'), asked);
    return shown(request, named);
  }),
  orderAction('delivered', 'packer', (request) =>
    step(shop, request, { step: 'delivered', actor: request.actor }),
  ),
  orderAction('shipped', 'packer', async (request) => {
    const [courier, tracking] = [request.text('courier'), request.text('tracking')];
    const fault = shipmentFault(courier, tracking);
    if (fault) return fault;
    const { actor } = request;
    const trackingNumber = tracking || null;
    return step(shop, request, {
      step: 'shipped',
      actor,
      courier,
      trackingNumber,
      seen: seenBy(request),
    });
  }),
  orderAction('returned', 'owner', (request) => {
    const restock = request.text('restock') === 'yes';
    return step(shop, request, { step: 'returned', actor: request.actor, restock });
  }),
  orderAction('undo', 'packer', async (request) => {
    const outcome = await takeBack(shop, request.param('id'), {
      actor: request.actor,
      which: seenBy(request) ?? 0,
      reason: request.text('reason') || null,
    });
    return shown(request, outcome);
  }),
  orderAction('tell', 'packer', async (request) => {
    const outcome = await sendNow(request.db, request.param('id'), request.actor);
    return shown(request, outcome);
  }),
  orderAction('note', 'packer', async (request) => {
    const { actor } = request;
    const kept = await addNote(request.db, request.param('id'), {
      text: request.text('text'),
      actor,
    });
    return kept.ok ? shown(request, 'The note is saved.') : kept;
  }),
  orderAction(
    'refund',
    'owner',
    (request) =>
      payBack(request, 'Nothing was paid back.', (id, asked) => refunds.refund(id, asked)),
    isMuchMoney,
  ),
  orderAction('refunded', 'owner', (request) =>
    payBack(request, 'Nothing was recorded.', (id, asked) => recordByHand(shop, id, asked)),
  ),
  orderAction('code', 'owner', async (request) => {
    const ended = request.text('end');
    const code = ended || request.text('give-back');
    const decided = await decideCode(shop, request.actor, code, ended !== '');
    return shown(request, decided);
  }),
  orderAction('cancel', 'owner', (request) =>
    withOrder(
      request,
      (order) => cancelOrder(settlement, order, request.actor),
      (name) => `${name} is cancelled, and its units are back in stock.`,
    ),
  ),
];
