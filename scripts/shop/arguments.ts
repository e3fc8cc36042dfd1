import { parseArgs } from 'node:util';
import { CHANGEABLE } from '#config/shop-changes.ts';
import { readAssignments } from '#scripts/assignments.ts';
import { taskReader } from '#scripts/command-line.ts';

/** What `npm run shop` was asked for. A file of null is standard output. */
export type Task =
  | { command: 'show' }
  | { command: 'set'; values: [path: string, text: string][] }
  | { command: 'reset'; fields: string[] }
  | { command: 'export'; file: string | null }
  | { command: 'import'; file: string; dryRun: boolean };

export const USAGE = `npm run shop -- <command>

  show                        the shop's facts; * marks those that were set here and are not the folder's
  set <field>=<value> …       set promo="Free delivery in Lagos"    set phone.label=0800-123 phone.href=tel:+234800123
                              set brands="Amouage|Tom Ford"         set banners.2.title="Oud and smoke"
                              An empty promo removes the promo banner
  reset <field> …             lets the folder's value stand again
  export [<file>]             all of these fields as JSON, into a file or to the screen
  import <file> [--dry-run]   sets the fields of such a file. Importing an export changes nothing

Fields: ${CHANGEABLE.join(', ').replace(/(.{60,90}?), /g, '$1,\n        ')}
They are those of shop.json in the shop's folder (SHOP_DIR). Its other fields, its pictures and pages are set there alone.

A change is published at once, on every page. Nothing needs a restart.
The command works on DATABASE_URL, or on the shop's own PostgreSQL in DATA_DIR, running or not.`;

/** Reads the command line. @throws Error with a sentence to show. */
export const readArguments = taskReader('shop', (command, args): Task => {
  switch (command) {
    case 'show':
      if (args.length > 0) throw new Error('show takes nothing');
      return { command };
    case 'set':
      return { command, values: readValues(args) };
    case 'reset': {
      const fields = parseArgs({ args, allowPositionals: true }).positionals;
      if (fields.length === 0) throw new Error('reset takes fields, such as promo');
      return { command, fields };
    }
    case 'export': {
      const [file = '-', more] = parseArgs({ args, allowPositionals: true }).positionals;
      if (more !== undefined) throw new Error('export takes one file');
      return { command, file: file === '-' ? null : file };
    }
    case 'import': {
      const options = { 'dry-run': { type: 'boolean', default: false } } as const;
      const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
      const [file, more] = positionals;
      if (file === undefined || more !== undefined) throw new Error('import takes one file');
      return { command, file, dryRun: values['dry-run'] };
    }
    default:
      throw new Error(`There is no shop command '${command}'`);
  }
});

function readValues(args: string[]): [string, string][] {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  if (positionals.length === 0)
    throw new Error('set takes what to set, such as promo="Half price"');
  return readAssignments(positionals, 'field');
}
