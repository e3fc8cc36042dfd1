/** Milliseconds after which a read fails with TIMEOUT_ERROR (spec §8). */
export const READ_MS = 12_000;
/** The same for a write. Initializing a payment waits for its provider. */
export const WRITE_MS = 30_000;
