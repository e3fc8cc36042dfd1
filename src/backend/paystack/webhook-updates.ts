import * as z from 'zod/mini';
import type { DisputeNews, RefundNews, TransferNews } from '#backend/payment-provider/provider.ts';
import { refundStatus } from './refund-answers.ts';

/** Paystack sends amounts as numbers and as text. */
const minorUnits = z.pipe(
  z.union([z.number(), z.string().check(z.regex(/^\d{1,15}$/))]),
  z.transform(Number),
);
const amount = z.pipe(minorUnits, z.int().check(z.nonnegative()));
const short = z.string().check(z.minLength(1), z.maxLength(100));
const someText = z.catch(z.nullish(short), null);
const currency = z.catch(short, 'NGN');

const refund = z.object({
  data: z.object({
    status: refundStatus,
    refund_reference: someText,
    amount,
    currency,
  }),
});

const dispute = z.object({
  data: z.object({
    id: z.union([z.number(), short]),
    status: short,
    resolution: someText,
    refund_amount: z.catch(z.nullish(amount), null),
    currency,
    dueAt: someText,
  }),
});

const rejected = z.object({
  data: z.object({
    bank_transfer: z.object({ amount, transaction_id: z.union([z.number(), short]) }),
  }),
});

/**
 * Reads a bank.transfer.rejected event (PaystackOSS/doc-code-snippets @ 94af513, payment-methods/pwt). Null when it cannot
 * be read.
 */
export function readRejected(json: unknown): TransferNews | null {
  const { data } = rejected.safeParse(json).data ?? {};
  if (!data) return null;
  const { amount: amountKobo, transaction_id: id } = data.bank_transfer;
  return { providerId: String(id), amountKobo };
}

/** Reads a refund.* event (Paystack documentation, Refunds). Null when it cannot be read. */
export function readRefund(json: unknown): RefundNews | null {
  const read = refund.safeParse(json);
  if (!read.success) return null;
  const { status, refund_reference: reference, amount, currency } = read.data.data;
  return { status, reference: reference ?? null, amount, currency };
}

/** Reads a charge.dispute.* event (Paystack documentation, Webhooks). Null when it cannot be read. */
export function readDispute(json: unknown): DisputeNews | null {
  const read = dispute.safeParse(json);
  if (!read.success) return null;
  const { id, status, resolution, refund_amount: amount, currency, dueAt } = read.data.data;
  const due = Date.parse(dueAt ?? '');
  return {
    id: String(id),
    state: status !== 'resolved' ? 'open' : resolution === 'declined' ? 'kept' : 'taken',
    status,
    resolution: resolution ?? null,
    amount: amount ?? null,
    currency,
    dueAt: Number.isNaN(due) ? null : new Date(due),
  };
}
