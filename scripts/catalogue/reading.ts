const FORMATS = ['csv', 'jsonl'] as const;
export type Format = (typeof FORMATS)[number];

/** A file and its format. A path of null is standard input or output. */
export interface Target {
  file: string | null;
  format: Format;
}

/** The file and its format: as given, else by the end of its name. @throws Error with a sentence. */
export function readTarget([file]: readonly string[], given: string | undefined): Target {
  const format = FORMATS.find((known) => known === given);
  if (given !== undefined && !format) throw new Error(`--format is csv or jsonl, not '${given}'`);
  if (file === undefined || file === '-') return { file: null, format: format ?? 'csv' };
  if (format) return { file, format };
  if (/\.(csv|tsv)$/i.test(file)) return { file, format: 'csv' };
  if (/\.(jsonl|ndjson)$/i.test(file)) return { file, format: 'jsonl' };
  throw new Error(`${file} does not end in .csv, .tsv or .jsonl: name its format by --format`);
}

/** @throws Error with a sentence. */
export function readWhole(name: string, digits: string, most: number): number {
  if (/^\d{1,10}$/.test(digits) && Number(digits) <= most) return Number(digits);
  throw new Error(`${name} takes a whole number from 0 to ${most}, not '${digits}'`);
}
