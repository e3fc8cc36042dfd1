import { eq } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { newAccountId } from '#backend/base/ids.ts';
import { done, type Result, refuse } from '#backend/base/result.ts';
import { hashSecret, newSecret } from '#backend/base/secrets.ts';
import type { Database } from '#backend/db/connect.ts';
import { check, count, restart } from '#backend/limits/rate-limits.ts';
import { isSameNetwork, type Requester } from '#backend/limits/requester.ts';
import { enqueue } from '#backend/mail/outbox.ts';
import type * as account from '#contract/account.ts';
import { alreadyRegisteredEmail, signUpCodeEmail } from './emails.ts';
import { rememberDevice } from './known-devices.ts';
import { codeEmailLimits, REGISTRATIONS, RESEND } from './limits.ts';
import {
  type CodeRow,
  findCode,
  lockCode,
  newCode,
  proveCode,
  storeCode,
  storeRegistration,
  useCode,
  wrongCode,
} from './one-time-codes.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';
import { findAttempt, forgetReplaced, keepReplaced } from './registrations.ts';
import { openSession, userOf } from './sessions.ts';
import { accounts } from './tables.ts';

type Body<S extends z.ZodMiniType> = z.output<S>;
/** A new session, in the contract's shape. */
export type SessionAnswer = z.output<typeof account.sessionAnswer>;

/**
 * Starts a registration and emails its code, at most every 30 seconds. A second press within them is verified by the code
 * already sent. For an address with an account, answer, duration and limits are the same, and the owner gets an email that
 * says so. Refusal: rate_limited.
 */
export async function register(
  db: Database,
  body: Body<typeof account.registerBody>,
  requester: Requester,
): Promise<Result<{ email: string; attempt: string }>> {
  const { network, device, signal } = requester;
  const { email, password } = body;
  const limited = await count(db, [REGISTRATIONS, `${network ?? device} ${email}`]);
  if (!limited.ok) return limited;
  const limits = codeEmailLimits('verify_email', email, requester);
  const early = await findCode(db, 'verify_email', email);
  const allowed = early?.cooling ? done(null) : await check(db, ...limits);
  if (!allowed.ok) return allowed;
  const [passwordHash, code] = await Promise.all([
    hashPassword(password, signal),
    newCode('verify_email', email, signal),
  ]);
  const attempt = newSecret();
  for (let last = early; ; last = await findCode(db, 'verify_email', email)) {
    const isHers =
      !!last?.passwordHash && (await verifyPassword(password, last.passwordHash, signal));
    const registered = await db.transaction(async (transaction) => {
      const [known] = await transaction
        .select({ id: accounts.id })
        .from(accounts)
        .where(eq(accounts.email, email));
      const decoy = known !== undefined;
      const replaced = await lockCode(transaction, 'verify_email', email);
      // Another press was faster, so the passwords may differ.
      if (replaced && replaced.passwordHash !== (last?.passwordHash ?? null)) return null;
      const registration = {
        fullName: body.fullName,
        passwordHash,
        attemptHash: hashSecret(attempt),
        clientAddress: network,
        contested: isContested(replaced, isHers),
      };
      if (replaced) await keepReplaced(transaction, replaced);
      if (replaced?.cooling) {
        await storeRegistration(transaction, email, { ...registration, decoy });
        return done(null);
      }
      const counted = await count(transaction, ...limits);
      if (!counted.ok) return counted;
      await restart(transaction, RESEND, `verify_email ${email}`);
      const options = { decoy, registration, requester };
      await storeCode(transaction, 'verify_email', email, code, options);
      await enqueue(
        transaction,
        known ? alreadyRegisteredEmail(email) : signUpCodeEmail(email, code.code),
      );
      return done(null);
    });
    if (registered) return registered.ok ? done({ email, attempt }) : registered;
  }
}

/**
 * Whether a registration's owner is uncertain, because it replaces another one. With the same password it is certain,
 * because one person made both. A network address proves nothing, because strangers share one. Only the browser's
 * `attempt` proves who owns a contested registration.
 */
function isContested(replaced: CodeRow | null, isHers: boolean): boolean {
  if (!replaced || replaced.decoy || replaced.passwordHash === null) return false;
  return replaced.contested || !isHers;
}

/**
 * Creates the account that a code verifies, with the name and password of its registration, and opens a session. Without a
 * proving `attempt`, the account has no password if the registration is contested or comes from another network address.
 * Refusals: code_invalid, rate_limited.
 */
export async function verifySignUp(
  db: Database,
  body: Body<typeof account.verifyOtpBody>,
  requester: Requester,
): Promise<Result<SessionAnswer>> {
  const { email, otp: code, attempt } = body;
  const guess = { purpose: 'verify_email', email, code, attempt } as const;
  const proved = await proveCode(db, guess, requester);
  if (!proved.ok) return proved;
  const row = proved.value;
  return db.transaction(async (transaction) => {
    if (!(await useCode(transaction, row))) return wrongCode();
    const own = await findAttempt(transaction, row, attempt);
    await forgetReplaced(transaction, email);
    if (attempt !== undefined && !own) {
      return refuse(
        'code_invalid',
        'This code belongs to another registration with your address. Please sign up again.',
      );
    }
    const doubtful = row.contested || isSameNetwork(row.clientAddress, requester.network) === false;
    const [made] = await transaction
      .insert(accounts)
      .values({
        id: newAccountId(),
        email,
        fullName: (own ?? row).fullName ?? '',
        passwordHash: own ? own.passwordHash : doubtful ? null : row.passwordHash,
      })
      .onConflictDoNothing()
      .returning();
    if (!made) return wrongCode();
    await rememberDevice(transaction, made.id, requester);
    return done({ token: await openSession(transaction, made.id), user: userOf(made) });
  });
}
