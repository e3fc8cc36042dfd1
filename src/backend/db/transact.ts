import type { Database } from './connect.ts';

/** A transaction as Drizzle passes it to its callback. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

/**
 * Runs a transaction, and retries it after a deadlock. A merchant who replaces the catalogue locks products in another
 * order than a checkout does. Work that returns a refusal (`ok: false`) changes nothing.
 */
export async function transact<T>(
  db: Database,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await allOrNothing(db, work);
    } catch (error) {
      if (attempt >= 4 || !isRefusedBy(error, ...DEADLOCK)) throw error;
    }
  }
}

/** Runs work in a transaction or in a part of one. A refusal from the work undoes it and is returned. */
export async function allOrNothing<T>(
  within: Pick<Database, 'transaction'>,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  let answer: T | undefined;
  try {
    return await within.transaction(async (transaction) => {
      answer = await work(transaction);
      if (isRefusal(answer)) throw UNDONE;
      return answer;
    });
  } catch (error) {
    if (error !== UNDONE) throw error;
    return answer as T;
  }
}

/** Drizzle rolls back only for an exception. */
const UNDONE = new Error('The work was refused');

const isRefusal = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && 'ok' in answer && answer.ok === false;

const DEADLOCK = ['40P01', '40001'];

/** Whether the database refused with one of these codes, anywhere among an error's causes. */
export function isRefusedBy(error: unknown, ...codes: readonly string[]): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && codes.includes(String(error.code))) return true;
  return isRefusedBy(error.cause, ...codes);
}
