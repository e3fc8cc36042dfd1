import { parseArgs } from 'node:util';
import { DESK_STATUSES, type OrderFilter } from '#backend/services/orders/admin.ts';

/** What `npm run orders` was asked for. */
export type Task =
  | { command: 'usage' }
  | { command: 'list'; filter: OrderFilter }
  | { command: 'export'; filter: OrderFilter; out: string | null }
  | { command: 'show' | 'cancel' | 'refunded'; name: string }
  | { command: 'wrong'; sentence: string };

export const USAGE = `npm run orders -- <command>

  list [filters]               the orders, newest first
  show <order>                 all there is to know of one
  export [filters] [--out F]   the orders as CSV for a spreadsheet, a line each, into the file F or to the
                               screen (then with npm run --silent, or npm's own lines are in it)
  cancel <order>               ends a pending order; its bottles go back. Paystack is asked first
  refunded <order>             notes that you have sent its money back

  filters: --status ${DESK_STATUSES.join('|')}
           --day 2026-11-21, or --from and --to: days in Lagos on which orders were placed
  <order>: its id, its payment reference, or its number (the last five letters)

It works on DATABASE_URL, or on the shop's own PostgreSQL in DATA_DIR, running or not.`;

/** Reads the command line; `wrong` carries the one sentence to print. */
export function readArguments(words: readonly string[]): Task {
  const [command, ...args] = words;
  if (command === undefined || ['help', '--help', '-h'].includes(command))
    return { command: 'usage' };
  switch (command) {
    case 'list':
    case 'export':
      return readFiltered(command, args);
    case 'show':
    case 'cancel':
    case 'refunded': {
      const [name, ...more] = args;
      if (!name || more.length > 0 || name.startsWith('-')) {
        return wrong(`${command} takes one order: its id, its payment reference, or its number`);
      }
      return { command, name };
    }
    default:
      return wrong(`There is no orders command '${command}'`);
  }
}

function readFiltered(command: 'list' | 'export', args: string[]): Task {
  const text = { type: 'string' } as const;
  const read = tryTo(() =>
    parseArgs({ args, options: { status: text, day: text, from: text, to: text, out: text } }),
  );
  if ('sentence' in read) return read;
  const { status, day, from, to, out } = read.value.values;
  const isStatus = (word: string) => DESK_STATUSES.some((known) => known === word);
  if (status !== undefined && !isStatus(status)) {
    return wrong(`--status is one of ${DESK_STATUSES.join(', ')}, and was '${status}'`);
  }
  for (const [name, value] of Object.entries({ day, from, to })) {
    if (value !== undefined && !isDay(value)) {
      return wrong(`--${name} takes a day such as 2026-11-21, and was '${value}'`);
    }
  }
  if (day !== undefined && (from !== undefined || to !== undefined)) {
    return wrong('--day is one day: leave out --from and --to');
  }
  if (from !== undefined && to !== undefined && from > to) {
    return wrong(`--from ${from} is after --to ${to}`);
  }
  const filter = { status, from: day ?? from, to: day ?? to } as OrderFilter;
  if (command === 'export') return { command, filter, out: out ?? null };
  return out === undefined ? { command, filter } : wrong('list does not know --out; export does');
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

function tryTo<T>(read: () => T): { value: T } | Extract<Task, { command: 'wrong' }> {
  try {
    return { value: read() };
  } catch (error) {
    // Node's own words, without its advice on how to write other things.
    return wrong(String(error instanceof Error ? error.message : error).replace(/\. .*$/s, ''));
  }
}

const wrong = (sentence: string) =>
  ({ command: 'wrong', sentence: `${sentence}. npm run orders prints what it does.` }) as const;
