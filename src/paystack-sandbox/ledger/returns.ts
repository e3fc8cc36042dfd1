import { randomInt } from 'node:crypto';
import * as z from 'zod/mini';

/** Every state of a refund (Paystack documentation, Refunds). */
export const REFUND_STATES = [
  'pending',
  'processing',
  'needs-attention',
  'failed',
  'processed',
] as const;
export type RefundState = (typeof REFUND_STATES)[number];

/** A refund. Amounts in kobo, times in ms. */
export const refundRecord = z.object({
  /** Paystack's number of the refund. */
  id: z.int(),
  /** Null until a bank has it. */
  reference: z.nullable(z.string()),
  amount: z.int(),
  status: z.enum(REFUND_STATES),
  createdAt: z.int(),
  /** The shop's note. Null for a refund that was made in the dashboard. */
  merchantNote: z.nullable(z.string()),
  customerNote: z.nullable(z.string()),
});
export type RefundRecord = z.infer<typeof refundRecord>;

/** Refund ids have a range of their own, so that none is also the id of a transaction. */
const FIRST_REFUND = 15_000_000;

/** A refund that begins now. `now` in ms. */
export const newRefund = (
  amount: number,
  now: number,
  notes: Partial<Pick<RefundRecord, 'merchantNote' | 'customerNote'>> = {},
): RefundRecord => ({
  id: FIRST_REFUND + randomInt(1_000_000),
  reference: null,
  amount,
  status: 'pending',
  createdAt: now,
  merchantNote: null,
  customerNote: null,
  ...notes,
});

/** Kobo of a payment that no refund has paid back or is about to. */
export const refundable = (record: { amount: number; refunds: readonly RefundRecord[] }): number =>
  record.refunds
    .filter(({ status }) => status !== 'failed')
    .reduce((rest, { amount }) => rest - amount, record.amount);

/** A dispute. Amounts in kobo, times in ms. */
export const disputeRecord = z.object({
  id: z.int(),
  amount: z.int(),
  status: z.enum(['awaiting-merchant-feedback', 'resolved']),
  resolution: z.nullable(z.enum(['merchant-accepted', 'declined'])),
  createdAt: z.int(),
  updatedAt: z.int(),
});
export type DisputeRecord = z.infer<typeof disputeRecord>;
