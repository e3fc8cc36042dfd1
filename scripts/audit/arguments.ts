import { parseArgs } from 'node:util';
import { withAdvice } from '#scripts/command-line.ts';

/** What `npm run audit` was asked for. `days` is how far back Paystack is asked, null for not at all. */
export type Task = { command: 'usage' } | { command: 'audit'; days: number | null };

export const USAGE = `npm run audit [-- --ask-paystack [--days <n>]]

Checks that stock, orders, payments and emails agree and that each picture is there, also while the shop sells. It
changes nothing. Prints a line for each fault, and then ends with exit code 1.

  --ask-paystack   also asks Paystack about the orders of the last 7 days, or --days <n>, four per second

It works on DATABASE_URL, or on the shop's own PostgreSQL in DATA_DIR, running or not.`;

const WEEK = '7';

/** Reads the command line. @throws Error with a sentence to show. */
export const readArguments = (args: readonly string[]): Task =>
  withAdvice('npm run audit -- --help', () => {
    const { values } = parseArgs({
      args: [...args],
      options: {
        'ask-paystack': { type: 'boolean' },
        days: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    const { 'ask-paystack': ask, days = WEEK, help } = values;
    if (help) return { command: 'usage' };
    if (!/^[1-9]\d{0,3}$/.test(days)) {
      throw new Error(`--days takes a number of days from 1 to 9999, and was '${days}'`);
    }
    if (values.days !== undefined && !ask) throw new Error('--days needs --ask-paystack');
    return { command: 'audit', days: ask ? Number(days) : null };
  });
