import { parseArgs } from 'node:util';
import { taskReader } from '#scripts/command-line.ts';
import { readBy } from '#scripts/who.ts';

/** What `npm run people` was asked for. */
export type Task =
  | { command: 'list' }
  | { command: 'invite'; role: string; name: string; by: string }
  | { command: 'recover' | 'revoke' | 'remove'; name: string; by: string }
  | { command: 'role'; name: string; role: string; by: string };

export const USAGE = `npm run people -- <command>

  list                     who may open the back office, and who is invited
  invite <role> <name>     adds a person and prints a link, with which the phone makes a passkey. It works once, for 24 hours.
                           Roles: owner (may do everything), packer (orders, products, stock)
  recover <name>           after a lost phone: ends her sessions and passkeys, and prints a link for a new phone
  revoke <name>            makes the link void that <name> has not used yet
  role <name> <role>       gives her another role
  remove <name>            takes her out: sessions, passkeys and links end at once

--by NAME: who does it. By default you, as this machine knows you. The back office itself is on with ADMIN=on. It works on
DATABASE_URL, or on the shop's own PostgreSQL in DATA_DIR, running or not.`;

/** Reads the command line. @throws Error with a sentence to show. */
export const readArguments = taskReader('people', (command, args): Task => {
  const options = { by: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  const by = () => readBy(values.by);
  const [first, second, ...more] = positionals;
  switch (command) {
    case 'list':
      if (args.length > 0) throw new Error('list takes nothing more');
      return { command };
    case 'invite':
      if (!first || !second || more.length > 0) throw new Error('invite takes a role and a name');
      return { command, role: first, name: second, by: by() };
    case 'role':
      if (!first || !second || more.length > 0) throw new Error('role takes a name and a role');
      return { command, name: first, role: second, by: by() };
    case 'recover':
    case 'revoke':
    case 'remove':
      if (!first || second !== undefined) throw new Error(`${command} takes one name`);
      return { command, name: first, by: by() };
    default:
      throw new Error(`There is no people command '${command}'`);
  }
});
