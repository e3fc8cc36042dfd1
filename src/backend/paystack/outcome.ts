import type { Result } from '#backend/base/result.ts';

/**
 * How a call to Paystack failed. Only those that end in `rejected`, `duplicate_reference` and `unknown_reference` are Paystack's own
 * answer. After any other code, nobody knows what Paystack did.
 */
export type PaystackFailure =
  | 'timeout'
  | 'network'
  | 'rejected'
  | 'email_rejected'
  | 'amount_rejected'
  | 'duplicate_reference'
  | 'unknown_reference'
  | 'bad_answer'
  | 'rate_limited';

/** What Paystack answers, or how the call failed, in words for the log. They never contain a key. */
export type Outcome<Value, Code extends string = PaystackFailure> = Result<Value, Code>;
