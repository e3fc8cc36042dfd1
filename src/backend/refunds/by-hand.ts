import { done, type Result, type StaffCode } from '#backend/base/result.ts';
import { transact } from '#backend/db/transact.ts';
import type { WithEvents } from '#backend/events/events.ts';
import { restock } from '#backend/orders/restocking.ts';
import { refundEvent } from './recording.ts';
import type { RefundOutcome } from './refunds.ts';
import { type RefundRequest, requestRefund } from './request.ts';

/**
 * Records that an owner has paid money back without the provider, in whole or in part, and tells the customer. It counts
 * like any refund: recorded twice it is one, and all refunds together never exceed the payment. `amountKobo` is in minor
 * units of the payment's currency.
 */
export const recordByHand = (
  { db, events }: WithEvents,
  orderId: string,
  request: RefundRequest,
): Promise<Result<RefundOutcome, StaffCode>> =>
  transact(db, async (transaction) => {
    const requested = await requestRefund(transaction, orderId, request, 'by hand');
    if (!requested.ok) return requested;
    const { kind, refund, provider, added } = requested.value;
    if (kind === 'known') return done({ kind, refund, provider });
    for (const row of added) await events.publish(transaction, refundEvent(row, { isFirst: true }));
    if (refund.restock) await restock(transaction, orderId, request.actor.name);
    return done({ kind: 'recorded', refund, provider });
  });
