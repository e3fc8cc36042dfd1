import type { AccountAction } from '#backend/customers/actions.ts';
import type { AccountFacts } from '#backend/customers/customers.ts';
import { lagosTime } from '#domain/lagos-date.ts';
import { plain } from '#domain/words.ts';
import { print } from '#process/console.ts';
import { BY, defineCommand, expectDone, task } from '#scripts/command-line.ts';

const ADDRESS = { words: '<address>', takes: 'one email address' };

/** npm run accounts */
export const command = defineCommand({
  name: 'accounts',
  tasks: {
    show: task({
      ...ADDRESS,
      help: 'shows the account, and its changes',
      database: 'reads',
      does:
        ({ words: [email = ''], actor }) =>
        async ({ db }) => {
          const { showAccount } = await import('#backend/customers/customers.ts');
          return print([sheet(expectDone(await showAccount(db, actor, email)))]);
        },
    }),
    block: change(
      'block',
      'blocked',
      'ends its sessions and refuses logins. Orders, reviews and the links in emails stay',
    ),
    unblock: change('unblock', 'not blocked', 'lets its owner log in again'),
    erase: change(
      'erase',
      'erased',
      'deletes it with its reviews, as its owner can. Orders stay for the books, without personal data once nothing is left to deliver',
    ),
  },
});

function change(what: AccountAction, done: string, help: string) {
  return task({
    ...ADDRESS,
    options: { by: BY },
    help,
    database: 'writes',
    does:
      ({ words: [email = ''], actor }) =>
      async ({ db }) => {
        const { changeAccount } = await import('#backend/customers/customers.ts');
        const outcome = expectDone(await changeAccount(db, actor, email, { what }));
        console.log(`The account is ${done}${outcome === 'before' ? ' already' : ''}.`);
      },
  });
}

function sheet(facts: AccountFacts): string {
  const { id, email, fullName, createdAt, blockedAt, orders, reviews, sessions, actions } = facts;
  const rows: [string, string][] = [
    ['Account', id],
    ['Email address', email],
    ['Name', fullName],
    ['Since', lagosTime(createdAt)],
    ['Blocked', blockedAt ? `since ${lagosTime(blockedAt)}` : 'no'],
    ['Orders', String(orders)],
    ['Reviews', String(reviews)],
    ['Signed-in browsers', String(sessions)],
    ...actions.map(({ at, action, recordedBy }): [string, string] => [
      lagosTime(at),
      `${action} by ${recordedBy}`,
    ]),
  ];
  return rows.map(([name, value]) => `${name.padEnd(22)}${plain(value)}\n`).join('');
}

if (import.meta.main) await command.run();
