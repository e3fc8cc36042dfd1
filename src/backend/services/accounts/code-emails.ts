import { eq } from 'drizzle-orm';
import { accounts } from '#backend/db/account-tables.ts';
import type { Database } from '#backend/db/connect.ts';
import {
  alreadyRegisteredEmail,
  noAccountEmail,
  nothingToConfirmEmail,
  resetCodeEmail,
  signUpCodeEmail,
} from '#backend/mail/account-emails.ts';
import { enqueue } from '#backend/mail/queue.ts';
import { count } from '#backend/services/rate-limits.ts';
import { done, type Result } from '#backend/services/result.ts';
import { EMAILS_A_DAY, EMAILS_AN_HOUR, EMAILS_BY_NETWORK, RESEND } from './limits.ts';
import { lockCode, newCode, type Purpose, storeCode } from './one-time-codes.ts';

/**
 * Emails a new code in place of the last one, at most every 30 seconds. Answers the same, with the same work, whether
 * or not the address is known. An address with nothing to verify gets an email that says so. Refusal: rate_limited.
 */
export async function resendCode(
  db: Database,
  body: { email: string; purpose: Purpose },
  network: string | null,
): Promise<Result<null>> {
  const cooling = await count(db, [RESEND, `${body.purpose} ${body.email}`]);
  return cooling.ok ? sendCode(db, body, network) : cooling;
}

/**
 * Emails a code for a new password. Within 30 seconds of the last one it sends none and answers the same.
 * Refusal: rate_limited.
 */
export async function forgotPassword(
  db: Database,
  email: string,
  network: string | null,
): Promise<Result<{ email: string }>> {
  const cooling = await count(db, [RESEND, `reset_password ${email}`]);
  const emailed = cooling.ok
    ? await sendCode(db, { email, purpose: 'reset_password' }, network)
    : done(null);
  return emailed.ok ? done({ email }) : emailed;
}

async function sendCode(
  db: Database,
  { email, purpose }: { email: string; purpose: Purpose },
  network: string | null,
): Promise<Result<null>> {
  const limited = await count(
    db,
    [EMAILS_BY_NETWORK, network],
    [EMAILS_AN_HOUR, `${purpose} ${email}`],
    [EMAILS_A_DAY, `${purpose} ${email}`],
  );
  if (!limited.ok) return limited;
  const code = await newCode(purpose, email);
  await db.transaction(async (transaction) => {
    const [known] = await transaction
      .select({ id: accounts.id })
      .from(accounts)
      .where(eq(accounts.email, email));
    const last = await lockCode(transaction, purpose, email);
    const waiting = !known && last !== null && !last.decoy;
    const wanted = purpose === 'reset_password' ? known !== undefined : waiting;
    await storeCode(transaction, purpose, email, code, {
      decoy: !wanted,
      registration: last,
    });
    await enqueue(transaction, emailFor(known !== undefined, wanted));
  });
  return done(null);

  function emailFor(known: boolean, wanted: boolean) {
    if (purpose === 'reset_password') {
      return wanted ? resetCodeEmail(email, code.code) : noAccountEmail(email);
    }
    if (wanted) return signUpCodeEmail(email, code.code);
    return known ? alreadyRegisteredEmail(email) : nothingToConfirmEmail(email);
  }
}
