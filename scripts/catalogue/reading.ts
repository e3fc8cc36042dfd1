const FORMATS = ['csv', 'jsonl'] as const;
export type Format = (typeof FORMATS)[number];

/** Other programs whose files an export writes. */
const PROGRAMS = ['shopify', 'woocommerce', 'google'] as const;
export type Program = (typeof PROGRAMS)[number];

/** A file and its format. A null path is standard input or output. */
export interface Target {
  file: string | null;
  format: Format;
}

/** A file to read. With the format csv it is any table; with a `sheet`, a workbook. */
export interface Source extends Target {
  sheet: string | undefined;
}

/** Reads the target file and its format: the given one, else by the file's ending. @throws Error with a sentence. */
export const readTarget = (words: readonly string[], given: string | undefined): Target =>
  fileOf(words, given, ['csv', 'tsv']);

/** Reads the program to write for, by its name; null for the shop's own format. @throws Error with a sentence. */
export function readProgram(
  [file]: readonly string[],
  { as, format }: { as: string | undefined; format: string | undefined },
): { as: Program; file: string | null } | null {
  if (as === undefined) return null;
  const program = PROGRAMS.find((known) => known === as);
  if (!program) throw new Error(`--as is shopify, woocommerce or google, not '${as}'`);
  if (format !== undefined) throw new Error('--as has a format of its own: omit --format');
  const end = program === 'google' ? '.xml' : '.csv';
  if (file === undefined || file === '-') return { as: program, file: null };
  if (!file.toLowerCase().endsWith(end)) {
    throw new Error(`--as ${as} writes a file that ends in ${end}, and not ${file}`);
  }
  return { as: program, file };
}

/** Reads the source file and its format: the given one, else by the file's ending. @throws Error with a sentence. */
export function readSource(
  words: readonly string[],
  { format, sheet }: { format: string | undefined; sheet: string | undefined },
): Source {
  const source = fileOf(words, format, ['csv', 'tsv', 'txt', 'xlsx']);
  if (sheet !== undefined && source.format === 'jsonl') {
    throw new Error('JSON lines have no sheets: omit --sheet');
  }
  return { ...source, sheet };
}

/** Reads a file name and its format. @param tables - the endings of files that have the format csv. */
function fileOf(
  [file]: readonly string[],
  given: string | undefined,
  tables: readonly string[],
): Target {
  const format = FORMATS.find((known) => known === given);
  if (given !== undefined && !format) throw new Error(`--format is csv or jsonl, not '${given}'`);
  if (file === undefined || file === '-') return { file: null, format: format ?? 'csv' };
  if (format) return { file, format };
  const end = file.slice(file.lastIndexOf('.') + 1).toLowerCase();
  if (tables.includes(end)) return { file, format: 'csv' };
  if (['jsonl', 'ndjson'].includes(end)) return { file, format: 'jsonl' };
  const ends = tables.map((one) => `.${one}`).join(', ');
  throw new Error(`${file} does not end in ${ends} or .jsonl: name its format by --format`);
}

/** Reads a whole number. @throws Error with a sentence. */
export function readWhole(name: string, digits: string, most: number): number {
  if (/^\d{1,10}$/.test(digits) && Number(digits) <= most) return Number(digits);
  throw new Error(`${name} takes a whole number from 0 to ${most}, not '${digits}'`);
}
