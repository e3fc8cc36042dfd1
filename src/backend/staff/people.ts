import { randomUUID } from 'node:crypto';
import { and, asc, eq, gt, inArray, isNull, ne, sql } from 'drizzle-orm';
import { done, type Result, refuse, type StaffCode } from '#backend/base/result.ts';
import type { Database } from '#backend/db/connect.ts';
import { isRefusedBy, type Transaction, transact } from '#backend/db/transact.ts';
import { recordAction } from './actions.ts';
import { type Actor, ownersOnly, type Role } from './actor.ts';
import { type Invitation, makeInvitation } from './invitations.ts';
import { closeStaffSessions } from './sessions.ts';
import { staff, staffInvitations, staffPasskeys } from './tables.ts';
import { ifStale } from './version.ts';

/** One of the merchant's people, as an owner sees her. */
export interface Person {
  id: string;
  name: string;
  role: Role;
  createdAt: Date;
  seenAt: Date | null;
  /** The number of passkeys with which she can sign in. */
  passkeys: number;
  /** The end of her unused link; null without one. */
  invitedUntil: Date | null;
  invitedBy: string | null;
}

const NAME_LENGTH = 40;
const ACTION = 'change who may open the back office';

/** Returns everybody who may open the back office, or is invited to. */
export async function listPeople(db: Database, actor: Actor): Promise<Result<Person[], StaffCode>> {
  const no = ownersOnly(actor, 'see who may open the back office');
  if (no) return no;
  const passkeys = db.$count(staffPasskeys, eq(staffPasskeys.staffId, staff.id));
  const rows = await db
    .select({
      id: staff.id,
      name: staff.name,
      role: staff.role,
      createdAt: staff.createdAt,
      seenAt: staff.seenAt,
      passkeys,
      invitedUntil: staffInvitations.expiresAt,
      invitedBy: staffInvitations.invitedBy,
    })
    .from(staff)
    .leftJoin(
      staffInvitations,
      and(eq(staffInvitations.staffId, staff.id), gt(staffInvitations.expiresAt, sql`now()`)),
    )
    .where(isNull(staff.removedAt))
    .orderBy(asc(staff.createdAt), asc(staff.name));
  return done(rows);
}

/** Adds a person, and makes the link for her passkey. */
export async function invitePerson(
  db: Database,
  actor: Actor,
  given: { name: string; role: string },
): Promise<Result<Invitation, StaffCode>> {
  const no = ownersOnly(actor, ACTION);
  if (no) return no;
  const name = given.name.trim().replace(/\s+/g, ' ');
  const role = readRole(given.role);
  const fields = {
    ...(isName(name) ? {} : { name: `Write a name of at most ${NAME_LENGTH} letters.` }),
    ...(role ? {} : { role: 'Choose owner or packer.' }),
  };
  if (!role || !isName(name)) return refuse('invalid', 'Nobody was invited.', { fields });
  try {
    return await transact(db, async (transaction) => {
      const person = { id: randomUUID(), name, role };
      await transaction.insert(staff).values(person);
      await recordAction(transaction, {
        action: 'staff.invite',
        subject: name,
        recordedBy: actor.name,
        detail: `as ${role}`,
      });
      const value = await makeInvitation(transaction, person, { recovers: false, by: actor });
      return done(value);
    });
  } catch (error) {
    if (!isRefusedBy(error, UNIQUE_VIOLATION)) throw error;
    return refuse('conflict', 'Nobody was invited.', {
      fields: { name: `There is somebody named ${name} already. The log needs another name.` },
    });
  }
}

/** Helps a person who lost her phone or missed her link's time. Ends her sessions and passkeys, and makes a new link. */
export const recoverPerson = (
  db: Database,
  actor: Actor,
  name: string,
): Promise<Result<Invitation, StaffCode>> =>
  change(db, actor, name, async (transaction, person) => {
    await transaction.delete(staffPasskeys).where(eq(staffPasskeys.staffId, person.id));
    await closeStaffSessions(transaction, person.id);
    await record(transaction, actor, 'staff.recover', person);
    return {
      ok: true,
      value: await makeInvitation(transaction, person, { recovers: true, by: actor }),
    };
  });

/** Makes a link with which a person adds a passkey on another device. Her other passkeys stay. */
export const addDevice = (db: Database, actor: Actor): Promise<Result<Invitation, StaffCode>> =>
  change(db, actor, actor.name, async (transaction, person) => {
    await record(transaction, actor, 'staff.add-device', person);
    return done(await makeInvitation(transaction, person, { recovers: false, by: actor }));
  });

/** Returns the number of passkeys that owners have. With one, a lost phone locks everybody out. */
export const countOwnerPasskeys = (db: Database): Promise<number> =>
  db.$count(
    staffPasskeys,
    inArray(
      staffPasskeys.staffId,
      db
        .select({ id: staff.id })
        .from(staff)
        .where(and(eq(staff.role, 'owner'), isNull(staff.removedAt))),
    ),
  );

