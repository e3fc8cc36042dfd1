import { parseArgs } from 'node:util';
import type { Actor } from '#backend/services/staff/actor.ts';
import { readCells } from '#scripts/assignments.ts';
import { taskReader } from '#scripts/command-line.ts';
import { actorBy, readBy } from '#scripts/who.ts';

/** What `npm run shipping` was asked for. A file of null is standard input or output. */
export type Task =
  | { command: 'list' }
  | { command: 'export'; file: string | null }
  | { command: 'import'; file: string | null; dryRun: boolean; deleteMissing: boolean; by: Actor }
  | { command: 'set'; place: string; cells: Record<string, string>; by: Actor }
  | { command: 'remove'; place: string; by: Actor };

export const USAGE = `npm run shipping -- <command>

  list                  the places that the shop delivers to, and the fee of each
  set <place> <column>=<value> …
                        changes a place, or adds it at the end of the list:
                        set "Lagos – Ikeja" amount=3000 state=Lagos areas="Ikeja|Agege"
  remove <place>        orders to it keep its name and its fee
  import <file> [--dry-run] [--delete-missing]
                        adds and changes the places of a file, and puts them into its order. If any row has a
                        fault, nothing is written. Each fault is printed with its row and column
                          --dry-run         prints what would change, and writes nothing
                          --delete-missing  removes the places that the file does not have
  export [<file>]       writes all places into a file, or to the screen (use npm run --silent, or npm adds its
                        own lines). Importing that file again changes nothing

<file> is CSV in UTF-8, separated by , or ; with a heading, or - for standard input. A column that is absent
leaves its field as it is.

  place    what the shopper chooses at the checkout. It is the name of the place: no two have the same
  state    the state of Nigeria that it is in, or empty. For a new place it is found in the name, if it is there
  areas    the local government areas of the state that it serves, with | between them; empty for all of the state.
           Shoppers who name their area are shown the places that serve it
  amount   the fee in naira: 3000 or 3000.50, or 0 for a pickup. Needed for a new place

A change holds for the next order at once. Without any place nobody can order.
--by NAME: who does it, for the log. By default you, as this machine knows you.
The command works on DATABASE_URL, or on the shop's own PostgreSQL in DATA_DIR, running or not.`;

const by = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;

/** Reads the command line. @throws Error with a sentence to show. */
export const readArguments = taskReader('shipping', (command, args): Task => {
  switch (command) {
    case 'list':
      if (args.length > 0) throw new Error('list takes nothing');
      return { command };
    case 'export': {
      const [file = '-', more] = parseArgs({ args, allowPositionals: true }).positionals;
      if (more !== undefined) throw new Error('export takes one file');
      return { command, file: file === '-' ? null : file };
    }
    case 'import':
      return readImport(args);
    case 'set':
      return readSet(args);
    case 'remove': {
      const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { by } });
      const [place, more] = positionals;
      if (!place || more !== undefined) {
        throw new Error('remove takes one place, in quotation marks if it has spaces');
      }
      return { command, place, by: actorBy(readBy(values.by)) };
    }
    default:
      throw new Error(`There is no shipping command '${command}'`);
  }
});

function readImport(args: string[]): Task {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { 'dry-run': flag, 'delete-missing': flag, by },
  });
  const [file, more] = positionals;
  if (file === undefined || more !== undefined) {
    throw new Error('import takes one file, such as import places.csv, or - for standard input');
  }
  const { 'dry-run': dryRun, 'delete-missing': deleteMissing } = values;
  return {
    command: 'import',
    file: file === '-' ? null : file,
    dryRun,
    deleteMissing,
    by: actorBy(readBy(values.by)),
  };
}

function readSet(args: string[]): Task {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { by } });
  const [place, ...assignments] = positionals;
  if (!place || place.includes('=') || assignments.length === 0) {
    throw new Error('set takes a place and what to set: set "Lagos – Ikeja" amount=3000');
  }
  const cells = readCells(assignments);
  if ('place' in cells) {
    throw new Error('A place is known by its name: add it under the new one, and remove the old');
  }
  return { command: 'set', place, cells, by: actorBy(readBy(values.by)) };
}
