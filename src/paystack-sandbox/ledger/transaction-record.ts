import * as z from 'zod/mini';
import { disputeRecord, refundRecord } from './returns.ts';

/** Every status that Paystack's verify call may answer (Paystack documentation, Verify Payments). */
const STATUSES = [
  'success',
  'failed',
  'abandoned',
  'ongoing',
  'pending',
  'processing',
  'queued',
  'reversed',
] as const;

/** An event in the answer's `log.history`. Times in ms. */
const event = z.object({
  type: z.enum(['action', 'success', 'error']),
  message: z.string(),
  time: z.int(),
});

/** A transfer and its account. Times in ms. */
const transfer = z.object({
  accountNumber: z.string(),
  bank: z.string(),
  expiresAt: z.int(),
  /** The moment when the money arrives. */
  confirmAt: z.int(),
  /** Kobo of the transfers that were sent back, because they were not the amount. */
  rejected: z._default(z.array(z.int()), []),
});

/** The providers whose calls the sandbox answers. A transaction belongs to one of them. */
export const FACES = ['paystack', 'flutterwave'] as const;
export type Face = (typeof FACES)[number];

/** A transaction. Amounts in kobo, times in ms since 1970. */
export const transactionRecord = z.object({
  id: z.int(),
  face: z._default(z.enum(FACES), 'paystack'),
  reference: z.string(),
  accessCode: z.string(),
  email: z.string(),
  /** The amount that the shop requested. */
  requestedAmount: z.int(),
  /** The amount that was charged. On a real account it is higher when the shopper pays the fees. */
  amount: z.int(),
  currency: z.string(),
  callbackUrl: z.nullable(z.string()),
  /** As sent; null if none was sent. */
  metadata: z.unknown(),
  status: z.enum(STATUSES),
  /** The channel of the last attempt; null before the first one. */
  channel: z.nullable(z.string()),
  gatewayResponse: z.string(),
  createdAt: z.int(),
  paidAt: z.nullable(z.int()),
  transfer: z.nullable(transfer),
  history: z.array(event),
  /** Oldest first. */
  refunds: z.array(refundRecord),
  disputes: z.array(disputeRecord),
});
export type TransactionRecord = z.infer<typeof transactionRecord>;
export type Transfer = z.infer<typeof transfer>;

/** Whether the shopper can still pay: no result yet and no transfer under way. */
export function isOpen(record: TransactionRecord): boolean {
  return record.status === 'abandoned';
}

/** The transfer under way, or null. */
export function transferUnderWay(record: TransactionRecord): Transfer | null {
  return ['pending', 'ongoing'].includes(record.status) ? record.transfer : null;
}

/** Where a shopper goes who cancels (`metadata.cancel_action`); null if it is absent or not a web address. */
export function cancelUrl(record: TransactionRecord): string | null {
  const { metadata } = record;
  if (typeof metadata !== 'object' || metadata === null || !('cancel_action' in metadata)) {
    return null;
  }
  return webUrl(metadata.cancel_action)?.href ?? null;
}

/** The path of the page to pay on. */
export const pagePath = ({ face, accessCode }: TransactionRecord): string =>
  face === 'flutterwave' ? `/v3/hosted/pay/flwlnk-${accessCode}` : `/checkout/${accessCode}`;

/**
 * The callback with `trxref` and `reference`, as Paystack adds them; without a callback the sandbox's overview.
 * Flutterwave adds `status`, `tx_ref` and, unless she has cancelled, `transaction_id`.
 */
export function returnUrl(record: TransactionRecord, cancelled = false): string {
  const url = webUrl(record.callbackUrl);
  if (!url) return '/';
  if (record.face === 'flutterwave') {
    const word = record.status === 'success' ? 'successful' : record.status;
    url.searchParams.append('status', cancelled ? 'cancelled' : word);
    url.searchParams.append('tx_ref', record.reference);
    if (!cancelled) url.searchParams.append('transaction_id', `${record.id}`);
    return url.href;
  }
  url.searchParams.append('trxref', record.reference);
  url.searchParams.append('reference', record.reference);
  return url.href;
}

/** An http or https address, else null. Links and redirects never have another scheme. */
export function webUrl(value: unknown): URL | null {
  if (typeof value !== 'string') return null;
  const url = URL.parse(value);
  return url && (url.protocol === 'http:' || url.protocol === 'https:') ? url : null;
}