/** Revokes a person's unused link. A person without a passkey is then removed. */
export const revokeInvitation = (
  db: Database,
  actor: Actor,
  name: string,
): Promise<Result<null, StaffCode>> =>
  change(db, actor, name, async (transaction, person) => {
    const revoked = await transaction
      .delete(staffInvitations)
      .where(eq(staffInvitations.staffId, person.id))
      .returning({ staffId: staffInvitations.staffId });
    if (revoked.length === 0) return refuse('conflict', `${person.name} has no open link.`);
    await record(transaction, actor, 'staff.revoke', person);
    if (person.passkeys === 0) await takeAway(transaction, person.id);
    return done(null);
  });

/**
 * Gives a person another role, from her next request on.
 * @param version - of `{ role }` as a form showed it; a command has none.
 */
export const changeRole = (
  db: Database,
  actor: Actor,
  name: string,
  { to, version }: { to: string; version?: string },
): Promise<Result<null, StaffCode>> =>
  change(db, actor, name, async (transaction, person) => {
    const stale = ifStale(version, { role: person.role });
    if (stale) return stale;
    const role = readRole(to);
    if (!role) return refuse('invalid', 'Choose owner or packer.');
    if (role === person.role) return refuse('conflict', `${person.name} is ${role} already.`);
    if (role !== 'owner' && (await isLastOwner(transaction, person))) return lastOwner(person.name);
    await transaction.update(staff).set({ role }).where(eq(staff.id, person.id));
    await recordAction(transaction, {
      action: 'staff.role',
      subject: person.name,
      recordedBy: actor.name,
      detail: `from ${person.role} to ${role}`,
    });
    return done(null);
  });

/** Removes a person from the back office: her sessions, passkeys and link end at once. Her actions stay in the log. */
export const removePerson = (
  db: Database,
  actor: Actor,
  name: string,
): Promise<Result<null, StaffCode>> =>
  change(db, actor, name, async (transaction, person) => {
    if (await isLastOwner(transaction, person)) return lastOwner(person.name);
    await record(transaction, actor, 'staff.remove', person);
    await takeAway(transaction, person.id);
    return done(null);
  });

const UNIQUE_VIOLATION = '23505';

const readRole = (text: string): Role | null =>
  text === 'owner' || text === 'packer' ? text : null;

const isName = (name: string) =>
  name.length > 0 && name.length <= NAME_LENGTH && !/[\p{Cc}\p{Cf}]/u.test(name);

interface Found {
  id: string;
  name: string;
  role: Role;
  passkeys: number;
}

/** Changes a person, while nobody else changes the people. */
async function change<T>(
  db: Database,
  actor: Actor,
  name: string,
  work: (transaction: Transaction, person: Found) => Promise<Result<T, StaffCode>>,
): Promise<Result<T, StaffCode>> {
  const no = ownersOnly(actor, ACTION);
  if (no) return no;
  return transact(db, async (transaction) => {
    // Locks all of them in one order, so that if two owners remove each other, one stays.
    const people = await transaction
      .select({ id: staff.id, name: staff.name, role: staff.role })
      .from(staff)
      .where(isNull(staff.removedAt))
      .orderBy(asc(staff.id))
      .for('update');
    const wanted = name.trim().toLowerCase();
    const person = people.find((each) => each.name.toLowerCase() === wanted);
    if (!person) return refuse('not_found', `Nobody here is named ${name}.`);
    const passkeys = await transaction.$count(staffPasskeys, eq(staffPasskeys.staffId, person.id));
    return work(transaction, { ...person, passkeys });
  });
}

/** Whether nobody else could do what only owners may. */
async function isLastOwner(transaction: Transaction, person: Found): Promise<boolean> {
  if (person.role !== 'owner') return false;
  const withPasskey = transaction.select({ id: staffPasskeys.staffId }).from(staffPasskeys);
  const others = await transaction.$count(
    staff,
    and(
      eq(staff.role, 'owner'),
      isNull(staff.removedAt),
      ne(staff.id, person.id),
      inArray(staff.id, withPasskey),
    ),
  );
  // An owner who has never signed in can be removed: the command line makes another first owner.
  return others === 0 && person.passkeys > 0;
}

const lastOwner = (name: string) =>
  refuse('conflict', `${name} is the last owner. Make somebody else an owner first.`);

/** Ends a person's whole access. */
export async function takeAway(transaction: Transaction, id: string): Promise<void> {
  await transaction.delete(staffInvitations).where(eq(staffInvitations.staffId, id));
  await transaction.delete(staffPasskeys).where(eq(staffPasskeys.staffId, id));
  await closeStaffSessions(transaction, id);
  await transaction.update(staff).set({ removedAt: sql`now()` }).where(eq(staff.id, id));
}

const record = (
  transaction: Transaction,
  actor: Actor,
  action: 'staff.recover' | 'staff.add-device' | 'staff.revoke' | 'staff.remove',
  { name }: { name: string },
) => recordAction(transaction, { action, subject: name, recordedBy: actor.name });
