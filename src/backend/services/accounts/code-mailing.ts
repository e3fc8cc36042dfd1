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
import { MAILS_A_DAY, MAILS_AN_HOUR, MAILS_BY_NETWORK, RESEND } from './limits.ts';
import { lockCode, newCode, type Purpose, storeCode } from './one-time-codes.ts';

/**
 * Mails a new code in place of the last one, at most every 30 seconds. Answers and works alike whether or
 * not the address is known: who has nothing to prove gets a letter that says so. Refusal: rate_limited.
 */
export async function resendCode(
  db: Database,
  body: { email: string; purpose: Purpose },
  network: string | null,
): Promise<Result<null>> {
  const cooling = await count(db, [RESEND, `${body.purpose} ${body.email}`]);
  return cooling.ok ? mailCode(db, body, network) : cooling;
}

/**
 * Mails a code for a new password. Asked again within 30 seconds, it lets the code that is on its way stand
 * and answers the same. Refusal: rate_limited.
 */
export async function forgotPassword(
  db: Database,
  email: string,
  network: string | null,
): Promise<Result<{ email: string }>> {
  const cooling = await count(db, [RESEND, `reset_password ${email}`]);
  const mailed = cooling.ok
    ? await mailCode(db, { email, purpose: 'reset_password' }, network)
    : done(null);
  return mailed.ok ? done({ email }) : mailed;
}

async function mailCode(
  db: Database,
  { email, purpose }: { email: string; purpose: Purpose },
  network: string | null,
): Promise<Result<null>> {
  const limited = await count(
    db,
    [MAILS_BY_NETWORK, network],
    [MAILS_AN_HOUR, `${purpose} ${email}`],
    [MAILS_A_DAY, `${purpose} ${email}`],
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
    await enqueue(transaction, letter(known !== undefined, wanted));
  });
  return done(null);

  function letter(known: boolean, wanted: boolean) {
    if (purpose === 'reset_password') {
      return wanted ? resetCodeEmail(email, code.code) : noAccountEmail(email);
    }
    if (wanted) return signUpCodeEmail(email, code.code);
    return known ? alreadyRegisteredEmail(email) : nothingToConfirmEmail(email);
  }
}
