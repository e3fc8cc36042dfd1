/** What `npm run audit` was asked for; `days` is how far back Paystack is asked, null for not at all. */
export type Task =
  | { command: 'usage' }
  | { command: 'audit'; days: number | null }
  | { command: 'wrong'; sentence: string };

export const USAGE = `npm run audit [-- --ask-paystack [--days <n>]]

Checks that nothing is amiss with stock, orders, payments and letters, also while the shop sells; it changes
nothing. Prints a line for each fault, and then ends with exit code 1.

  --ask-paystack   also asks Paystack about the orders of the last 7 days, or --days <n>, four a second

It works on DATABASE_URL, or on the shop's own PostgreSQL in DATA_DIR, running or not.`;

const WEEK = 7;

/** Reads the command line; `wrong` carries the one sentence to print. */
export function readArguments(words: readonly string[]): Task {
  let ask = false;
  let days: number | null = null;
  for (let at = 0; at < words.length; at++) {
    const [flag, inline] = (words[at] ?? '').split('=', 2);
    if (flag === '--help' || flag === '-h') return { command: 'usage' };
    if (flag === '--ask-paystack' && inline === undefined) {
      ask = true;
    } else if (flag === '--days') {
      const given = inline ?? words[++at] ?? '';
      if (!/^[1-9]\d{0,3}$/.test(given)) {
        return wrong(`--days takes a number of days from 1 to 9999, and was '${given}'`);
      }
      days = Number(given);
    } else {
      return wrong(`audit does not know ${words[at]}`);
    }
  }
  if (days !== null && !ask) return wrong('--days goes with --ask-paystack');
  return { command: 'audit', days: ask ? (days ?? WEEK) : null };
}

const wrong = (sentence: string): Task => ({
  command: 'wrong',
  sentence: `${sentence}. npm run audit -- --help prints what it does.`,
});
