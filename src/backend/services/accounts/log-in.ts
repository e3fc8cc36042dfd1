import { eq } from 'drizzle-orm';
import { accounts } from '#backend/db/account-tables.ts';
import type { Database } from '#backend/db/connect.ts';
import { type Counted, count, release } from '#backend/services/rate-limits.ts';
import { done, type Result, refuse } from '#backend/services/result.ts';
import { WRONG_PASSWORDS, WRONG_PASSWORDS_ANYWHERE, WRONG_PASSWORDS_BY_NETWORK } from './limits.ts';
import { verifyPassword } from './password-hash.ts';
import { openSession, userOf } from './sessions.ts';
import type { SessionAnswer } from './sign-up.ts';

/**
 * Checks the password of the account with this address, and returns the account. An unknown address costs the same
 * hash and gets the same answer. Refusals: credentials_invalid, rate_limited.
 */
export async function checkPassword(
  db: Database,
  given: { email: string; password: string; network: string | null },
): Promise<Result<typeof accounts.$inferSelect>> {
  const { email, network } = given;
  const counted: Counted[] = [
    [WRONG_PASSWORDS, `${network} ${email}`],
    [WRONG_PASSWORDS_ANYWHERE, email],
    [WRONG_PASSWORDS_BY_NETWORK, network],
  ];
  const limited = await count(db, ...counted);
  if (!limited.ok) return limited;
  const [row] = await db.select().from(accounts).where(eq(accounts.email, email));
  const right = await verifyPassword(given.password, row?.passwordHash ?? null);
  if (!row || !right) return refuse('credentials_invalid', 'Invalid email or password');
  await release(db, ...counted);
  return done(row);
}

/** Opens a session if the password is right. Refusals: those of checkPassword. */
export async function logIn(
  db: Database,
  body: { email: string; password: string },
  network: string | null,
): Promise<Result<SessionAnswer>> {
  const checked = await checkPassword(db, { ...body, network });
  if (!checked.ok) return checked;
  const row = checked.value;
  return done({ token: await openSession(db, row.id), user: userOf(row) });
}
