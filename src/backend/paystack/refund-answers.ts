import * as z from 'zod/mini';
import type {
  ListedRefund,
  ProviderRefund,
  RefundStatus,
} from '#backend/payment-provider/provider.ts';

/** Paystack's words for the states of a refund. */
const STATUSES: Readonly<Record<string, RefundStatus>> = {
  pending: 'pending',
  processing: 'processing',
  'needs-attention': 'needs_customer',
  failed: 'failed',
  processed: 'done',
};

/** A state of a refund, in the shop's words. */
export const refundStatus = z.pipe(
  z.enum(Object.keys(STATUSES)),
  z.transform((word): RefundStatus => STATUSES[word] ?? 'pending'),
);

const fields = {
  id: z.union([z.int(), z.string()]),
  // An unknown word says at least that Paystack has the refund. Its webhooks say the rest.
  status: z.catch(refundStatus, 'pending'),
  amount: z.int().check(z.nonnegative()),
  currency: z.string(),
  merchant_note: z.catch(z.nullish(z.string()), null),
};

/** `data` of the call that makes a refund (Paystack's OpenAPI, RefundCreateResponse). */
const created = z.object({ ...fields, transaction: z.object({ reference: z.string() }) });

/** One entry of `data` of the call that lists refunds (RefundListResponse). */
const listed = z.object({ ...fields, transaction_reference: z.string() });

const known = ({ id, status, amount, currency, merchant_note }: z.infer<typeof created>) => ({
  id: String(id),
  status,
  amount,
  currency,
  merchantNote: merchant_note ?? null,
});

/** Reads the refund of a payment that was just made. Null if the answer is about something else. */
export function readCreated(data: unknown, reference: string): ProviderRefund | null {
  const read = created.safeParse(data);
  return read.success && read.data.transaction.reference === reference ? known(read.data) : null;
}

/** Reads one refund of the list. Null if it cannot be read. */
export function readListed(data: unknown): ListedRefund | null {
  const read = listed.safeParse(data);
  if (!read.success) return null;
  const { transaction_reference: reference, ...row } = read.data;
  return { ...known({ ...row, transaction: { reference } }), reference };
}
