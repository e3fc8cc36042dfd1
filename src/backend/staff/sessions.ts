import { and, eq, gt, isNull, or, sql } from 'drizzle-orm';
import { hashSecret, newSecret } from '#backend/base/secrets.ts';
import type { Database } from '#backend/db/connect.ts';
import type { Actor } from './actor.ts';
import { staff, staffSessions } from './tables.ts';

/** The hours of a session in the back office, used or not: a working day. */
export const STAFF_SESSION_HOURS = 12;

/** The minutes for which a used passkey allows grave actions. The finder of an unlocked phone is not its owner. */
export const PROOF_MINUTES = 5;

/** A signed-in browser of one of the merchant's people. */
export interface StaffSession {
  /** The value of the cookie. */
  token: string;
  tokenHash: string;
  staffId: string;
  actor: Actor;
  /** Whether she has just used her passkey, which a grave action requires. */
  proved: boolean;
}

/** Opens a session and returns its token. Only the hash of the token is stored. */
export async function openStaffSession(
  db: Pick<Database, 'insert'>,
  staffId: string,
): Promise<string> {
  const token = newSecret();
  await db.insert(staffSessions).values({
    tokenHash: hashSecret(token),
    staffId,
    expiresAt: sql`now() + ${STAFF_SESSION_HOURS} * interval '1 hour'`,
  });
  return token;
}

/** Returns the session of a cookie, with the present role; null if it has ended or the person was removed. */
export async function findStaffSession(db: Database, token: string): Promise<StaffSession | null> {
  if (!/^[A-Za-z0-9_-]{43}$/.test(token)) return null;
  const tokenHash = hashSecret(token);
  const [row] = await db
    .select({
      staffId: staff.id,
      name: staff.name,
      role: staff.role,
      seenAt: staff.seenAt,
      proved: sql<boolean>`${staffSessions.provedAt} > now() - ${PROOF_MINUTES} * interval '1 minute'`,
    })
    .from(staffSessions)
    .innerJoin(staff, eq(staff.id, staffSessions.staffId))
    .where(
      and(
        eq(staffSessions.tokenHash, tokenHash),
        gt(staffSessions.expiresAt, sql`now()`),
        isNull(staff.removedAt),
      ),
    );
  if (!row) return null;
  await markSeen(db, row);
  const { staffId, name, role, proved } = row;
  return { token, tokenHash, staffId, actor: { name, role }, proved };
}

const MINUTE_MS = 60_000;

/** Records the time of a request, at most once a minute. */
async function markSeen(
  db: Database,
  { staffId, seenAt }: { staffId: string; seenAt: Date | null },
): Promise<void> {
  if (seenAt && Date.now() - seenAt.getTime() < MINUTE_MS) return;
  const old = or(isNull(staff.seenAt), sql`${staff.seenAt} < now() - interval '1 minute'`);
  await db
    .update(staff)
    .set({ seenAt: sql`now()` })
    .where(and(eq(staff.id, staffId), old));
}

/** Records that the person of a session has used her passkey again. */
export async function proveStaffSession(
  db: Pick<Database, 'update'>,
  { tokenHash }: StaffSession,
): Promise<void> {
  await db
    .update(staffSessions)
    .set({ provedAt: sql`now()` })
    .where(eq(staffSessions.tokenHash, tokenHash));
}

/** Ends one session. */
export async function closeStaffSession(
  db: Pick<Database, 'delete'>,
  session: StaffSession,
): Promise<void> {
  await db.delete(staffSessions).where(eq(staffSessions.tokenHash, session.tokenHash));
}

/** Ends every session of a person. */
export async function closeStaffSessions(
  db: Pick<Database, 'delete'>,
  staffId: string,
): Promise<void> {
  await db.delete(staffSessions).where(eq(staffSessions.staffId, staffId));
}
