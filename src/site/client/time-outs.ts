/** Milliseconds after which a call that reads has failed (TIMEOUT_ERROR, spec §8). */
export const READ_MS = 12_000;
/** Milliseconds for a call that writes: initializing a payment waits for Paystack. */
export const WRITE_MS = 30_000;
