import { and, eq, gt, sql } from 'drizzle-orm';
import { hashSecret, newSecret } from '#backend/base/secrets.ts';
import type { Database } from '#backend/db/connect.ts';
import type { Actor, Role } from './actor.ts';
import { staff, staffInvitations } from './tables.ts';

/** The hours for which a link is valid. */
export const INVITATION_HOURS = 24;

/** A link with which a person makes a passkey, once. Only its hash is stored, so it is shown once. */
export interface Invitation {
  name: string;
  role: Role;
  /** The secret of the link. */
  secret: string;
}

/** Makes a link for a person. Her earlier unused links become void. */
export async function makeInvitation(
  transaction: Pick<Database, 'delete' | 'insert'>,
  person: { id: string; name: string; role: Role },
  { recovers, by }: { recovers: boolean; by: Actor },
): Promise<Invitation> {
  await transaction.delete(staffInvitations).where(eq(staffInvitations.staffId, person.id));
  const secret = newSecret();
  await transaction.insert(staffInvitations).values({
    tokenHash: hashSecret(secret),
    staffId: person.id,
    recovers,
    invitedBy: by.name,
    expiresAt: sql`now() + ${INVITATION_HOURS} * interval '1 hour'`,
  });
  return { name: person.name, role: person.role, secret };
}

/** Returns the person of a link; null if it was used, revoked or has expired. */
export async function findInvitation(
  db: Pick<Database, 'select'>,
  secret: string,
): Promise<{
  staffId: string;
  tokenHash: string;
  name: string;
  role: Role;
  recovers: boolean;
} | null> {
  if (!/^[A-Za-z0-9_-]{43}$/.test(secret)) return null;
  const tokenHash = hashSecret(secret);
  const [row] = await db
    .select({
      staffId: staff.id,
      name: staff.name,
      role: staff.role,
      recovers: staffInvitations.recovers,
    })
    .from(staffInvitations)
    .innerJoin(staff, eq(staff.id, staffInvitations.staffId))
    .where(
      and(eq(staffInvitations.tokenHash, tokenHash), gt(staffInvitations.expiresAt, sql`now()`)),
    );
  return row ? { ...row, tokenHash } : null;
}

/** Returns the address of a link. The secret is behind #, so that no server, log or messenger preview sees it. */
export const invitationLink = (origin: string, { secret }: Pick<Invitation, 'secret'>): string =>
  `${origin}/admin/join#${secret}`;
