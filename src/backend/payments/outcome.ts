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

interface Failed<Code extends string> {
  ok: false;
  code: Code;
  /** For the log, in English. It never contains a key. */
  message: string;
  cause?: unknown;
}

/** A result, or an expected failure. */
export type Outcome<Value, Code extends string = PaystackFailure> =
  | { ok: true; value: Value }
  | Failed<Code>;

export function failed<Code extends string>(
  code: Code,
  message: string,
  cause?: unknown,
): Failed<Code> {
  return { ok: false, code, message, ...(cause !== undefined && { cause }) };
}
