import { eq } from 'drizzle-orm';
import { done, type Result, refuse } from '#backend/base/result.ts';
import type { Database } from '#backend/db/connect.ts';
import { count, release, tally } from '#backend/limits/rate-limits.ts';
import type { Requester } from '#backend/limits/requester.ts';
import { shop } from '#config/shop.ts';
import { isKnownDevice, rememberDevice } from './known-devices.ts';
import { knownPasswordLimits, WRONG_PASSWORDS_ANYWHERE, wrongPasswordLimits } from './limits.ts';
import { verifyPassword } from './password-hash.ts';
import { openSession, userOf } from './sessions.ts';
import type { SessionAnswer } from './sign-up.ts';
import { accounts } from './tables.ts';

/**
 * Checks the password of the account with this address, and returns the account. An unknown address costs the same hash
 * and gets the same answer. Refusals: credentials_invalid, rate_limited.
 */
export async function checkPassword(
  db: Database,
  { email, password }: { email: string; password: string },
  requester: Requester,
): Promise<Result<typeof accounts.$inferSelect>> {
  const { network, device, signal } = requester;
  const anywhere = await tally(db, WRONG_PASSWORDS_ANYWHERE, email);
  const counted = (await isKnownDevice(db, email, requester))
    ? knownPasswordLimits(email, device)
    : wrongPasswordLimits(email, network, anywhere);
  const limited = await count(db, ...counted);
  if (!limited.ok) return limited;
  const [row] = await db.select().from(accounts).where(eq(accounts.email, email));
  const right = await verifyPassword(password, row?.passwordHash ?? null, signal);
  if (!row || !right) return refuse('credentials_invalid', 'Invalid email or password');
  await release(db, ...counted);
  return done(row);
}

/** The message for a blocked customer, who must know whom to ask. */
const BLOCKED = `This account is blocked. Please call ${shop.phone.label} or write to ${shop.email}.`;

/** Opens a session if the password is right. Refusals: those of checkPassword; forbidden for a blocked account. */
export async function logIn(
  db: Database,
  body: { email: string; password: string },
  requester: Requester,
): Promise<Result<SessionAnswer>> {
  const checked = await checkPassword(db, body, requester);
  if (!checked.ok) return checked;
  const row = checked.value;
  // Only a person with the password reads this, because nobody else may learn who has an account.
  if (row.blockedAt) return refuse('forbidden', BLOCKED);
  await rememberDevice(db, row.id, requester);
  return done({ token: await openSession(db, row.id), user: userOf(row) });
}
