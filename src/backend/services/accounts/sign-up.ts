import { eq } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { accounts } from '#backend/db/account-tables.ts';
import type { Database } from '#backend/db/connect.ts';
import { alreadyRegisteredEmail, signUpCodeEmail } from '#backend/mail/account-emails.ts';
import { enqueue } from '#backend/mail/queue.ts';
import { newAccountId } from '#backend/services/orders/ids.ts';
import { count, restart } from '#backend/services/rate-limits.ts';
import { done, type Result, refuse } from '#backend/services/result.ts';
import { hashSecret, newSecret } from '#backend/services/secrets.ts';
import type * as account from '#contract/account.ts';
import { EMAILS_A_DAY, EMAILS_AN_HOUR, EMAILS_BY_NETWORK, RESEND } from './limits.ts';
import { newCode, proveCode, storeCode, useCode, wrongCode } from './one-time-codes.ts';
import { hashPassword } from './password-hash.ts';
import { openSession, userOf } from './sessions.ts';

type Body<S extends z.ZodMiniType> = z.output<S>;
/** A new session, in the contract's shape. */
export type SessionAnswer = z.output<typeof account.sessionAnswer>;

/**
 * Starts a registration and emails its code. For an address that has an account, answer, duration and limits are the
 * same, and the owner gets an email that says so. Refusal: rate_limited.
 */
export async function register(
  db: Database,
  body: Body<typeof account.registerBody>,
  network: string | null,
): Promise<Result<{ email: string; attempt: string }>> {
  const { email } = body;
  const limited = await count(
    db,
    [EMAILS_BY_NETWORK, network],
    [EMAILS_AN_HOUR, `verify_email ${email}`],
    [EMAILS_A_DAY, `verify_email ${email}`],
  );
  if (!limited.ok) return limited;
  await restart(db, RESEND, `verify_email ${email}`);
  const [passwordHash, code] = await Promise.all([
    hashPassword(body.password),
    newCode('verify_email', email),
  ]);
  const attempt = newSecret();
  await db.transaction(async (transaction) => {
    const [known] = await transaction
      .select({ id: accounts.id })
      .from(accounts)
      .where(eq(accounts.email, email));
    await storeCode(transaction, 'verify_email', email, code, {
      decoy: known !== undefined,
      registration: {
        fullName: body.fullName,
        passwordHash,
        attemptHash: hashSecret(attempt),
        clientAddress: network,
      },
    });
    await enqueue(
      transaction,
      known ? alreadyRegisteredEmail(email) : signUpCodeEmail(email, code.code),
    );
  });
  return done({ email, attempt });
}

/**
 * Creates the account that a code verifies, with the name and password of its registration, and opens a session.
 * The account has no password if the registration is contested and `attempt` does not prove whose it is.
 * Refusals: code_invalid, rate_limited.
 */
export async function verifySignUp(
  db: Database,
  body: Body<typeof account.verifyOtpBody>,
  network: string | null,
): Promise<Result<SessionAnswer>> {
  const { email, otp, attempt } = body;
  const proved = await proveCode(db, { purpose: 'verify_email', email, code: otp, network });
  if (!proved.ok) return proved;
  const row = proved.value;
  const own = attempt !== undefined && hashSecret(attempt) === row.attemptHash;
  return db.transaction(async (transaction) => {
    if (!(await useCode(transaction, row))) return wrongCode();
    if (attempt !== undefined && !own) {
      return refuse(
        'code_invalid',
        'This code belongs to another registration with your address. Please sign up again.',
      );
    }
    const [made] = await transaction
      .insert(accounts)
      .values({
        id: newAccountId(),
        email,
        fullName: row.fullName ?? '',
        passwordHash: own || !row.contested ? row.passwordHash : null,
      })
      .onConflictDoNothing()
      .returning();
    if (!made) return wrongCode();
    return done({ token: await openSession(transaction, made.id), user: userOf(made) });
  });
}
