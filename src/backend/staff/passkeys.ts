import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import * as z from 'zod';
import { parseKeepable } from '#backend/base/keepable-json.ts';
import { done, type Result, refuse, type StaffCode } from '#backend/base/result.ts';
import type { Database } from '#backend/db/connect.ts';
import { type Transaction, transact } from '#backend/db/transact.ts';
import { recordAction } from './actions.ts';
import { findInvitation } from './invitations.ts';
import { openStaffSession, proveStaffSession, type StaffSession } from './sessions.ts';
import { staff, staffChallenges, staffInvitations, staffPasskeys } from './tables.ts';

/** The site to which passkeys are bound: the origin of the back office, and its name on a phone. */
export interface Site {
  origin: string;
  name: string;
}

const CHALLENGE_MINUTES = 5;
const clientData = z.object({ challenge: z.string() });

/** It takes a tenth of a second to load, and few processes of the API ever need it. */
const library = () => import('@simplewebauthn/server');

/** Returns what a browser needs to sign in with a passkey: a challenge that is valid once, for five minutes. */
export async function signInOptions(
  db: Database,
  { origin }: Site,
): Promise<Result<PublicKeyCredentialRequestOptionsJSON, StaffCode>> {
  const { generateAuthenticationOptions } = await library();
  // It names no passkey, so a stranger does not learn who works here. The phone offers its passkeys for this site.
  const options = await generateAuthenticationOptions({
    rpID: new URL(origin).hostname,
    userVerification: 'required',
    timeout: CHALLENGE_MINUTES * 60_000,
  });
  await keepChallenge(db, options.challenge, null);
  return done(options);
}

/**
 * Signs in with a passkey. The passkey confirms a person who is already signed in, and her session continues.
 * @returns the token of the session.
 */
export async function signIn(
  db: Database,
  site: Site,
  response: AuthenticationResponseJSON,
  session: StaffSession | null,
): Promise<Result<string, StaffCode>> {
  const challenge = challengeOf(response.response.clientDataJSON);
  if (challenge === null || !(await takeChallenge(db, challenge, null))) return TOO_LATE;
  return transact(db, async (transaction) => {
    const [passkey] = await transaction
      .select()
      .from(staffPasskeys)
      .innerJoin(staff, eq(staff.id, staffPasskeys.staffId))
      .where(and(eq(staffPasskeys.id, response.id), isNull(staff.removedAt)))
      .for('update', { of: staffPasskeys });
    if (!passkey) return UNKNOWN_PASSKEY;
    const { id, publicKey, counter } = passkey.staff_passkeys;
    const { verifyAuthenticationResponse } = await library();
    const verified = await attempt(() =>
      verifyAuthenticationResponse({
        response,
        expectedChallenge: challenge,
        expectedOrigin: site.origin,
        expectedRPID: new URL(site.origin).hostname,
        credential: { id, publicKey, counter },
        requireUserVerification: true,
      }),
    );
    if (!verified?.verified) return NOT_VERIFIED;
    const { newCounter, credentialBackedUp } = verified.authenticationInfo;
    await transaction
      .update(staffPasskeys)
      .set({ counter: newCounter, backedUp: credentialBackedUp, usedAt: sql`now()` })
      .where(eq(staffPasskeys.id, id));
    if (session?.staffId === passkey.staff.id) {
      await proveStaffSession(transaction, session);
      return done(session.token);
    }
    return done(await openStaffSession(transaction, passkey.staff.id));
  });
}

/** Returns the person of a link, and the options for making a passkey with it. */
export async function joinOptions(
  db: Database,
  { origin, name }: Site,
  secret: string,
): Promise<
  Result<
    { name: string; recovers: boolean; options: PublicKeyCredentialCreationOptionsJSON },
    StaffCode
  >
> {
  const invitation = await findInvitation(db, secret);
  if (!invitation) return DEAD_LINK;
  const known = await db
    .select({ id: staffPasskeys.id })
    .from(staffPasskeys)
    .where(eq(staffPasskeys.staffId, invitation.staffId));
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpName: name,
    rpID: new URL(origin).hostname,
    userName: invitation.name,
    userID: new Uint8Array(Buffer.from(invitation.staffId)),
    attestationType: 'none',
    // A second passkey on the same device would not help anybody who loses it.
    excludeCredentials: invitation.recovers ? [] : known,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    timeout: CHALLENGE_MINUTES * 60_000,
  });
  await keepChallenge(db, options.challenge, invitation.tokenHash);
  return done({ name: invitation.name, recovers: invitation.recovers, options });
}

