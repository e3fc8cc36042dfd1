import { pino } from 'pino';
import pretty from 'pino-pretty';
import { isFailedQuery } from '#process/sentences.ts';

/** The levels of a log. Each level includes those after it. */
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

/** An event for the person who runs the shop. It contains no names, secrets, payment references or addresses of any kind. */
export interface LogEntry {
  event: string;
  /** By default `error` for an event with an error, otherwise `info`. */
  level?: LogLevel;
  [detail: string]: unknown;
}
export type Log = (entry: LogEntry) => void;

/**
 * Writes one line per event to standard error: JSON in production, for programs that collect logs; otherwise readable.
 * Writes at once, so that no line is lost if the process dies.
 */
export function createLog(settings: {
  SHOP_MODE: 'development' | 'production';
  LOG_LEVEL: LogLevel;
}): Log {
  const stream =
    settings.SHOP_MODE === 'production'
      ? pino.destination({ dest: 2, sync: true })
      : pretty({
          destination: 2,
          sync: true,
          colorize: process.stderr.isTTY === true,
          singleLine: true,
          messageKey: 'event',
          // An error is described already, without private data.
          errorLikeObjectKeys: [],
          timestampKey: 'at',
          translateTime: 'SYS:HH:MM:ss',
        });
  const logger = pino(
    {
      level: settings.LOG_LEVEL,
      // Without process and machine, which the collector of the log adds.
      base: null,
      messageKey: 'event',
      timestamp: () => `,"at":"${new Date().toISOString()}"`,
      formatters: { level: (level) => ({ level }) },
    },
    stream,
  );
  return ({ level, event, ...details }) =>
    logger[level ?? (details.error ? 'error' : 'info')](details, event);
}

/**
 * Describes an error for the log: its message, where it was thrown, and its causes. Clients never see it. Leaves out the
 * text and values of a failed query, because the values are people's names and addresses.
 */
export function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  return {
    name: error.name,
    message: isFailedQuery(error) ? 'A query failed' : error.message,
    ...code,
    at: error.stack
      ?.split('\n')
      .filter((line) => /^ +at /.test(line))
      .slice(0, 5)
      .map((line) => line.trim()),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}
