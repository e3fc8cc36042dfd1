import { parseArgs } from 'node:util';

const FORMATS = ['csv', 'jsonl'] as const;
export type Format = (typeof FORMATS)[number];

/** What `npm run catalogue` was asked for; a file of null is the standard input or output. */
export type Order =
  | { command: 'usage' }
  | { command: 'synth'; count: number; seed: number }
  | {
      command: 'import';
      file: string | null;
      format: Format;
      dryRun: boolean;
      partial: boolean;
      deleteMissing: boolean;
    }
  | { command: 'check'; file: string | null; format: Format }
  | { command: 'export'; file: string | null; format: Format }
  | { command: 'set'; id: string; cells: Record<string, string>; dryRun: boolean }
  | Wrong;
type Wrong = { command: 'wrong'; sentence: string };

const MOST = 1_000_000;
const flag = { type: 'boolean', default: false } as const;
const text = { type: 'string' } as const;

/** Reads the command line; `wrong` carries the one sentence to print. */
export function readArguments(words: readonly string[]): Order {
  const [command, ...args] = words;
  if (command === undefined || ['help', '--help', '-h'].includes(command))
    return { command: 'usage' };
  try {
    switch (command) {
      case 'synth':
        return readSynth(args);
      case 'import':
        return readImport(args);
      case 'check':
      case 'export':
        return readFile(command, args);
      case 'set':
        return readSet(args);
      default:
        return wrong(`There is no catalogue command '${command}'`);
    }
  } catch (error) {
    // Node's own words on an option, without its advice on how to write other things.
    return wrong(String(error instanceof Error ? error.message : error).replace(/\. .*$/s, ''));
  }
}

function readSynth(args: string[]): Order {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { seed: text },
  });
  const seed = values.seed === undefined ? 1 : readWhole(values.seed, 2 ** 32 - 1);
  if (seed === null) {
    return wrong(`--seed takes a whole number up to ${2 ** 32 - 1}, and was '${values.seed}'`);
  }
  const [given, more] = positionals;
  if (given === undefined) return wrong('synth needs a number of products, such as synth 10000');
  if (more !== undefined) return wrong('synth takes one number of products');
  const count = readWhole(given, MOST);
  if (count === null) {
    return wrong(`synth takes a number of products from 0 to ${MOST}, and was given '${given}'`);
  }
  return { command: 'synth', count, seed };
}

function readWhole(digits: string, most: number): number | null {
  if (!/^\d{1,10}$/.test(digits)) return null;
  return Number(digits) <= most ? Number(digits) : null;
}

function readImport(args: string[]): Order {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { format: text, 'dry-run': flag, partial: flag, 'delete-missing': flag },
  });
  const target = readTarget('import', positionals, values.format);
  if ('sentence' in target) return target;
  const { 'dry-run': dryRun, partial, 'delete-missing': deleteMissing } = values;
  if (partial && deleteMissing) {
    return wrong('--delete-missing would remove the products of faulty rows: leave out --partial');
  }
  return { command: 'import', ...target, dryRun, partial, deleteMissing };
}

function readFile(command: 'check' | 'export', args: string[]): Order {
  const options = { format: text };
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  const target = readTarget(command, positionals, values.format);
  return 'sentence' in target ? target : { command, ...target };
}

/** The file and its format, by its name unless it is given. */
function readTarget(
  command: string,
  [file, more]: readonly string[],
  given: string | undefined,
): { file: string | null; format: Format } | Wrong {
  if (file === undefined && command !== 'export') {
    return wrong(
      `${command} needs a file, such as ${command} products.csv, or - for what comes in`,
    );
  }
  if (more !== undefined) return wrong(`${command} takes one file`);
  const format = FORMATS.find((known) => known === given);
  if (given !== undefined && !format) return wrong(`--format is csv or jsonl, and was '${given}'`);
  if (file === undefined || file === '-') return { file: null, format: format ?? 'csv' };
  const [, ending] = /\.(csv|jsonl|ndjson)$/i.exec(file) ?? [];
  if (format) return { file, format };
  if (ending) return { file, format: ending.toLowerCase() === 'csv' ? 'csv' : 'jsonl' };
  return wrong(`${file} ends neither in .csv nor in .jsonl: say which it is by --format`);
}

function readSet(args: string[]): Order {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { 'dry-run': flag },
  });
  const [id, ...assignments] = positionals;
  if (!id || id.includes('=') || assignments.length === 0) {
    return wrong('set needs an id and what to set, such as set tom-ford-oud-wood price=450000');
  }
  const cells: Record<string, string> = {};
  for (const assignment of assignments) {
    const [, name, value] = /^([^=]+)=(.*)$/s.exec(assignment) ?? [];
    if (name === undefined || value === undefined) {
      return wrong(`'${assignment}' sets nothing: write a column, = and a value`);
    }
    if (name in cells) return wrong(`set was given ${name} twice`);
    if (name === 'id') return wrong('The id of a product stays, since its address is shared');
    cells[name] = value;
  }
  return { command: 'set', id, cells, dryRun: values['dry-run'] };
}

const wrong = (sentence: string): Wrong => ({
  command: 'wrong',
  sentence: `${sentence}. npm run catalogue prints what it does.`,
});
