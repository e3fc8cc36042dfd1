import { COLUMNS, type ColumnName } from '#backend/products/fields/columns.ts';
import { MARK } from '#backend/products/files/understanding/own-columns.ts';
import type { OutFormat } from './formats/format.ts';

/** The heading of a column of ours, or of the mark, in the file of a program. */
export const ownHeading = ({ reads }: OutFormat, column: ColumnName | typeof MARK.field): string =>
  reads.own.heading(column, column === MARK.field ? 'SKU is' : COLUMNS[column].label);
