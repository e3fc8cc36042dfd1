import * as z from 'zod';
import type { Notes } from '#backend/db/catalogue-tables.ts';
import { slug } from '#domain/slug.ts';
import { COLUMNS, type ColumnName, findColumn, type OwnedFields } from './columns.ts';

/** Something wrong in a file; `row` as a spreadsheet numbers it, or the line of JSON lines; 0 for what is of no row. */
export interface Fault {
  row: number;
  column: ColumnName | null;
  /** What is wrong and how to mend it: the rest of a sentence that begins with the column, if there is one. */
  message: string;
}

/** What a row says of a product; what is absent stays as it is. */
export interface ProductEdit {
  row: number;
  id: string;
  given: Partial<Omit<OwnedFields, 'notes' | 'pictures'>> & { notes?: Partial<Notes> };
  /** As the file names them: paths, addresses, or /media/{hash}. */
  pictures?: string[];
}

/** A row of a file, read; a faulty one with its id as typed. `twice`: an earlier row has it too, and neither counts. */
export type ReadRow =
  | { ok: true; edit: ProductEdit }
  | { ok: false; row: number; faults: Fault[]; id?: string; twice?: true };

const cells = z
  .object({
    id: COLUMNS.id.cell,
    name: COLUMNS.name.cell,
    brand: COLUMNS.brand.cell,
    price: COLUMNS.price.cell,
    discount: COLUMNS.discount.cell,
    discount_until: COLUMNS.discount_until.cell,
    stock: COLUMNS.stock.cell,
    description: COLUMNS.description.cell,
    tags: COLUMNS.tags.cell,
    categories: COLUMNS.categories.cell,
    notes_top: COLUMNS.notes_top.cell,
    notes_heart: COLUMNS.notes_heart.cell,
    notes_base: COLUMNS.notes_base.cell,
    concentration: COLUMNS.concentration.cell,
    size_ml: COLUMNS.size_ml.cell,
    pictures: COLUMNS.pictures.cell,
    picture_alts: COLUMNS.picture_alts.cell,
  } satisfies Record<ColumnName, unknown>)
  .partial();
type Cells = z.output<typeof cells>;

/** Reads a row: values by the name of their column, as in the file. All that is wrong with it is told at once. */
export function readRow(row: number, named: Readonly<Record<string, unknown>>): ReadRow {
  const faults: Fault[] = [];
  const known: Partial<Record<ColumnName, unknown>> = {};
  for (const [typed, value] of Object.entries(named)) {
    const found = findColumn(typed);
    if (found.ok) known[found.name] = value;
    else faults.push({ row, column: null, message: found.sentence });
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
  const { id, problem } = idOf(read.data);
  if (problem) faults.push({ row, column: 'id', message: problem });
  if (faults.length > 0) return { ok: false, row, faults, id };
  const { pictures } = read.data;
  const edit = { row, id, given: givenBy(read.data), ...(pictures ? { pictures } : {}) };
  return { ok: true, edit };
}

/** The same rows; one whose id an earlier row has is a fault. Holds every id of the file in memory. */
export async function* refuseTwins(rows: AsyncIterable<ReadRow>): AsyncGenerator<ReadRow> {
  const seen = new Map<string, number>();
  for await (const read of rows) {
    const { id, row } = read.ok ? read.edit : read;
    const first = id && seen.get(id);
    if (!id || !first) {
      if (id) seen.set(id, row);
      yield read;
      continue;
    }
    const message = `'${id}' is that of row ${first} too: remove one of them, or give each an id of its own`;
    const faults = read.ok ? [] : read.faults;
    yield { ok: false, row, id, twice: true, faults: [...faults, { row, column: 'id', message }] };
  }
}

/** The id that a row names, else the one that house and name make (as in shared URLs: 'tom-ford-oud-wood'). */
function idOf({ id, name = '', brand = '' }: Cells): { id: string; problem?: string } {
  if (id) return { id };
  const made = slug(brand && !name.startsWith(`${brand} `) ? `${brand} ${name}` : name);
  if (made) return { id: made };
  const problem = 'is missing, and house and name give no letters to make it of: write one';
  return { id: '', problem };
}

function givenBy(row: Cells): ProductEdit['given'] {
  const { price, discount, discount_until: end, notes_top, notes_heart, notes_base } = row;
  const notes = present({ top: notes_top, heart: notes_heart, base: notes_base });
  return present({
    name: row.name,
    brand: row.brand,
    price_kobo: price,
    discount_type: discount?.type,
    discount_amount: discount?.amount,
    // A discount takes its end along.
    discount_expires_at: discount?.type === null ? (end ?? null) : end,
    stock: row.stock,
    description: row.description,
    tags: row.tags,
    categories: row.categories,
    concentration: row.concentration,
    size_ml: row.size_ml,
    picture_alts: row.picture_alts,
    notes: Object.keys(notes).length > 0 ? notes : undefined,
  });
}

/** Without what is undefined. */
function present<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as never;
}
