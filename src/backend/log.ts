/** One event for the person who runs the shop. It contains no names and no addresses of any kind. */
export interface LogEntry {
  event: string;
  [detail: string]: unknown;
}
export type Log = (entry: LogEntry) => void;

/** Writes one JSON object per line to standard error. */
export const logToStderr: Log = (entry) => {
  process.stderr.write(`${JSON.stringify({ at: new Date().toISOString(), ...entry })}\n`);
};

/**
 * An error for the log: its message, where it was thrown, and its causes. Clients never see it. The text and values of a
 * failed query are left out, since the values are people's names and addresses.
 */
export function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  return {
    name: error.name,
    message: 'params' in error ? 'A query failed' : error.message,
    ...code,
    at: error.stack
      ?.split('\n')
      .filter((line) => /^ +at /.test(line))
      .slice(0, 5)
      .map((line) => line.trim()),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}
