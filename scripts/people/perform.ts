import { originOf } from '#backend/admin/origin.ts';
import type { Database } from '#backend/db/connect.ts';
import type { Actor } from '#backend/services/staff/actor.ts';
import {
  INVITATION_HOURS,
  type Invitation,
  invitationLink,
} from '#backend/services/staff/invitations.ts';
import {
  changeRole,
  invitePerson,
  listPeople,
  type Person,
  recoverPerson,
  removePerson,
  revokeInvitation,
} from '#backend/services/staff/people.ts';
import type { StaffResult } from '#backend/services/staff/refusal.ts';
import type { Settings } from '#backend/settings.ts';
import { lagosTime } from '#domain/words.ts';
import { print } from '#process/console.ts';
import { actorBy } from '#scripts/who.ts';
import type { Task } from './arguments.ts';

/** Does the task. @throws Error with a sentence to show. */
export async function perform(db: Database, task: Task, settings: Settings): Promise<void> {
  if (task.command === 'list') {
    const people = done(await listPeople(db, LISTING));
    if (people.length > 0) return print(people.map(line));
    console.log('Nobody yet. The first owner: npm run people -- invite owner NAME');
    return;
  }
  const actor = actorBy(task.by);
  const { name } = task;
  switch (task.command) {
    case 'invite':
      return tell(done(await invitePerson(db, actor, task)), settings);
    case 'recover':
      return tell(done(await recoverPerson(db, actor, name)), settings);
    case 'revoke':
      done(await revokeInvitation(db, actor, name));
      console.log(`The link of ${name} is void.`);
      return;
    case 'role':
      done(await changeRole(db, actor, name, { to: task.role }));
      console.log(`${name} is ${task.role} now.`);
      return;
    case 'remove':
      done(await removePerson(db, actor, name));
      console.log(`${name} is removed.`);
  }
}

/** Lists for whoever runs the command, and records nothing. */
const LISTING: Actor = { name: 'command', role: 'owner' };

function done<T>(result: StaffResult<T>): T {
  if (result.ok) return result.value;
  const { message, fields = {} } = result.refusal;
  throw new Error([message, ...Object.values(fields)].join(' '));
}

function tell(invitation: Invitation, settings: Settings): void {
  const origin = originOf(settings);
  console.log(
    `A link for ${invitation.name} (${invitation.role}). It works once, for ${INVITATION_HOURS} hours. Open it on the phone or computer that will have the passkey:\n\n  ${invitationLink(origin, invitation)}\n`,
  );
  if (settings.ADMIN === 'off') {
    console.log('The back office is off: the API needs ADMIN=on before the link leads anywhere.');
  }
}

function line({ name, role, passkeys, invitedUntil, seenAt }: Person): string {
  const state = invitedUntil
    ? `invited until ${lagosTime(invitedUntil)}`
    : passkeys === 0
      ? 'cannot sign in: the link has expired'
      : `last seen ${seenAt ? lagosTime(seenAt) : 'never'}`;
  return `${name.padEnd(24)}${role.padEnd(8)}${state}\n`;
}
