import { eq } from 'drizzle-orm';
import { done, type Result } from '#backend/base/result.ts';
import type { Database } from '#backend/db/connect.ts';
import { count, release } from '#backend/limits/rate-limits.ts';
import type { Requester } from '#backend/limits/requester.ts';
import { enqueue } from '#backend/mail/outbox.ts';
import {
  alreadyRegisteredEmail,
  newEmailCodeEmail,
  noAccountEmail,
  nothingToConfirmEmail,
  resetCodeEmail,
  signUpCodeEmail,
} from './emails.ts';
import { isKnownDevice } from './known-devices.ts';
import { codeEmailLimits, RESEND } from './limits.ts';
import { lockCode, newCode, type Purpose, storeCode } from './one-time-codes.ts';
import { accounts } from './tables.ts';

/**
 * Emails a new code in place of the last one, at most every 30 seconds. Gives the same answer, with the same work, whether
 * or not the address is known. An address with nothing to verify gets an email that says so. Refusal: rate_limited.
 */
export async function resendCode(
  db: Database,
  body: { email: string; purpose: Purpose },
  requester: Requester,
): Promise<Result<null>> {
  const cooling = await count(db, [RESEND, `${body.purpose} ${body.email}`]);
  return cooling.ok ? sendCode(db, body, requester) : cooling;
}

/** Emails a code for a new password (see `askCode`). */
export const forgotPassword = (
  db: Database,
  { email }: { email: string },
  requester: Requester,
): Promise<Result<{ email: string }>> =>
  askCode(db, { email, purpose: 'reset_password' }, requester);

/** Emails a code. Within 30 seconds it sends no other, with the same answer. Refusal: rate_limited. */
export async function askCode(
  db: Database,
  body: { email: string; purpose: Purpose },
  requester: Requester,
): Promise<Result<{ email: string }>> {
  const cooling = await count(db, [RESEND, `${body.purpose} ${body.email}`]);
  const emailed = cooling.ok ? await sendCode(db, body, requester) : done(null);
  return emailed.ok ? done({ email: body.email }) : emailed;
}

async function sendCode(
  db: Database,
  { email, purpose }: { email: string; purpose: Purpose },
  requester: Requester,
): Promise<Result<null>> {
  const known = await isKnownDevice(db, email, requester);
  const limited = await count(db, ...codeEmailLimits(purpose, email, { ...requester, known }));
  if (!limited.ok) {
    // A stranger who has used up an allowance does not make the owner wait.
    await release(db, [RESEND, `${purpose} ${email}`]);
    return limited;
  }
  const code = await newCode(purpose, email, requester.signal);
  await db.transaction(async (transaction) => {
    const [known] = await transaction
      .select({ id: accounts.id })
      .from(accounts)
      .where(eq(accounts.email, email));
    const last = await lockCode(transaction, purpose, email);
    const waiting = !known && last !== null && !last.decoy;
    const wanted = {
      reset_password: known !== undefined,
      verify_email: waiting,
      change_email: !known,
    }[purpose];
    await storeCode(transaction, purpose, email, code, {
      decoy: !wanted,
      registration: last,
      requester,
    });
    await enqueue(transaction, emailFor(known !== undefined, wanted));
  });
  return done(null);

  function emailFor(known: boolean, wanted: boolean) {
    if (purpose === 'reset_password') {
      return wanted ? resetCodeEmail(email, code.code) : noAccountEmail(email);
    }
    const codeEmail = purpose === 'change_email' ? newEmailCodeEmail : signUpCodeEmail;
    if (wanted) return codeEmail(email, code.code);
    return known ? alreadyRegisteredEmail(email) : nothingToConfirmEmail(email);
  }
}
