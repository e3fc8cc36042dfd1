/**
 * What a test or a hook may take (ms) before it counts as hanging: some take 40 s on a busy machine. One that needs
 * more says so.
 */
export const LIMIT_MS = 180_000;

/**
 * How long a test waits for something that a process, a timer or a database does (ms), so that the test ends first if
 * it hangs.
 */
export const PATIENCE_MS = 150_000;
