/** The states of a refund at Paystack, from the first to the last (Paystack documentation, Refunds). */
export const REFUND_STATUSES = [
  'pending',
  'processing',
  'needs-attention',
  'failed',
  'processed',
] as const;
