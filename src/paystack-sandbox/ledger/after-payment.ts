import { randomInt } from 'node:crypto';
import * as z from 'zod';
import { newRefund, type RefundState } from './returns.ts';
import type { TransactionRecord } from './transaction-record.ts';

/** Events after a payment, by the names of Paystack's webhooks. */
export const PAYMENT_EVENTS = [
  'charge.success',
  'refund.pending',
  'refund.processing',
  'refund.needs-attention',
  'refund.failed',
  'refund.processed',
  'charge.dispute.create',
  'charge.dispute.remind',
  'charge.dispute.resolve',
] as const;
export type PaymentEvent = (typeof PAYMENT_EVENTS)[number];

/** An event that was ordered. */
export const wantedEvent = z.strictObject({
  event: z.enum(PAYMENT_EVENTS),
  /** Kobo to refund or to claim; all of the payment by default. */
  amount: z.int().positive().optional(),
  /** The refund that goes on, by its id; the newest by default. */
  refund: z.int().optional(),
  /** How a dispute ends. */
  resolution: z.enum(['merchant-accepted', 'declined']).default('merchant-accepted'),
});
export type WantedEvent = z.infer<typeof wantedEvent>;

const ENDED: readonly RefundState[] = ['failed', 'processed'];
/** Dispute ids have a range of their own, so that none is also the id of a transaction. */
const FIRST_DISPUTE = 300_000;

/**
 * The transaction after an event; null before the payment. `charge.success` changes nothing: the webhook is only sent
 * again. A refund goes on where the newest one is, and a new one begins after its end, or with `refund.pending`. Once
 * refunds or a lost dispute have returned all of the money, the transaction is 'reversed', as at Paystack. `now` in ms.
 */
export function afterPayment(
  record: TransactionRecord,
  { event, amount = record.amount, refund, resolution }: WantedEvent,
  now: number,
): TransactionRecord | null {
  if (record.paidAt === null) return null;
  if (event === 'charge.success') return record;
  if (event.startsWith('refund.')) {
    const status = event.slice('refund.'.length) as RefundState;
    return returned(refunded(record, status, { amount, refund }, now));
  }
  return returned(disputed(record, event, { amount, resolution }, now));
}

function refunded(
  record: TransactionRecord,
  status: RefundState,
  { amount, refund }: Pick<WantedEvent, 'refund'> & { amount: number },
  now: number,
): TransactionRecord {
  const meant =
    refund === undefined ? record.refunds.at(-1) : record.refunds.find(({ id }) => id === refund);
  const going = meant && status !== 'pending' && !ENDED.includes(meant.status) ? meant : undefined;
  const before = going ?? newRefund(amount, now);
  // The bank has it from here on.
  const reference = ['failed', 'processed', 'needs-attention'].includes(status)
    ? (before.reference ?? `TRF_${randomInt(2 ** 47).toString(36)}`)
    : before.reference;
  // The one that changed is the last: its webhook follows.
  const others = record.refunds.filter((one) => one !== going);
  return { ...record, refunds: [...others, { ...before, status, reference }] };
}

function disputed(
  record: TransactionRecord,
  event: PaymentEvent,
  { amount, resolution }: Required<Pick<WantedEvent, 'amount' | 'resolution'>>,
  now: number,
): TransactionRecord {
  const last = record.disputes.at(-1);
  const open = last?.status === 'resolved' || event === 'charge.dispute.create' ? undefined : last;
  const before = open ?? {
    id: FIRST_DISPUTE + randomInt(1_000_000),
    amount,
    status: 'awaiting-merchant-feedback' as const,
    resolution: null,
    createdAt: now,
    updatedAt: now,
  };
  const ended = event === 'charge.dispute.resolve';
  const change = ended ? { status: 'resolved' as const, resolution } : {};
  const others = open ? record.disputes.slice(0, -1) : record.disputes;
  return { ...record, disputes: [...others, { ...before, ...change, updatedAt: now }] };
}

function returned(record: TransactionRecord): TransactionRecord {
  const refunds = record.refunds.filter(({ status }) => status === 'processed');
  const claims = record.disputes.filter(({ resolution }) => resolution === 'merchant-accepted');
  const total = [...refunds, ...claims].reduce((sum, { amount }) => sum + amount, 0);
  return total >= record.amount ? { ...record, status: 'reversed' } : record;
}
