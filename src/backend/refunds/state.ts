import type { RefundRow } from './tables.ts';

/** Refunds that cannot go on without the merchant. */
export const FAILED: readonly RefundRow['status'][] = ['failed', 'needs_customer'];

/** The state of a refund, in the words that emails, the export and commands have always had for it. */
export const refundState = (status: RefundRow['status']): string =>
  status === 'done' ? 'processed' : status === 'needs_customer' ? 'needs-attention' : status;
