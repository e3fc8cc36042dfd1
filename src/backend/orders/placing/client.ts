import { sql } from 'drizzle-orm';
import { lockOf } from '#backend/db/locks.ts';
import type { Transaction } from '#backend/db/transact.ts';

/** The browser and the account that order. */
export interface Client {
  /** The browser's key for this attempt. Null without one. */
  attemptKey: string | null;
  /** The keys of the browser's earlier attempts. Only it knows them. */
  previousKeys: readonly string[];
  /** Network address. Null when not known. */
  address: string | null;
  /** The signed-in customer. Null for a guest. */
  accountId: string | null;
}

/** Lets requests with the same attempt, customer or network address run one at a time. Locks in this order. */
export async function lockClient(
  transaction: Transaction,
  email: string,
  { attemptKey, accountId, address }: Client,
): Promise<void> {
  const locks = [
    ...(attemptKey === null ? [] : [lockOf('attempt', attemptKey)]),
    lockOf('customer', accountId ?? email),
    ...(address === null ? [] : [lockOf('network', address)]),
  ];
  await transaction.execute(sql`select ${sql.join(locks, sql`, `)}`);
}
