import { and, eq, gt, sql } from 'drizzle-orm';
import { done, type Result, refuse } from '#backend/base/result.ts';
import { hashSecret, newSecret } from '#backend/base/secrets.ts';
import type { Database } from '#backend/db/connect.ts';
import type { Requester } from '#backend/limits/requester.ts';
import { enqueue } from '#backend/mail/outbox.ts';
import { CODE_MINUTES, passwordChangedEmail } from './emails.ts';
import { proveCode, useCode, wrongCode } from './one-time-codes.ts';
import { hashPassword } from './password-hash.ts';
import { closeAllSessions } from './sessions.ts';
import { accounts, passwordResets } from './tables.ts';

/** Exchanges the emailed code for a secret that works once, within ten minutes. Refusals: code_invalid, rate_limited. */
export async function verifyResetCode(
  db: Database,
  body: { email: string; otp: string },
  requester: Requester,
): Promise<Result<{ otp: string }>> {
  const { email, otp } = body;
  const proved = await proveCode(db, { purpose: 'reset_password', email, code: otp }, requester);
  if (!proved.ok) return proved;
  return db.transaction(async (transaction) => {
    if (!(await useCode(transaction, proved.value))) return wrongCode();
    const [account] = await transaction
      .select({ id: accounts.id })
      .from(accounts)
      .where(eq(accounts.email, email))
      // A change of the address deletes what was earned before it, and nothing is earned after it.
      .for('share');
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
 * Sets the new password, ends every session of the account and emails its owner. The secret has 256 bits, so nobody can
 * guess it. A limit on tries would only keep its owner out. Refusal: code_invalid.
 */
export async function resetPassword(
  db: Database,
  body: { email: string; otp: string; newPassword: string },
  { signal }: Requester,
): Promise<Result<null>> {
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
  const passwordHash = await hashPassword(body.newPassword, signal);
  return db.transaction(async (transaction) => {
    const used = await transaction.delete(passwordResets).where(counts).returning();
    if (used.length === 0) return spent();
    const { accountId } = ticket;
    await transaction.update(accounts).set({ passwordHash }).where(eq(accounts.id, accountId));
    await transaction.delete(passwordResets).where(eq(passwordResets.accountId, accountId));
    await closeAllSessions(transaction, accountId);
    await enqueue(transaction, passwordChangedEmail(body.email));
    return done(null);
  });
}

const spent = () =>
  refuse('code_invalid', 'Setting a new password took too long. Please ask for a new code.');
