import { DrizzleQueryError } from 'drizzle-orm';
import pg from 'pg';
import { Unconfirmed } from './connection.ts';

/** The error when no connection to the database can be opened. */
export class Unreachable extends Error {
  override name = 'Unreachable';

  constructor(cause: unknown) {
    super('The database cannot be reached', { cause });
  }
}

/**
 * PostgreSQL's error codes that do not concern the query: the same call may succeed in a moment. Appendix A of its manual
 * lists them; two characters are a whole class.
 */
const CODES = [
  // Connection exceptions.
  '08',
  // Insufficient resources: a full disk, no memory, too many connections.
  '53',
  // Stopped by an administrator, crashed, or starting up.
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  // The shop's own limits (connect.ts): a statement, a lock, an idle transaction.
  '57014',
  '55P03',
  '25P03',
  // A server that became a standby.
  '25006',
  // A deadlock or conflict that returned with each retry (transact.ts).
  '40P01',
  '40001',
  // Errors of the operating system, such as of the disk.
  '58',
];

/** The operating system's error codes for a lost connection. */
const LOST = ['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH'];

/** pg's messages, which have no code, when it cannot open a connection or has lost it. */
const WORDS =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/;

/** Whether an error means that the database cannot be used now: it stops, restarts, is full, or takes too long. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof Unreachable) return true;
  return (
    isUnavailable(error.cause) || (error instanceof DrizzleQueryError && isPassing(error.cause))
  );
}

/** Whether the cause of a failed query may be gone next time. */
function isPassing(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  if (cause instanceof Unconfirmed) return true;
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  if (cause instanceof pg.DatabaseError) return CODES.some((known) => code.startsWith(known));
  return LOST.includes(code) || WORDS.test(cause.message);
}
