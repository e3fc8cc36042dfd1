/**
 * Milliseconds after which a test or a hook counts as hanging: some take 40 s on a busy machine. One that needs more
 * says so.
 */
export const LIMIT_MS = 180_000;

/**
 * Milliseconds for which a test waits for a process, a timer or a database, so that the test ends first if it hangs.
 */
export const PATIENCE_MS = 150_000;
