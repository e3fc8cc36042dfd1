import { COLUMNS, type ColumnName } from '#backend/products/fields/columns.ts';
import { MARK } from '#backend/products/files/understanding/own-columns.ts';
import type { OutFormat } from './formats/format.ts';

/** Returns the heading of an extra column of this shop, or of the mark, in a program's file. */
export const ownHeading = ({ reads }: OutFormat, column: ColumnName | typeof MARK.field): string =>
  reads.own.heading(column, column === MARK.field ? 'SKU is' : COLUMNS[column].label);
