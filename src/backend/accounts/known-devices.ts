import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import type { Requester } from '#backend/limits/requester.ts';
import { accounts, knownDevices } from './tables.ts';

// Strangers may share a customer's network address, and her phone changes it. Only her browser is hers alone (OWASP, 'Slow
// Down Online Guessing Attacks with Device Cookies'; here a header, because the shop sets no cookies).

/** Whether this browser has logged in to the account with this address before. */
export async function isKnownDevice(
  db: Database,
  email: string,
  { device }: Requester,
): Promise<boolean> {
  if (!device) return false;
  const [known] = await db
    .select({ id: accounts.id })
    .from(accounts)
    .innerJoin(knownDevices, eq(knownDevices.accountId, accounts.id))
    .where(and(eq(accounts.email, email), eq(knownDevices.deviceHash, device)));
  return known !== undefined;
}

/** Remembers the browser of a login. */
export async function rememberDevice(
  db: Pick<Database, 'insert'>,
  accountId: string,
  { device }: Requester,
): Promise<void> {
  if (!device) return;
  await db
    .insert(knownDevices)
    .values({ accountId, deviceHash: device })
    .onConflictDoUpdate({
      target: [knownDevices.accountId, knownDevices.deviceHash],
      set: { usedAt: sql`now()` },
    });
}
