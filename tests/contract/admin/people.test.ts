import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { staffActions } from '#backend/staff/action-tables.ts';
import type { Actor } from '#backend/staff/actor.ts';
import { findInvitation } from '#backend/staff/invitations.ts';
import {
  changeRole,
  invitePerson,
  listPeople,
  recoverPerson,
  removePerson,
  revokeInvitation,
} from '#backend/staff/people.ts';
import { staff, staffPasskeys, staffSessions } from '#backend/staff/tables.ts';
import { type OfficeShop, openOffice } from './office.harness.ts';

const BY: Actor = { name: 'command', role: 'owner' };
let shop: OfficeShop;

beforeAll(async () => {
  shop = await openOffice();
});
afterAll(() => shop.close());
beforeEach(() => shop.services.db.delete(staff));

/** Adds a person with a passkey and a session. */
async function settled(role: 'owner' | 'packer', name: string) {
  const person = await shop.signIn(role, name);
  await shop.services.db.insert(staffPasskeys).values({
    id: randomBytes(16).toString('base64url'),
    staffId: person.id,
    publicKey: new Uint8Array(randomBytes(77)),
    counter: 0,
    transports: ['internal'],
    backedUp: true,
  });
  return person;
}

async function invited(name: string, role = 'packer') {
  const made = await invitePerson(shop.services.db, BY, { name, role });
  if (!made.ok) throw new Error(made.refusal.message);
  return made.value;
}

describe('inviting', () => {
  it('creates a link that is stored only as a hash and is valid for 24 hours', async () => {
    const { db } = shop.services;
    const { secret } = await invited('Tunde');
    const { rows } = await db.execute(sql`select * from staff_invitations`);
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(await findInvitation(db, secret)).toMatchObject({ name: 'Tunde', role: 'packer' });
    await db.execute(
      sql`update staff_invitations set expires_at = expires_at - interval '24 hours'`,
    );
    expect(await findInvitation(db, secret)).toBeNull();
  });

  it.each([
    [{ name: '', role: 'packer' }, { name: expect.any(String) }],
    [{ name: 'x'.repeat(41), role: 'packer' }, { name: expect.any(String) }],
    [{ name: 'A\u202eB', role: 'packer' }, { name: expect.any(String) }],
    [{ name: 'Tunde', role: 'boss' }, { role: 'Choose owner or packer.' }],
  ])('refuses %j and invites nobody', async (given, fields) => {
    const refusal = await invitePerson(shop.services.db, BY, given);
    expect(refusal).toMatchObject({ ok: false, refusal: { code: 'invalid', fields } });
    expect(await shop.services.db.$count(staff)).toBe(0);
  });

  it('refuses a name that the log could not distinguish from another', async () => {
    await invited('Tunde');
    const again = await invitePerson(shop.services.db, BY, { name: ' tunde ', role: 'owner' });
    expect(again).toMatchObject({ ok: false, refusal: { code: 'conflict' } });
  });

  it('invalidates a replaced link, and a revoked one', async () => {
    const { db } = shop.services;
    const first = await invited('Tunde');
    const second = await recoverPerson(db, BY, 'Tunde');
    expect(await findInvitation(db, first.secret)).toBeNull();
    if (!second.ok) throw new Error('no link');
    await revokeInvitation(db, BY, 'Tunde');
    expect(await findInvitation(db, second.value.secret)).toBeNull();
    // A person who never signed in is no longer listed.
    expect(await listPeople(db, BY)).toEqual({ ok: true, value: [] });
  });
});

it('refuses each change of the people to a packer', async () => {
  const { db } = shop.services;
  await settled('owner', 'Bola');
  const packer: Actor = { name: 'Tunde', role: 'packer' };
  const all = await Promise.all([
    listPeople(db, packer),
    invitePerson(db, packer, { name: 'Eve', role: 'owner' }),
    recoverPerson(db, packer, 'Bola'),
    revokeInvitation(db, packer, 'Bola'),
    changeRole(db, packer, 'Bola', { to: 'packer' }),
    removePerson(db, packer, 'Bola'),
  ]);
  for (const each of all) {
    expect(each).toMatchObject({ ok: false, refusal: { code: 'forbidden' } });
  }
  expect(await db.select({ name: staff.name }).from(staff)).toEqual([{ name: 'Bola' }]);
});

it('ends sessions and passkeys at once when a phone is lost or a person is removed', async () => {
  const { db } = shop.services;
  await settled('owner', 'Bola');
  for (const end of [recoverPerson, removePerson]) {
    const person = await settled('packer', 'Tunde');
    expect((await person.open('/admin/more')).status).toBe(200);
    expect(await end(db, BY, 'Tunde')).toMatchObject({ ok: true });
    expect((await person.open('/admin/more')).status).toBe(303);
    expect(await db.$count(staffPasskeys, eq(staffPasskeys.staffId, person.id))).toBe(0);
    expect(await db.$count(staffSessions, eq(staffSessions.staffId, person.id))).toBe(0);
    await removePerson(db, BY, 'Tunde');
  }
});

it('gives a role that applies from the next request on', async () => {
  const { db } = shop.services;
  await settled('owner', 'Bola');
  const person = await settled('owner', 'Ada');
  expect((await person.open('/admin/people')).status).toBe(200);
  await changeRole(db, BY, 'Ada', { to: 'packer' });
  expect((await person.open('/admin/people')).status).toBe(403);
});

it('keeps the last owner who can sign in', async () => {
  const { db } = shop.services;
  await settled('owner', 'Bola');
  // Invited, and never came.
  await invited('Ada', 'owner');
  for (const refusal of [
    await removePerson(db, BY, 'Bola'),
    await changeRole(db, BY, 'Bola', { to: 'packer' }),
  ]) {
    expect(refusal).toMatchObject({
      ok: false,
      refusal: { code: 'conflict', message: expect.stringContaining('Bola is the last owner') },
    });
  }
});

it('keeps one of two owners who remove each other in the same moment', async () => {
  const { db } = shop.services;
  for (let round = 0; round < 5; round++) {
    const owners = [
      await settled('owner', `Bola ${round}`),
      await settled('owner', `Ada ${round}`),
    ];
    const ends = await Promise.all(owners.map(({ name }) => removePerson(db, BY, name)));
    expect(ends.filter(({ ok }) => ok)).toHaveLength(1);
    await db.delete(staff);
  }
});

it('writes down who did what to whom', async () => {
  const { db } = shop.services;
  const before = await db.$count(staffActions);
  await settled('owner', 'Bola');
  await invited('Tunde');
  await changeRole(db, BY, 'Tunde', { to: 'owner' });
  await recoverPerson(db, BY, 'Tunde');
  await removePerson(db, BY, 'Tunde');
  const actions = await db.select().from(staffActions).orderBy(staffActions.id);
  expect(
    actions
      .slice(before)
      .map(({ action, subject, detail, recordedBy }) => [action, subject, detail, recordedBy]),
  ).toEqual([
    ['staff.invite', 'Tunde', 'as packer', 'command'],
    ['staff.role', 'Tunde', 'from packer to owner', 'command'],
    ['staff.recover', 'Tunde', null, 'command'],
    ['staff.remove', 'Tunde', null, 'command'],
  ]);
});
