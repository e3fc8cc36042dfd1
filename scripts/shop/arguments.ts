import { parseArgs } from 'node:util';
import type { Actor } from '#backend/services/staff/actor.ts';
import { CHANGEABLE } from '#config/shop-changes.ts';
import { readAssignments } from '#scripts/assignments.ts';
import { taskReader } from '#scripts/command-line.ts';
import { actorBy, readBy } from '#scripts/who.ts';

/** What `npm run shop` was asked for. A file of null is standard output. */
export type Task =
  | { command: 'show' }
  | { command: 'set'; values: [path: string, text: string][]; by: Actor }
  | { command: 'reset'; fields: string[]; by: Actor }
  | { command: 'export'; file: string | null }
  | { command: 'import'; file: string; dryRun: boolean; by: Actor };

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
--by NAME: who does it, for the log. By default you, as this machine knows you.
The command works on DATABASE_URL, or on the shop's own PostgreSQL in DATA_DIR, running or not.`;

/** Reads the command line. @throws Error with a sentence to show. */
export const readArguments = taskReader('shop', (command, args): Task => {
  switch (command) {
    case 'show':
      if (args.length > 0) throw new Error('show takes nothing');
      return { command };
    case 'set': {
      const { words, by } = readWords(args);
      if (words.length === 0) throw new Error('set takes what to set, such as promo="Half price"');
      return { command, values: readAssignments(words, 'field'), by };
    }
    case 'reset': {
      const { words: fields, by } = readWords(args);
      if (fields.length === 0) throw new Error('reset takes fields, such as promo');
      return { command, fields, by };
    }
    case 'export': {
      const [file = '-', more] = parseArgs({ args, allowPositionals: true }).positionals;
      if (more !== undefined) throw new Error('export takes one file');
      return { command, file: file === '-' ? null : file };
    }
    case 'import': {
      const options = {
        'dry-run': { type: 'boolean', default: false },
        by: { type: 'string' },
      } as const;
      const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
      const [file, more] = positionals;
      if (file === undefined || more !== undefined) throw new Error('import takes one file');
      return { command, file, dryRun: values['dry-run'], by: actorBy(readBy(values.by)) };
    }
    default:
      throw new Error(`There is no shop command '${command}'`);
  }
});

function readWords(args: string[]): { words: string[]; by: Actor } {
  const options = { by: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  return { words: positionals, by: actorBy(readBy(values.by)) };
}
