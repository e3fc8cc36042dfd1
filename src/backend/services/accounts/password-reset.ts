import { and, eq, gt, sql } from 'drizzle-orm';
import { accounts, passwordResets } from '#backend/db/account-tables.ts';
import type { Database } from '#backend/db/connect.ts';
import { passwordChangedEmail } from '#backend/mail/account-emails.ts';
import { enqueue } from '#backend/mail/queue.ts';
import { count, release } from '#backend/services/rate-limits.ts';
import { done, type Result, refuse } from '#backend/services/result.ts';
import { hashSecret, newSecret } from '#backend/services/secrets.ts';
import { WRONG_CODES_BY_NETWORK } from './limits.ts';
import { CODE_MINUTES, proveCode, useCode, wrongCode } from './one-time-codes.ts';
import { hashPassword } from './password-hash.ts';
import { closeAllSessions } from './sessions.ts';

/**
 * Exchanges the emailed code for a secret for the last step. The secret works once, within ten minutes.
 * Refusals: code_invalid, rate_limited.
 */
export async function verifyResetCode(
  db: Database,
  body: { email: string; otp: string },
  network: string | null,
): Promise<Result<{ otp: string }>> {
  const { email, otp } = body;
  const proved = await proveCode(db, { purpose: 'reset_password', email, code: otp, network });
  if (!proved.ok) return proved;
  return db.transaction(async (transaction) => {
    if (!(await useCode(transaction, proved.value))) return wrongCode();
    const [account] = await transaction
      .select({ id: accounts.id })
      .from(accounts)
      .where(eq(accounts.email, email));
    if (!account) return wrongCode();
    const secret = newSecret();
    await transaction.insert(passwordResets).values({
      tokenHash: hashSecret(secret),
      accountId: account.id,
      expiresAt: sql`now() + ${CODE_MINUTES} * interval '1 minute'`,
    });
    return done({ otp: secret });
  });
}

/**
 * Sets the new password, ends every session of the account and notifies its owner by email.
 * Refusals: code_invalid, rate_limited.
 */
export async function resetPassword(
  db: Database,
  body: { email: string; otp: string; newPassword: string },
  network: string | null,
): Promise<Result<null>> {
  const limited = await count(db, [WRONG_CODES_BY_NETWORK, network]);
  if (!limited.ok) return limited;
  const tokenHash = hashSecret(body.otp);
  const counts = and(
    eq(passwordResets.tokenHash, tokenHash),
    gt(passwordResets.expiresAt, sql`now()`),
  );
  const [ticket] = await db
    .select({ accountId: passwordResets.accountId })
    .from(passwordResets)
    .innerJoin(accounts, eq(accounts.id, passwordResets.accountId))
    .where(and(counts, eq(accounts.email, body.email)));
  if (!ticket) return spent();
  const passwordHash = await hashPassword(body.newPassword);
  const result = await db.transaction(async (transaction) => {
    const used = await transaction.delete(passwordResets).where(counts).returning();
    if (used.length === 0) return spent();
    const { accountId } = ticket;
    await transaction.update(accounts).set({ passwordHash }).where(eq(accounts.id, accountId));
    await transaction.delete(passwordResets).where(eq(passwordResets.accountId, accountId));
    await closeAllSessions(transaction, accountId);
    await enqueue(transaction, passwordChangedEmail(body.email));
    return done(null);
  });
  if (result.ok) await release(db, [WRONG_CODES_BY_NETWORK, network]);
  return result;
}

const spent = () =>
  refuse('code_invalid', 'Setting a new password took too long. Please ask for a new code.');
