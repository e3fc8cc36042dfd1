import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { hashSecret, newSecret } from '#backend/base/secrets.ts';
import type { Database } from '#backend/db/connect.ts';
import type { User } from '#contract/account.ts';
import { accounts, sessions } from './tables.ts';

/** The days of a session, used or not. */
const SESSION_DAYS = 30;

/** The customer who makes a request. */
export interface Session {
  /** The bearer token of the request. */
  token: string;
  tokenHash: string;
  user: User & { email: string };
}

/** Returns the part of an account's row that the customer sees. */
export const userOf = (row: { id: string; fullName: string; email: string }) => ({
  id: row.id,
  fullName: row.fullName,
  email: row.email,
});

/** Opens a session and returns its token. Only the hash of the token is stored. */
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

/** Returns the session of a token; null if it does not exist, has expired, or belongs to a blocked account. */
export async function findSession(db: Database, token: string): Promise<Session | null> {
  // This avoids a query for text that cannot be a token.
  if (!/^[A-Za-z0-9_-]{43}$/.test(token)) return null;
  const tokenHash = hashSecret(token);
  const [row] = await db
    .select({ id: accounts.id, fullName: accounts.fullName, email: accounts.email })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .where(
      and(
        eq(sessions.tokenHash, tokenHash),
        gt(sessions.expiresAt, sql`now()`),
        // A login may have been in progress during the block.
        isNull(accounts.blockedAt),
      ),
    );
  return row ? { token, tokenHash, user: userOf(row) } : null;
}

/** Ends one session. */
export async function closeSession(db: Database, session: Session): Promise<void> {
  await db.delete(sessions).where(eq(sessions.tokenHash, session.tokenHash));
}

/** Ends every session of an account. */
export async function closeAllSessions(
  db: Pick<Database, 'delete'>,
  accountId: string,
): Promise<void> {
  await db.delete(sessions).where(eq(sessions.accountId, accountId));
}
