import type { Result, StaffCode } from '#backend/base/result.ts';
import type { Settings } from '#backend/settings/settings.ts';
import type { Invitation } from '#backend/staff/invitations.ts';
import type { Person } from '#backend/staff/people.ts';
import { lagosTime } from '#domain/lagos-date.ts';
import { asTyped } from '#process/as-typed.ts';
import { print } from '#process/console.ts';
import { BY, type CommandContext, defineCommand, task } from '#scripts/command-line.ts';

const OPTIONS = { by: BY };
const ONE = { words: '<name>', takes: 'one name' };
const services = () => import('#backend/staff/people.ts');

/** npm run people */
export const command = defineCommand({
  name: 'people',
  tasks: {
    list: task({
      help: 'who may open the back office, and who is invited',
      database: 'reads',
      does: () => list,
    }),
    invite: task({
      options: OPTIONS,
      database: 'writes',
      words: '<role> <name>',
      takes: 'a role and a name',
      help: 'adds a person and prints a link that makes a passkey on the phone. It works once, for 24 hours. Roles: owner (may do everything), packer (orders, products, stock)',
      does:
        ({ words: [role = '', name = ''], actor }) =>
        async ({ db, settings }) =>
          tell(done(await (await services()).invitePerson(db, actor, { role, name })), settings),
    }),
    recover: task({
      options: OPTIONS,
      database: 'writes',
      ...ONE,
      help: 'after a lost phone: ends her sessions and passkeys, and prints a link for a new phone',
      does:
        ({ words: [name = ''], actor }) =>
        async ({ db, settings }) =>
          tell(done(await (await services()).recoverPerson(db, actor, name)), settings),
    }),
    revoke: task({
      options: OPTIONS,
      database: 'writes',
      ...ONE,
      help: 'revokes a link that <name> has not used yet',
      does:
        ({ words: [name = ''], actor }) =>
        async ({ db }) => {
          done(await (await services()).revokeInvitation(db, actor, name));
          console.log(`The link of ${name} is revoked.`);
        },
    }),
    role: task({
      options: OPTIONS,
      database: 'writes',
      words: '<name> <role>',
      takes: 'a name and a role',
      help: 'gives her another role',
      does:
        ({ words: [name = '', to = ''], actor }) =>
        async ({ db }) => {
          done(await (await services()).changeRole(db, actor, name, { to }));
          console.log(`${name} is ${to} now.`);
        },
    }),
    remove: task({
      options: OPTIONS,
      database: 'writes',
      ...ONE,
      help: 'removes her: sessions, passkeys and links end at once',
      does:
        ({ words: [name = ''], actor }) =>
        async ({ db }) => {
          done(await (await services()).removePerson(db, actor, name));
          console.log(`${name} is removed.`);
        },
    }),
  },
  about: 'The back office itself is on with ADMIN=on.',
});

async function list({ db }: CommandContext): Promise<void> {
  const { listPeople } = await services();
  // The person who runs the command lists, and nothing is recorded.
  const people = done(await listPeople(db, { name: 'command', role: 'owner' }));
  if (people.length > 0) return print(people.map(line));
  console.log(`Nobody yet. The first owner: ${asTyped('people', 'invite owner NAME')}`);
}

function done<T>(result: Result<T, StaffCode>): T {
  if (result.ok) return result.value;
  const { message, fields = {} } = result.refusal;
  throw new Error([message, ...Object.values(fields)].join(' '));
}

async function tell(invitation: Invitation, settings: Settings): Promise<void> {
  const { originOf } = await import('#backend/office/origin.ts');
  const { INVITATION_HOURS, invitationLink } = await import('#backend/staff/invitations.ts');
  const { name, role } = invitation;
  const link = invitationLink(originOf(settings), invitation);
  console.log(
    `A link for ${name} (${role}). It works once, for ${INVITATION_HOURS} hours. Open it on the phone or computer that will have the passkey:\n\n  ${link}\n`,
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

if (import.meta.main) await command.run();
