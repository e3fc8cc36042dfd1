import type { Database } from '#backend/db/connect.ts';
import { type AccountFacts, changeAccount, showAccount } from '#backend/services/accounts/staff.ts';
import { lagosTime, plain } from '#domain/words.ts';
import { print } from '#process/console.ts';
import type { Task } from './arguments.ts';

const DONE = { block: 'blocked', unblock: 'not blocked', erase: 'erased' } as const;

/** Does the task. @throws Error with a sentence to show. */
export async function perform(db: Database, task: Task): Promise<void> {
  const unknown = `Nobody has an account with the address ${task.email}.`;
  if (task.command === 'show') {
    const facts = await showAccount(db, task.email);
    if (!facts) throw new Error(unknown);
    return print([sheet(facts)]);
  }
  const outcome = await changeAccount(db, task.email, task);
  if (outcome === 'unknown') throw new Error(unknown);
  console.log(`The account is ${DONE[task.what]}${outcome === 'before' ? ' already' : ''}.`);
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
