import type { alertsOf, Waited } from '#backend/stock-alerts/staff.ts';
import { lagosTime } from '#domain/lagos-date.ts';
import { counted, plain } from '#domain/words.ts';
import { print } from '#process/console.ts';
import { defineCommand, task } from '#scripts/command-line.ts';

const ADDRESS = { words: '<address>', takes: 'one email address' };

/** npm run stock-alerts */
export const command = defineCommand({
  name: 'stock-alerts',
  tasks: {
    list: task({
      help: 'lists the products that people wait for, with the number of people. It names nobody',
      database: 'reads',
      does:
        () =>
        async ({ db }) => {
          const { listWaited } = await import('#backend/stock-alerts/staff.ts');
          const waited = await listWaited(db);
          return print(waited.length > 0 ? waited.map(line) : ['Nobody waits for a product.\n']);
        },
    }),
    show: task({
      ...ADDRESS,
      help: 'shows what an email address waits for, and the words that its owner agreed to',
      database: 'reads',
      does: ({ words }) => {
        const email = addressOf(words);
        return async ({ db }) => {
          const { alertsOf } = await import('#backend/stock-alerts/staff.ts');
          const found = await alertsOf(db, email);
          if (found.length === 0) throw new Error(`${email} waits for nothing.`);
          return print(found.map(sheet));
        };
      },
    }),
    erase: task({
      ...ADDRESS,
      help: 'deletes the requests of an address, with the emails about them',
      database: 'writes',
      does: ({ words }) => {
        const email = addressOf(words);
        return async ({ db }) => {
          const { transact } = await import('#backend/db/transact.ts');
          const { eraseAlertsOf } = await import('#backend/stock-alerts/erasure.ts');
          const erased = await transact(db, (transaction) => eraseAlertsOf(transaction, email));
          if (erased === 0) throw new Error(`${email} waits for nothing.`);
          console.log(`${counted(erased, 'request')} of ${email} erased.`);
        };
      },
    }),
  },
  about:
    'A request waits for its product for 180 days, and is deleted a day after the email that tells of it.',
});

const addressOf = ([email = '']: readonly string[]) => email.trim().toLowerCase();

function line({ id, name, status, units, waiting, unconfirmed, since }: Waited): string {
  const more = unconfirmed > 0 ? `, ${unconfirmed} not confirmed yet` : '';
  const now = status === 'shown' ? `${counted(units, 'unit')} to sell` : status;
  return `${id}\n  ${plain(name)}: ${waiting} waiting${more}, since ${lagosTime(since)}; ${now}\n`;
}

function sheet({
  productId,
  product,
  consent,
  askedAt,
  confirmedAt,
  toldAt,
}: Awaited<ReturnType<typeof alertsOf>>[number]): string {
  const state = toldAt
    ? `told ${lagosTime(toldAt)}`
    : confirmedAt
      ? `waits since ${lagosTime(confirmedAt)}`
      : 'not confirmed yet';
  return `${productId}\n  ${plain(product)}: asked ${lagosTime(askedAt)}, ${state}\n  Consent: ${plain(consent)}\n`;
}

if (import.meta.main) await command.run();
