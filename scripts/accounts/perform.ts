import type { Database } from '#backend/db/connect.ts';
import {
  type AccountFacts,
  changeAccount,
  type FoundAccount,
  findAccounts,
  showAccount,
} from '#backend/services/accounts/staff.ts';
import { lagosTime, plain } from '#domain/words.ts';
import { print } from '#process/console.ts';
import { actorBy, expectDone, readBy } from '#scripts/who.ts';
import type { Task } from './arguments.ts';

const DONE = { block: 'blocked', unblock: 'not blocked', erase: 'erased' } as const;

/** Does the task. @throws Error with a sentence to show. */
export async function perform(db: Database, task: Task): Promise<void> {
  if (task.command === 'find') {
    const found = expectDone(await findAccounts(db, actorBy(readBy(undefined)), task.text));
    return print(found.length > 0 ? found.map(line) : ['Nobody was found.\n']);
  }
  if (task.command === 'show') {
    return print([
      sheet(expectDone(await showAccount(db, actorBy(readBy(undefined)), task.email))),
    ]);
  }
  const outcome = expectDone(await changeAccount(db, task.by, task.email, task));
  console.log(`The account is ${DONE[task.what]}${outcome === 'before' ? ' already' : ''}.`);
}

const line = ({ email, fullName, blockedAt }: FoundAccount) =>
  `${plain(email)}  ${plain(fullName)}${blockedAt ? '  blocked' : ''}\n`;

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
