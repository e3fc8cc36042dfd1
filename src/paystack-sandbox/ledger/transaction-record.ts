import * as z from 'zod/mini';

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

/** One step that is remembered, as it appears in the answer's `log.history`. Times in ms. */
const event = z.object({
  type: z.enum(['action', 'success', 'error']),
  message: z.string(),
  time: z.int(),
});

/** A transfer and the account that it goes to. Times in ms. */
const transfer = z.object({
  accountNumber: z.string(),
  bank: z.string(),
  expiresAt: z.int(),
  /** When the money counts as arrived. */
  confirmAt: z.int(),
});

/** What the sandbox knows of a transaction. Amounts in kobo, times in ms since 1970. */
export const transactionRecord = z.object({
  id: z.int(),
  reference: z.string(),
  accessCode: z.string(),
  email: z.string(),
  /** What the shop asked for. */
  requestedAmount: z.int(),
  /** What was charged; on a real account more than asked for when the shopper bears the fees. */
  amount: z.int(),
  currency: z.string(),
  callbackUrl: z.nullable(z.string()),
  /** As sent, parsed when it was a JSON string; null when none was sent. */
  metadata: z.unknown(),
  channels: z.array(z.string()),
  status: z.enum(STATUSES),
  /** How it was paid or tried; null before the first try. */
  channel: z.nullable(z.string()),
  gatewayResponse: z.string(),
  createdAt: z.int(),
  paidAt: z.nullable(z.int()),
  transfer: z.nullable(transfer),
  history: z.array(event),
});
export type TransactionRecord = z.infer<typeof transactionRecord>;
export type Transfer = z.infer<typeof transfer>;

/** Whether the shopper can still pay: nothing is decided and no money is on its way. */
export function isOpen(record: TransactionRecord): boolean {
  return record.status === 'abandoned';
}

/** The transfer that was sent and not yet confirmed; null when none is under way. */
export function transferUnderWay(record: TransactionRecord): Transfer | null {
  return record.status === 'pending' ? record.transfer : null;
}

/** The channel that 'Pay now' stands for, or null when the shop allows transfers alone. */
export function instantChannel(record: TransactionRecord): string | null {
  if (record.channels.includes('card')) return 'card';
  return record.channels.find((channel) => channel !== 'bank_transfer') ?? null;
}

/** Where the shop wants a shopper who cancels (`metadata.cancel_action`); null when not said or no web address. */
export function cancelUrl(record: TransactionRecord): string | null {
  const { metadata } = record;
  if (typeof metadata !== 'object' || metadata === null || !('cancel_action' in metadata)) {
    return null;
  }
  return webUrl(metadata.cancel_action)?.href ?? null;
}

/** The callback with `trxref` and `reference` added, as Paystack adds them; null when there is no callback. */
export function returnUrl(record: TransactionRecord): string | null {
  const url = webUrl(record.callbackUrl);
  if (!url) return null;
  url.searchParams.append('trxref', record.reference);
  url.searchParams.append('reference', record.reference);
  return url.href;
}

/** An http or https address, else null: no other scheme is ever put into a link or a redirect. */
export function webUrl(value: unknown): URL | null {
  if (typeof value !== 'string') return null;
  const url = URL.parse(value);
  return url && (url.protocol === 'http:' || url.protocol === 'https:') ? url : null;
}
