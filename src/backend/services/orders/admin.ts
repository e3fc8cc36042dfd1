import type { OrderRow } from '#backend/db/tables/order-tables.ts';
import type { Settlement } from '#backend/services/payments/settlement.ts';
import type { StaffCode } from '#backend/services/result.ts';
import { type Actor, ownersOnly } from '#backend/services/staff/actor.ts';
import { orderNumber } from '#domain/order.ts';

/** The changed order, or why it was not changed: a code, and a sentence for the merchant. */
export type AdminResult =
  | { ok: true; order: OrderRow }
  | { ok: false; code: StaffCode; sentence: string };

/**
 * Cancels a pending order for an owner and releases its units. Asks Paystack first, so that a payment that has arrived is not lost.
 * A later payment makes the order paid if its units are still in stock, and is otherwise due for a refund.
 */
export async function cancelOrder(
  settlement: Settlement,
  order: OrderRow,
  actor: Actor,
): Promise<AdminResult> {
  const forbidden = whyForbidden(actor, 'cancel orders');
  if (forbidden) return forbidden;
  const name = `Order #${orderNumber(order.id)}`;
  if (order.status !== 'pending') {
    return refuse(`${name} is ${order.status}: only a pending order can be cancelled`);
  }
  const after = await settlement.cancel(order.id, actor.name);
  if (!after) {
    return refuse(
      `Paystack could not be asked whether order #${orderNumber(order.id)} is paid, so it was left as it is`,
      'unavailable',
    );
  }
  if (after.status === 'cancelled') return { ok: true, order: after };
  if (after.status === 'paid') return refuse(`${name} has just been paid, and was not cancelled`);
  return refuse(`${name} has just ended as ${after.status}: ${after.remark ?? 'no reason given'}`);
}

const refuse = (sentence: string, code: StaffCode = 'conflict'): AdminResult => ({
  ok: false,
  code,
  sentence: `${sentence}.`,
});

function whyForbidden(actor: Actor, deed: string): AdminResult | null {
  const answer = ownersOnly(actor, deed);
  if (!answer) return null;
  const { code, message: sentence } = answer.refusal;
  return { ok: false, code, sentence };
}
