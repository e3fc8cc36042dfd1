import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const BACKEND = join(import.meta.dirname, '..');

/** The files that send emails which answer no event, each with the reason. */
const DIRECT: Readonly<Record<string, string>> = {
  'accounts/code-emails.ts': 'codes',
  'accounts/password-reset.ts': 'a changed password',
  'accounts/sign-up.ts': 'codes',
  'customers/profile.ts': 'a changed email address',
  'incidents/incidents.ts': 'incidents',
  'order-book/order-link.ts': 'a link that a customer asks for',
  'stock-alerts/requests.ts': 'a link that confirms an address',
};

it('has one list of events: all other emails are codes, links and incidents', () => {
  const writing = globSync('**/*.ts', { cwd: BACKEND }).filter(
    (file) =>
      !/\.(test|harness)\.ts$/.test(file) &&
      /\benqueu(e|ing)\(/.test(readFileSync(join(BACKEND, file), 'utf8')),
  );
  const expected = [
    ...Object.keys(DIRECT),
    // The outbox itself, the subscribers, the one statement that accepts an order with its emails, and what an earlier
    // database has sent of one.
    'mail/outbox.ts',
    'emails/subscribers.ts',
    'payments/rebuild/accept-again.ts',
    'payments/transitions.ts',
  ];
  const own = (file: string) => !file.startsWith('products/snapshot/');
  expect(writing.filter(own).sort()).toEqual(expected.sort());
});
