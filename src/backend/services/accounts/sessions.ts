import { and, eq, gt, sql } from 'drizzle-orm';
import { accounts, sessions } from '#backend/db/account-tables.ts';
import type { Database } from '#backend/db/connect.ts';
import { hashSecret, newSecret } from '#backend/services/secrets.ts';
import type { User } from '#contract/account.ts';

/** Days that a login lasts, used or not (decision 14). */
const SESSION_DAYS = 30;

/** Who makes a request. */
export interface Session {
  /** As the request carried it. */
  token: string;
  tokenHash: string;
  user: User & { email: string };
}

/** The part of an account's row that its owner sees. */
export const userOf = (row: { id: string; fullName: string; email: string }) => ({
  id: row.id,
  fullName: row.fullName,
  email: row.email,
});

/** Logs an account in; answers the new token, which is kept nowhere. */
export async function openSession(
  db: Pick<Database, 'insert'>,
  accountId: string,
): Promise<string> {
  const token = newSecret();
  await db.insert(sessions).values({
    tokenHash: hashSecret(token),
    accountId,
    expiresAt: sql`now() + ${SESSION_DAYS} * interval '1 day'`,
  });
  return token;
}

/** The session of a token; null when there is none, or no longer. */
export async function findSession(db: Database, token: string): Promise<Session | null> {
  // What is no token of ours is not worth a query.
  if (!/^[A-Za-z0-9_-]{43}$/.test(token)) return null;
  const tokenHash = hashSecret(token);
  const [row] = await db
    .select({ id: accounts.id, fullName: accounts.fullName, email: accounts.email })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .where(and(eq(sessions.tokenHash, tokenHash), gt(sessions.expiresAt, sql`now()`)));
  return row ? { token, tokenHash, user: userOf(row) } : null;
}

/** Logs this one out. */
export async function closeSession(db: Database, session: Session): Promise<void> {
  await db.delete(sessions).where(eq(sessions.tokenHash, session.tokenHash));
}

/** Logs an account out everywhere. */
export async function closeAllSessions(
  db: Pick<Database, 'delete'>,
  accountId: string,
): Promise<void> {
  await db.delete(sessions).where(eq(sessions.accountId, accountId));
}
