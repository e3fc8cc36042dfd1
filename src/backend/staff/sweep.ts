import { lt, lte, sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { staffChallenges, staffForms, staffInvitations, staffSessions } from './tables.ts';

/** Removes expired data of the back office. A form is remembered for longer than its session can last. */
export async function sweepStaff(db: Database): Promise<void> {
  const now = sql`now()`;
  await db.delete(staffSessions).where(lte(staffSessions.expiresAt, now));
  await db.delete(staffChallenges).where(lte(staffChallenges.expiresAt, now));
  await db.delete(staffInvitations).where(lte(staffInvitations.expiresAt, now));
  await db.delete(staffForms).where(lt(staffForms.sentAt, sql`now() - interval '7 days'`));
}
