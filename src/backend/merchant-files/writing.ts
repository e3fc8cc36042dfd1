import { stringify } from 'csv-stringify/sync';
import { markFormula } from './formula.ts';

/** The start of a file by which spreadsheets recognise UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Writes a line of CSV (RFC 4180) in which no cell is run as a formula. */
export const csvLine = (cells: readonly string[]): string =>
  stringify([cells], {
    record_delimiter: 'windows',
    quote_record_delimiter: true,
    // Some spreadsheets split at semicolons.
    quoted_match: [/[;\r\n]/],
    cast: { string: markFormula },
  });
