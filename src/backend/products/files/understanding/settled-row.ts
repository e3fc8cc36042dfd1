import type { ColumnName } from '#backend/products/fields/columns.ts';

/** A product as a row of the shop's own file (products/fields/columns.ts). Absent columns keep the shop's values. */
export interface SettledRow {
  row: number;
  cells: Partial<Record<ColumnName, string | readonly string[]>>;
}

/** Returns a cell as one text; '' if it is absent. */
export const cellText = (cell: string | readonly string[] | undefined): string =>
  [cell ?? ''].flat().join(' ');
