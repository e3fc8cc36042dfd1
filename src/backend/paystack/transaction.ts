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

/** What Paystack's verify call, and its list, say about a payment. */
export interface ProviderPayment {
  /** Paystack's number, as text since it does not fit 32 bits. */
  id: string;
  status: (typeof TRANSACTION_STATUSES)[number];
  reference: string;
  /** Kobo charged. More than the requested amount when the shopper bears the fees. */
  amountKobo: number;
  /** Kobo requested. Null when the answer does not say. */
  requestedAmountKobo: number | null;
  currency: string;
  /** 'card', 'bank_transfer' and others. Null when not known. */
  channel: string | null;
  /** ISO time in UTC. Null when not paid. */
  paidAt: string | null;
  customer: {
    first_name?: string | null;
    last_name?: string | null;
    email: string;
    phone?: string | null;
  } | null;
  /** What the shop sent along when the payment began. Null for 0, '' and whatever else is no object. */
  metadata: Readonly<Record<string, unknown>> | null;
}
