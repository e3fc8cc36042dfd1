/** One event for whoever runs the shop. No names, addresses or e-mail addresses go in. */
export interface LogEntry {
  event: string;
  [detail: string]: unknown;
}
export type Log = (entry: LogEntry) => void;

/** One JSON object a line on standard error. */
export const logToStderr: Log = (entry) => {
  process.stderr.write(`${JSON.stringify({ at: new Date().toISOString(), ...entry })}\n`);
};

/**
 * An error for the log: message, where it was thrown, and its causes. Nothing of it goes to a client. Of a
 * failed query neither text nor values are kept, since the values are people's names and addresses.
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
