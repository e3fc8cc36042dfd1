/** Every status that Paystack's verify call may answer (Paystack documentation, Verify Payments). */
export const TRANSACTION_STATUSES = [
  'success',
  'failed',
  'abandoned',
  'ongoing',
  'pending',
  'processing',
  'queued',
  'reversed',
] as const;

/** What Paystack's verify call says of a payment, in our words. */
export interface Transaction {
  /** Paystack's number; text, as it no longer fits 32 bits. */
  id: string;
  status: (typeof TRANSACTION_STATUSES)[number];
  reference: string;
  /** Kobo charged: with fees borne by the shopper more than was asked for. */
  amountKobo: number;
  /** Kobo asked for; null when the answer does not say. */
  requestedAmountKobo: number | null;
  currency: string;
  /** 'card', 'bank_transfer' …; null when not known. */
  channel: string | null;
  /** ISO time, UTC; null when not paid. */
  paidAt: string | null;
  customer: {
    first_name?: string | null;
    last_name?: string | null;
    email: string;
    phone?: string | null;
  } | null;
}
