import { stringify } from 'csv-stringify/sync';
import { markFormula } from './formula.ts';

/** By which spreadsheets know UTF-8; stands before the first line of a file. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** A line as RFC 4180 has it; no cell of it is run as a formula. */
export const csvLine = (cells: readonly string[]): string =>
  stringify([cells], {
    record_delimiter: 'windows',
    quote_record_delimiter: true,
    // A semicolon too: some spreadsheets take it for the separator.
    quoted_match: [/[;\r\n]/],
    cast: { string: markFormula },
  });