/** Uses up a link: stores the new passkey and signs the person in. @returns the token of a new session. */
export async function join(
  db: Database,
  site: Site,
  secret: string,
  response: RegistrationResponseJSON,
): Promise<Result<string, StaffCode>> {
  const challenge = challengeOf(response.response.clientDataJSON);
  const invited = await findInvitation(db, secret);
  if (!invited) return DEAD_LINK;
  if (challenge === null || !(await takeChallenge(db, challenge, invited.tokenHash))) {
    return TOO_LATE;
  }
  const { verifyRegistrationResponse } = await library();
  const verified = await attempt(() =>
    verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: new URL(site.origin).hostname,
      requireUserVerification: true,
    }),
  );
  if (!verified?.verified) return NOT_VERIFIED;
  const { credential, credentialBackedUp } = verified.registrationInfo;
  return transact(db, async (transaction) => {
    if (!(await useUp(transaction, invited.tokenHash))) return DEAD_LINK;
    await transaction.insert(staffPasskeys).values({
      id: credential.id,
      staffId: invited.staffId,
      publicKey: credential.publicKey,
      counter: credential.counter,
      transports: credential.transports ?? [],
      backedUp: credentialBackedUp,
    });
    await recordAction(transaction, {
      action: 'staff.join',
      subject: invited.name,
      recordedBy: invited.name,
      detail: invited.recovers ? 'with a new passkey' : `as ${invited.role}`,
    });
    return done(await openStaffSession(transaction, invited.staffId));
  });
}

/** Deletes an invitation if it is still valid. If two people use it at once, only one gets in. */
async function useUp(transaction: Transaction, tokenHash: string): Promise<boolean> {
  const used = await transaction
    .delete(staffInvitations)
    .where(
      and(eq(staffInvitations.tokenHash, tokenHash), gt(staffInvitations.expiresAt, sql`now()`)),
    )
    .returning({ staffId: staffInvitations.staffId });
  return used.length > 0;
}

/**
 * The number of sign-in challenges that are stored; the oldest are deleted first. Requests are not limited by network
 * address: phone networks share addresses, so a stranger could keep staff out. A challenge is random, so nobody can guess
 * one. At a thousand requests a second, one is kept for ten seconds, which is enough to sign in.
 */
const MOST_CHALLENGES = 10_000;

async function keepChallenge(db: Database, challenge: string, invitation: string | null) {
  const expiresAt = sql`now() + ${CHALLENGE_MINUTES} * interval '1 minute'`;
  await db.insert(staffChallenges).values({ challenge, invitation, expiresAt });
  await db.execute(sql`
    delete from staff_challenges where invitation is null and expires_at < (
      select expires_at from staff_challenges where invitation is null
      order by expires_at desc offset ${MOST_CHALLENGES - 1}::int limit 1)`);
}

/** Whether a challenge from this shop is signed in time, and for the first time. It is used up either way. */
async function takeChallenge(
  db: Database,
  challenge: string,
  invitation: string | null,
): Promise<boolean> {
  const [row] = await db
    .delete(staffChallenges)
    .where(eq(staffChallenges.challenge, challenge))
    .returning({
      invitation: staffChallenges.invitation,
      inTime: sql<boolean>`${staffChallenges.expiresAt} > now()`,
    });
  return row?.inTime === true && row.invitation === invitation;
}

/** Returns the challenge that a browser claims to have signed; null if unreadable. The library verifies it. */
function challengeOf(clientDataJSON: string): string | null {
  try {
    return clientData.parse(parseKeepable(Buffer.from(clientDataJSON, 'base64url').toString()))
      .challenge;
  } catch {
    return null;
  }
}

/** Returns null if the library throws. All reasons get one answer. */
async function attempt<T>(verify: () => Promise<T>): Promise<T | null> {
  try {
    return await verify();
  } catch {
    return null;
  }
}

const TOO_LATE = refuse('invalid', 'That took too long. Press the button once more.');
const UNKNOWN_PASSKEY = refuse(
  'not_found',
  'The shop does not know this passkey any more. Ask an owner for a new link, or choose another passkey.',
);
const NOT_VERIFIED = refuse(
  'forbidden',
  'The passkey could not be verified. Unlock it with your finger, face or code, and try again.',
);
const DEAD_LINK = refuse(
  'not_found',
  'This link was used or revoked, or its 24 hours are over. Ask an owner of the shop for a new one.',
);
