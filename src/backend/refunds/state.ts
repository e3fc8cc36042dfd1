import type { RefundRow } from './tables.ts';

/** The states of refunds that need the merchant. */
export const FAILED: readonly RefundRow['status'][] = ['failed', 'needs_customer'];

/** Returns the state of a refund, in the established words of emails, the export and commands. */
export const refundState = (status: RefundRow['status']): string =>
  status === 'done' ? 'processed' : status === 'needs_customer' ? 'needs-attention' : status;
