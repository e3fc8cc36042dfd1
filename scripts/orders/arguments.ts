import { parseArgs } from 'node:util';
import {
  ADMIN_STATUSES,
  isAdminStatus,
  isDay,
  type OrderFilter,
} from '#backend/services/orders/filter.ts';
import type { Actor } from '#backend/services/staff/actor.ts';
import { taskReader } from '#scripts/command-line.ts';
import { ownerBy } from '#scripts/who.ts';
import { readRefund, readStep, type StepTask } from './step-arguments.ts';

/** What `npm run orders` was asked for. */
export type Task =
  | { command: 'list'; filter: OrderFilter }
  | { command: 'export'; filter: OrderFilter; out: string | null }
  | { command: 'show'; name: string }
  | { command: 'cancel'; name: string; actor: Actor }
  | { command: 'note'; name: string; text: string; actor: Actor }
  | StepTask;

export const USAGE = `npm run orders -- <command>

  list [filters]               the orders, newest first
  show <order>                 all details of one
  export [filters] [--out F]   the orders as CSV for a spreadsheet, one line each, into the file F or to the
                               screen (then use npm run --silent, or npm's own lines are in it)
  cancel <order>               ends a pending order and releases its units. Paystack is asked first
  refund <order> [<naira>]     pays money back through Paystack: all that is left of the payment, or so much of it. The
                               same amount of an order is paid back once, however often you ask; --key TEXT makes
                               another refund of it. --reason TEXT; --restock puts all its units back into stock
  refunded <order> [<naira>]   records that you have paid it back without Paystack, all that is left or so much of it.
                               Takes what refund takes, and counts like it
  pack <order>...              records that the goods are packed
  ship <order>... courier=GIG [tracking=ABC1]
                               records that the courier has them, and writes to the customer. Again with another
                               courier or tracking number corrects it
  --despite-dispute with these two: although the customer claims the money back
  deliver <order>...           records that they have arrived
  return <order>... [--restock]
                               records that they came back; then refund it
  note <order> <text>          writes down something about it, for yourselves

  --by NAME with these: who does it. By default you, as this machine knows you
  filters: --find TEXT: a part of the name, phone, email address or number, or of the name of a product
           --to-pack: paid, and not shipped yet
           --status ${ADMIN_STATUSES.slice(0, 7).join('|')}|
                    ${ADMIN_STATUSES.slice(7).join('|')}
           --day 2026-11-21, or --from and --to: days in Lagos on which orders were placed
  <order>: its id, its payment reference, or its number (the last five characters)

It works on DATABASE_URL, or on the shop's own PostgreSQL in DATA_DIR, running or not.`;

/** Reads the command line. @throws Error with a sentence to show. */
export const readArguments = taskReader('orders', (command, args): Task => {
  switch (command) {
    case 'list':
    case 'export':
      return readFiltered(command, args);
    case 'show':
      return { command, name: onlyOrder(command, parseArgs({ args, allowPositionals: true })) };
    case 'cancel':
      return readCancel(args);
    case 'note':
      return readNote(args);
    case 'refund':
    case 'refunded':
      return readRefund(command, args);
    case 'pack':
    case 'ship':
    case 'deliver':
    case 'return':
      return readStep(command, args);
    default:
      throw new Error(`There is no orders command '${command}'`);
  }
});

function onlyOrder(command: string, { positionals }: { positionals: string[] }): string {
  const [name, ...more] = positionals;
  if (!name || more.length > 0) {
    throw new Error(`${command} takes one order: its id, its payment reference, or its number`);
  }
  return name;
}

/** Reads the arguments of what somebody does, with --by. */
const withBy = (args: string[]) =>
  parseArgs({ args, allowPositionals: true, options: { by: { type: 'string' } } });

function readCancel(args: string[]): Task {
  const read = withBy(args);
  return { command: 'cancel', name: onlyOrder('cancel', read), actor: ownerBy(read.values.by) };
}

function readNote(args: string[]): Task {
  const { positionals, values } = withBy(args);
  const [name, ...words] = positionals;
  if (!name || words.length === 0) throw new Error('note takes one order, and what to write down');
  return { command: 'note', name, text: words.join(' '), actor: ownerBy(values.by) };
}

function readFiltered(command: 'list' | 'export', args: string[]): Task {
  const text = { type: 'string' } as const;
  const toPackOnly = { type: 'boolean' } as const;
  const options = {
    status: text,
    day: text,
    from: text,
    to: text,
    out: text,
    find: text,
    'to-pack': toPackOnly,
  };
  const {
    status,
    day,
    from,
    to,
    out,
    find,
    'to-pack': toPack,
  } = parseArgs({ args, options }).values;
  if (status !== undefined && !isAdminStatus(status)) {
    throw new Error(`--status is one of ${ADMIN_STATUSES.join(', ')}, and was '${status}'`);
  }
  for (const [name, value] of Object.entries({ day, from, to })) {
    if (value !== undefined && !isDay(value)) {
      throw new Error(`--${name} takes a day such as 2026-11-21, and was '${value}'`);
    }
  }
  if (day !== undefined && (from !== undefined || to !== undefined)) {
    throw new Error('--day is one day: leave out --from and --to');
  }
  if (from !== undefined && to !== undefined && from > to) {
    throw new Error(`--from ${from} is after --to ${to}`);
  }
  const filter = { status, from: day ?? from, to: day ?? to, toPack, find } as OrderFilter;
  if (command === 'export') return { command, filter, out: out ?? null };
  if (out !== undefined) throw new Error('list does not know --out; export does');
  return { command, filter };
}
