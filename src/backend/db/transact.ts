import type { Database } from './connect.ts';

/** A transaction as Drizzle passes it to its callback. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

/**
 * Runs a transaction, and runs it again if the database had to break a deadlock with it. A merchant who replaces the
 * catalogue locks products in another order than a checkout does.
 */
export async function transact<T>(
  db: Database,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction(work);
    } catch (error) {
      if (attempt >= 4 || !isRefusedBy(error, ...DEADLOCK)) throw error;
    }
  }
}

const DEADLOCK = ['40P01', '40001'];

/** Whether the database refused with one of these codes, anywhere among the causes of an error. */
export function isRefusedBy(error: unknown, ...codes: readonly string[]): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && codes.includes(String(error.code))) return true;
  return isRefusedBy(error.cause, ...codes);
}
