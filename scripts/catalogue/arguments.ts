import { parseArgs } from 'node:util';
import { readCells } from '#scripts/assignments.ts';
import { taskReader } from '#scripts/command-line.ts';
import { readBy } from '#scripts/who.ts';
import { readVerb, type Verb } from './verb-arguments.ts';

const FORMATS = ['csv', 'jsonl'] as const;
export type Format = (typeof FORMATS)[number];

/** A file and its format. A path of null is standard input or output. */
interface Target {
  file: string | null;
  format: Format;
}

/** What `npm run catalogue` has to do. */
export type Order =
  | { command: 'synth'; count: number; seed: number }
  | (Target & {
      command: 'import';
      dryRun: boolean;
      partial: boolean;
      deleteMissing: boolean;
      ignoreUnknown: boolean;
      yes: boolean;
    })
  | (Target & { command: 'check'; ignoreUnknown: boolean })
  | (Target & { command: 'export' })
  | { command: 'set'; id: string; cells: Record<string, string>; by: string; dryRun: boolean }
  | Verb;

const MOST = 1_000_000;
const MOST_SEED = 2 ** 32 - 1;
const flag = { type: 'boolean', default: false } as const;
const text = { type: 'string' } as const;

/** Reads the command line. @throws Error with a sentence to show. */
export const readArguments = taskReader('catalogue', (command, args): Order => {
  switch (command) {
    case 'synth':
      return readSynth(args);
    case 'import':
      return readImport(args);
    case 'check':
      return readCheck(args);
    case 'export':
      return readExport(args);
    case 'set':
      return readSet(args);
    default: {
      const verb = readVerb(command, args);
      if (!verb) throw new Error(`There is no catalogue command '${command}'`);
      return verb;
    }
  }
});

function readSynth(args: string[]): Order {
  const options = { seed: { ...text, default: '1' } };
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  const [given, more] = positionals;
  if (given === undefined) throw new Error('synth needs a number of products: synth 10000');
  if (more !== undefined) throw new Error('synth takes one number of products');
  const seed = readWhole('--seed', values.seed, MOST_SEED);
  return { command: 'synth', count: readWhole('synth', given, MOST), seed };
}

function readWhole(name: string, digits: string, most: number): number {
  if (/^\d{1,10}$/.test(digits) && Number(digits) <= most) return Number(digits);
  throw new Error(`${name} takes a whole number from 0 to ${most}, not '${digits}'`);
}

function readImport(args: string[]): Order {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      format: text,
      'dry-run': flag,
      partial: flag,
      'delete-missing': flag,
      'ignore-unknown': flag,
      yes: flag,
    },
  });
  const target = readTarget('import', positionals, values.format);
  const { 'dry-run': dryRun, partial, 'delete-missing': deleteMissing, yes } = values;
  const ignoreUnknown = values['ignore-unknown'];
  if (partial && deleteMissing) {
    throw new Error('--delete-missing would remove the products of faulty rows: omit --partial');
  }
  if (yes && !deleteMissing) throw new Error('--yes answers what --delete-missing asks: add it');
  return { command: 'import', ...target, dryRun, partial, deleteMissing, ignoreUnknown, yes };
}

function readCheck(args: string[]): Order {
  const options = { format: text, 'ignore-unknown': flag };
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  const target = readTarget('check', positionals, values.format);
  return { command: 'check', ...target, ignoreUnknown: values['ignore-unknown'] };
}

function readExport(args: string[]): Order {
  const options = { format: text };
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  return { command: 'export', ...readTarget('export', positionals, values.format) };
}

/** The file and its format: as given, else by the end of its name. */
function readTarget(
  command: string,
  [file, more]: readonly string[],
  given: string | undefined,
): Target {
  if (file === undefined && command !== 'export') {
    throw new Error(
      `${command} needs a file, such as ${command} products.csv, or - for standard input`,
    );
  }
  if (more !== undefined) throw new Error(`${command} takes one file`);
  const format = FORMATS.find((known) => known === given);
  if (given !== undefined && !format) throw new Error(`--format is csv or jsonl, not '${given}'`);
  if (file === undefined || file === '-') return { file: null, format: format ?? 'csv' };
  if (format) return { file, format };
  if (/\.(csv|tsv)$/i.test(file)) return { file, format: 'csv' };
  if (/\.(jsonl|ndjson)$/i.test(file)) return { file, format: 'jsonl' };
  throw new Error(`${file} does not end in .csv, .tsv or .jsonl: name its format by --format`);
}

function readSet(args: string[]): Order {
  const options = { by: text, 'dry-run': flag };
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  const [id, ...assignments] = positionals;
  if (!id || id.includes('=') || assignments.length === 0) {
    throw new Error('set needs an id and what to set: set tom-ford-oud-wood price=450000');
  }
  const cells = readCells(assignments);
  if ('id' in cells) {
    throw new Error('set does not change the id, since its URL is shared: rename id OLD NEW does');
  }
  return { command: 'set', id, cells, by: readBy(values.by), dryRun: values['dry-run'] };
}
