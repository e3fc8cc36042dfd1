import type { FieldChange } from '#backend/products/edit/changes.ts';
import type { Ask } from '#backend/products/files/understanding/answers.ts';

/** A column of the sheet, with the field that it is read as and examples. */
export interface ShownColumn {
  heading: string;
  /** A field of files/formats/format.ts, or a column of the shop's own files; null if it is not read. */
  field: string | null;
  /** Its cells in the first rows below the headings. */
  examples: string[];
}

/** The result of reading a file, for its page. Lists of any length are rows of import_rows. */
export interface ImportView {
  /** The program that wrote the file; null for the shop's own columns, which need no mapping. */
  format: string | null;
  /** The key of the headings, under which their mapping is remembered. */
  headingsKey: string;
  /** Whether the mapping comes from an earlier file with these headings. */
  remembered: boolean;
  columns: ShownColumn[];
  /** The headings of columns that are not read; absent from views of earlier versions. */
  unread?: string[];
  /** The questions, each with its number of rows and the first of them. */
  asks: { kind: Ask['kind']; about: string; count: number; rows: number[] }[];
  /** The hosts of pictures by web address, each with its number of pictures and products. */
  hosts: { host: string; pictures: number; products: number }[];
  /** The number of rows below the headings. */
  rows: number;
  /** The number of rows that wait for an answer; absent from views of earlier versions. */
  waiting?: number;
  /** The number of products that these rows make. */
  products: number;
  new: number;
  changed: number;
  unchanged: number;
  /** The number of rows of another program's file that this shop does not take. */
  leftOut: number;
  /** The number of rows with faults, which are not written. */
  faults: number;
  warnings: number;
  notes: number;
  /** The number of old addresses that would lead to new pages, and examples: 'from → to'. */
  addresses: { count: number; examples: string[] };
  /** Sentences about how the file was read. */
  sentences: string[];
}

/** A row of the preview. Its kind decides which fields it has. */
export interface Shown {
  id?: string;
  name?: string;
  /** The filled columns of a new product, or the columns of a changed one that differ. */
  changes?: FieldChange[];
  /** A fault or remark; for a row that is left out, its kind. */
  words?: string;
  column?: string;
}

/** The result of an import. */
export interface ImportTotals {
  rows: number;
  new: number;
  changed: number;
  unchanged: number;
  removed: number;
  leftOut: number;
  faults: number;
  /** The number of old addresses that lead to new pages. */
  addresses: number;
  /** The number of pictures downloaded in the background. */
  pictures: number;
  /** Seconds from the first row to the last write. */
  seconds: number;
  /** After an undoing. */
  undone?: number;
  kept?: number;
}
