import { sql } from 'drizzle-orm';
import type { Transaction } from '#backend/db/transact.ts';

/** Who orders. */
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
  const keys = [attemptKey, accountId ?? email, address];
  const locks = keys.flatMap((key, kind) =>
    key === null ? [] : [sql`pg_advisory_xact_lock(${7000 + kind}, hashtext(${key}))`],
  );
  await transaction.execute(sql`select ${sql.join(locks, sql`, `)}`);
}
