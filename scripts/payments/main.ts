import { readFile } from 'node:fs/promises';
import type { PaymentRow } from '#backend/orders/payment-tables.ts';
import type { SealKey } from '#backend/payments/sealed/keys.ts';
import { lagosTime } from '#domain/lagos-date.ts';
import { counted, plain } from '#domain/words.ts';
import { print } from '#process/console.ts';
import { partsForProviders } from '#scripts/asking-providers.ts';
import { BY, type CommandContext, defineCommand, expectDone, task } from '#scripts/command-line.ts';

/** Days of the provider's list that `find` reads by default. */
const DAYS = 7;
const JSON_OPTION = { help: 'prints them as JSON' } as const;

/** npm run payments */
export const command = defineCommand({
  name: 'payments',
  tasks: {
    find: task({
      options: {
        days: { value: '<n>', help: `how far back it reads, ${DAYS} by default` },
        json: JSON_OPTION,
      },
      help: "reads the providers' lists, and prints every payment of this shop without an order. The merchant also gets an email about new ones",
      database: 'writes',
      does: ({ options: { days = String(DAYS), json } }) => {
        if (!/^[1-9]\d{0,3}$/.test(days)) {
          throw new Error(`--days takes a number of days from 1 to 9999, and was '${days}'`);
        }
        return (context) => find(context, Number(days), json);
      },
    }),
    list: task({
      options: { json: JSON_OPTION },
      help: 'lists known ones: open ones, then settled ones',
      database: 'reads',
      does:
        ({ options: { json } }) =>
        async ({ db }) => {
          const { listUnmatched } = await import('#backend/payments/unmatched/list.ts');
          const { open, settled, elsewhere } = await listUnmatched(db);
          const all = [...open, ...settled, ...elsewhere];
          if (!json && all.length === 0) return print(['Every payment has its order.\n']);
          return show(all, json);
        },
    }),
    rebuild: task({
      words: '<reference>',
      takes: 'the reference of one payment',
      options: { by: BY },
      help: 'rebuilds the order of one from the sealed data of the payment, once, and tells the customer',
      database: 'writes',
      does:
        ({ words: [reference = ''], actor }) =>
        async (context) => {
          const { readSealKeys } = await import('#backend/payments/sealed/keys.ts');
          const sealKeys = await readSealKeys(context.settings);
          const made = await (await unmatchedOf(context, sealKeys)).makeAgain(reference, actor);
          console.log(expectDone(made).words);
        },
    }),
    'rebuild-from': task({
      words: '<file>',
      takes: 'a file with one email',
      options: { by: BY },
      help: 'makes the order of an email to the merchant again, which no provider has, once',
      database: 'writes',
      does:
        ({ words: [file = ''], actor }) =>
        async (context) => {
          const { readSealKeys } = await import('#backend/payments/sealed/keys.ts');
          const unmatched = await unmatchedOf(context, await readSealKeys(context.settings));
          const made = await unmatched.makeAgainFrom(await readFile(file, 'utf8'), actor);
          console.log(expectDone(made).words);
        },
    }),
    refund: task({
      words: '<reference>',
      takes: 'the reference of one payment',
      options: { by: BY },
      help: 'refunds what is left of one through its provider, once, however often you ask',
      database: 'writes',
      does:
        ({ words: [reference = ''], actor }) =>
        async (context) => {
          const back = await (await unmatchedOf(context)).payBack(reference, actor);
          console.log(expectDone(back).words);
        },
    }),
  },
  about: `Payments without an order: after a backup was restored, or when a database server failed. Those of other
systems on the same account are left out.`,
});

/** Returns the actions of the commands on a payment without an order. */
async function unmatchedOf(context: CommandContext, sealKeys: readonly SealKey[] = []) {
  const { createRefunds } = await import('#backend/refunds/refunds.ts');
  const { createUnmatched } = await import('#backend/payments/unmatched/unmatched.ts');
  const { parts } = await partsForProviders(context);
  return createUnmatched({ ...parts, sealKeys, refunds: createRefunds(parts) });
}

async function find(context: CommandContext, days: number, json: boolean): Promise<number> {
  const { findPayments } = await import('#backend/payments/unmatched/finding.ts');
  const { listUnmatched } = await import('#backend/payments/unmatched/list.ts');
  const { tellMerchant } = await import('#backend/payments/unmatched/email.ts');
  const { parts } = await partsForProviders(context);
  const since = new Date(Date.now() - days * 86_400_000);
  const found = await findPayments(parts, { since, by: 'command' });
  if (!found.ok) throw new Error(`The providers could not be asked: ${found.refusal.message}`);
  await tellMerchant(parts);
  const { open } = await listUnmatched(context.db);
  if (json || open.length > 0) await show(open, json);
  const { listed, added } = found.value;
  console.error(
    `${counted(listed, 'payment')} of ${counted(days, 'day')} at the providers: ${open.length} without an order, ${added.length} of them new.`,
  );
  return open.length > 0 ? 1 : 0;
}

type Listed = PaymentRow & { refundBy?: string | null };

const show = (payments: readonly Listed[], json: boolean): Promise<void> =>
  json ? print([`${JSON.stringify(payments.map(asJson), null, 2)}\n`]) : printLines(payments);

/** Returns the state of a payment that was found without an order. */
const stateOf = ({ otherShop, settledAt, orderId }: Listed) =>
  otherShop
    ? 'other-shop'
    : settledAt === null
      ? 'open'
      : orderId === null
        ? 'returned'
        : 'matched';

const asJson = (payment: Listed) => {
  const { reference, received: amount, currency, payer, paidAt, channel, providerId } = payment;
  const { foundAt, foundBy, settledAt, refundBy = null } = payment;
  return {
    reference,
    state: stateOf(payment),
    ...{ amount, currency, email: payer?.email ?? null, paidAt, channel },
    ...{ transactionId: providerId, foundAt, foundBy, settledAt, refundBy },
  };
};

const STATES = {
  open: 'no order',
  matched: 'has its order',
  returned: 'paid back',
  'other-shop': 'of another shop',
} as const;

async function printLines(payments: readonly Listed[]): Promise<void> {
  const { amountOf } = await import('#backend/mail/amount.ts');
  return print(
    payments.map((payment) => {
      const { reference, received, currency, payer, paidAt } = payment;
      const words = [
        amountOf(received ?? 0, currency ?? 'NGN'),
        paidAt ? lagosTime(paidAt) : 'no time',
        plain(payer?.email ?? 'no email'),
        reference,
        STATES[stateOf(payment)],
      ];
      return `${words.join('  ')}\n`;
    }),
  );
}

if (import.meta.main) await command.run();
