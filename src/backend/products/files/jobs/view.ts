import type { FieldChange } from '#backend/products/edit/changes.ts';
import type { Ask } from '#backend/products/files/understanding/answers.ts';

/** A column of the sheet, with what it is read as and what stands in it. */
export interface ShownColumn {
  heading: string;
  /** A field of files/formats/format.ts, or a column of the shop's own files; null if it is not read. */
  field: string | null;
  /** Its cells in the first rows below the headings. */
  examples: string[];
}

/** What was read of a file, as the page shows it. Lists of any length are rows of import_rows. */
export interface ImportView {
  /** The program that wrote the file; null for the shop's own columns, which need no mapping. */
  format: string | null;
  /** Of the headings, under which their mapping is remembered. */
  headingsKey: string;
  /** Whether the mapping is that of an earlier file with these headings. */
  remembered: boolean;
  columns: ShownColumn[];
  /** The headings of columns that are not read; absent from views of earlier versions. */
  unread?: string[];
  /** What has to be asked: how many rows it is about, and the first of them. */
  asks: { kind: Ask['kind']; about: string; count: number; rows: number[] }[];
  /** Pictures by web address: of how many products each host has how many. */
  hosts: { host: string; pictures: number; products: number }[];
  /** Rows below the headings. */
  rows: number;
  /** Those that wait for an answer; absent from views of earlier versions. */
  waiting?: number;
  /** Products that these rows make. */
  products: number;
  new: number;
  changed: number;
  unchanged: number;
  /** Rows that another program's file has and this shop does not take. */
  leftOut: number;
  /** Rows that are not written, since something in them is wrong. */
  faults: number;
  warnings: number;
  notes: number;
  /** Old addresses that would lead to the new pages, and some of them: 'from → to'. */
  addresses: { count: number; examples: string[] };
  /** Sentences about how the file was read. */
  sentences: string[];
}

/** A row of the preview. Which of these it has depends on its kind. */
export interface Shown {
  id?: string;
  name?: string;
  /** Of a new product: the columns that are filled. Of a changed one: those that differ. */
  changes?: FieldChange[];
  /** What is wrong or worth knowing; of a row that is left out what it is. */
  words?: string;
  column?: string;
}

/** What an import did. */
export interface ImportTotals {
  rows: number;
  new: number;
  changed: number;
  unchanged: number;
  removed: number;
  leftOut: number;
  faults: number;
  /** Old addresses that lead to the new pages. */
  addresses: number;
  /** Pictures that are downloaded in the background. */
  pictures: number;
  /** From the first row to the last write, in seconds. */
  seconds: number;
  /** After an undoing. */
  undone?: number;
  kept?: number;
}
