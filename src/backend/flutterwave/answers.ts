import * as z from 'zod/mini';
import type {
  PaymentState,
  ProviderPayment,
  ProviderRefund,
  RefundStatus,
} from '#backend/payment-provider/provider.ts';
import { koboOf } from './money.ts';

/** The frame of every answer. Its status is that of the call, and says nothing about the payment. */
export const envelope = z.object({
  status: z.enum(['success', 'error']),
  message: z.catch(z.string(), ''),
  data: z.optional(z.unknown()),
  meta: z.optional(z.unknown()),
});
export type Envelope = z.infer<typeof envelope>;

/** Naira as text (json.ts), which become kobo. */
export const naira = z.pipe(
  z.string().check(z.refine((text) => koboOf(text) !== null)),
  z.transform((text) => koboOf(text) ?? 0),
);
/** A number of Flutterwave. */
const id = z.string().check(z.regex(/^\d{1,30}$/));
/** For fields that are only shown: an odd name never stops a payment. */
const shown = z.catch(z.nullish(z.string()), null);

/** `data` of the call that begins a payment. */
export const begun = z.object({ link: z.string() });

/** `data` of verify, and one entry of the list, reduced to what we use. */
const transaction = z.object({
  id,
  tx_ref: z.string(),
  amount: naira,
  currency: z.string(),
  status: z.string(),
  payment_type: shown,
  created_at: shown,
  meta: z.optional(z.unknown()),
  customer: z.catch(
    z.nullish(z.object({ name: shown, email: z.string(), phone_number: shown })),
    null,
  ),
});

/** The states of a payment (Flutterwave documentation, Transaction verification). Any other word: it may still come. */
const STATES: Readonly<Record<string, PaymentState>> = {
  successful: 'succeeded',
  failed: 'failed',
  pending: 'in_flight',
};

/**
 * Reads `data` of verify, or one entry of the list. Null, with the faults, when it cannot be read. `charged_amount` has
 * the fees, too, where the shopper bears them: what she pays for the order is `amount`.
 */
export function readTransaction(
  data: unknown,
): { payment: ProviderPayment } | { payment: null; faults: string } {
  const parsed = transaction.safeParse(data);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    return { payment: null, faults: faults.join('; ') };
  }
  const { id, tx_ref, amount, currency, status, payment_type, ...rest } = parsed.data;
  const state = STATES[status] ?? 'in_flight';
  const { customer, meta } = rest;
  const [first = null, ...others] = (customer?.name ?? '').split(' ').filter(Boolean);
  return {
    payment: {
      id,
      state,
      word: status,
      reference: tx_ref,
      amountKobo: amount,
      // More than was asked for is given its value, and the rest is paid back.
      requestedAmountKobo: null,
      currency,
      channel: payment_type === 'banktransfer' ? 'bank_transfer' : payment_type || null,
      paidAt: state === 'succeeded' ? isoOf(rest.created_at) : null,
      customer: customer
        ? {
            first_name: first,
            last_name: others.join(' ') || null,
            email: customer.email,
            phone: customer.phone_number ?? null,
          }
        : null,
      metadata: typeof meta === 'object' && meta && !Array.isArray(meta) ? { ...meta } : null,
    },
  };
}

/** ISO time in UTC. Null for text that is not a time. */
function isoOf(text: string | null | undefined): string | null {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

/** The states of a refund (Flutterwave documentation, Refunds: 'completed-mpgs', 'pending-momo' and others). */
const refundStatus = z.pipe(
  z.string(),
  z.transform((word): RefundStatus => {
    if (/^(complete|successful)/.test(word)) return 'done';
    if (word.startsWith('failed')) return 'failed';
    return word === 'processing' ? 'processing' : 'pending';
  }),
);

/** `data` of the call that makes a refund, and one entry of their list. Each spells some names in its own way. */
const refund = z.object({
  id,
  amount_refunded: naira,
  status: refundStatus,
  tx_id: z.optional(id),
  transaction_id: z.optional(id),
  comment: shown,
  comments: shown,
});

/** Reads a refund, with the number of its payment. Null if it cannot be read. */
export function readRefund(data: unknown): (ProviderRefund & { payment: string }) | null {
  const read = refund.safeParse(data).data;
  const payment = read?.transaction_id ?? read?.tx_id;
  if (!read || payment === undefined) return null;
  const { id, status, amount_refunded: amount, comment, comments } = read;
  // The list is asked for naira, and names no currency.
  return {
    id,
    status,
    amount,
    currency: 'NGN',
    merchantNote: comment || comments || null,
    payment,
  };
}

/** The message about a refund, which has another shape than its list (Flutterwave documentation, Webhooks). */
export const refundMessage = z.object({
  id,
  AmountRefunded: naira,
  status: refundStatus,
  TransactionId: id,
});
