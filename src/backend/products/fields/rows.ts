import * as z from 'zod';
import type { Fault } from '#backend/base/faults.ts';
import { findColumn } from '#backend/merchant-files/heading.ts';
import type { Notes } from '#backend/products/tables.ts';
import {
  COLUMN_NAMES,
  COLUMNS,
  type Column,
  type ColumnName,
  type OwnedFields,
} from './columns.ts';
import { makeId } from './made-ids.ts';

/** The changes that a row makes to a product. Absent fields stay as they are. */
export interface ProductEdit {
  row: number;
  id: string;
  /** The id that was once made of brand and name (made-ids.ts). Only for ids that are made. */
  former?: string;
  given: Partial<Omit<OwnedFields, 'notes' | 'pictures'>> & {
    notes?: Partial<Notes>;
    /** Units to add to the stock, or to take off it. With it, `stock` is for a product that the shop does not have. */
    stock_add?: number;
  };
  /** Paths, web addresses or /media/{hash}, as the file has them. */
  pictures?: string[];
}

/** A row of a file. A faulty one has its id as typed. */
export type ReadRow =
  | { ok: true; edit: ProductEdit }
  | { ok: false; row: number; faults: Fault[]; id?: string };

type CellSchemas = { [Name in ColumnName]: (typeof COLUMNS)[Name]['cell'] };
const cells = z
  .object(Object.fromEntries(COLUMN_NAMES.map((name) => [name, COLUMNS[name].cell])) as CellSchemas)
  .partial();
type Cells = z.output<typeof cells>;

/**
 * Reads a row: values by column name, as in the file. Reports all its faults at once.
 * @param onUnknown - receives the names of columns that do not exist. Without it they are faults.
 */
export function readRow(
  row: number,
  named: Readonly<Record<string, unknown>>,
  onUnknown?: (column: string) => void,
): ReadRow {
  const faults: Fault[] = [];
  const known: Partial<Record<ColumnName, unknown>> = {};
  for (const [typed, value] of Object.entries(named)) {
    const found = findColumn(typed, COLUMN_NAMES);
    if (found.ok) known[found.value] = value;
    else if (onUnknown) onUnknown(typed.trim());
    else faults.push({ row, column: null, message: found.refusal.message });
  }
  const read = cells.safeParse(known);
  if (!read.success) {
    for (const issue of read.error.issues) {
      const [column = null] = issue.path as ColumnName[];
      faults.push({ row, column, message: issue.message });
    }
    const id = typeof known.id === 'string' ? known.id.trim() : '';
    return { ok: false, row, faults, id };
  }
  const { id, former } = idOf(read.data);
  if (!id) faults.push({ row, column: 'id', message: NO_ID });
  if (read.data.stock_was !== undefined && read.data.stock === undefined) {
    const message =
      'says what stock was, but the file has no stock: add that column, or remove this one';
    faults.push({ row, column: 'stock_was', message });
  }
  const period = periodFault(read.data.discount_starts, read.data.discount_until);
  if (period) faults.push({ row, ...period });
  if (faults.length > 0) return { ok: false, row, faults, id };
  const { pictures } = read.data;
  const edit = {
    row,
    id,
    given: givenBy(read.data),
    ...(former === undefined ? {} : { former }),
    ...(pictures ? { pictures } : {}),
  };
  return { ok: true, edit };
}

/** Checks that a discount begins before it ends. Both are ISO times in UTC. */
export function periodFault(
  start: string | null | undefined,
  end: string | null | undefined,
): Omit<Fault, 'row'> | undefined {
  if (!start || !end || start < end) return undefined;
  const message = 'is not before discount_until: write an earlier time, or empty it';
  return { column: 'discount_starts', message };
}

const NO_ID = 'is missing, and there is no name with letters or digits to make one from: write one';

/** Returns the id of a row, or one made of brand and name. A brand alone does not name a product. */
function idOf({ id, name, brand }: Cells): { id: string; former?: string } {
  if (id) return { id };
  return name ? makeId({ name, brand }) : { id: '' };
}

function givenBy(row: Cells): ProductEdit['given'] {
  const fields = COLUMN_NAMES.flatMap((name) => {
    const { sets }: Column = COLUMNS[name];
    return sets && row[name] !== undefined ? sets(row[name] as never) : [];
  });
  const notes = present({ top: row.notes_top, heart: row.notes_heart, base: row.notes_base });
  return {
    ...Object.assign({}, ...fields),
    ...stockGivenBy(row),
    ...(Object.keys(notes).length > 0 ? { notes } : {}),
  };
}

/**
 * Reads a row's stock. A plain number sets it. If the row also has the number of an export, the difference is applied, so
 * that later sales stay counted. '+12' and '-3' are differences, too. A product that the shop does not have gets the
 * number.
 */
function stockGivenBy({ stock, stock_was: was }: Cells): { stock?: number; stock_add?: number } {
  if (stock === undefined) return {};
  if (typeof stock === 'object') return { stock_add: stock.add };
  return was === undefined ? { stock } : { stock, stock_add: stock - was };
}

/** Drops fields that are undefined. */
function present<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as never;
}
