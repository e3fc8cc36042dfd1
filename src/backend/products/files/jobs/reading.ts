import { inArray } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import type { PictureHosts } from '#backend/media/allowed-hosts.ts';
import { findColumn } from '#backend/merchant-files/heading.ts';
import { readHead } from '#backend/merchant-files/tables/head.ts';
import type { TableLine } from '#backend/merchant-files/tables/table-line.ts';
import { COLUMN_NAMES } from '#backend/products/fields/columns.ts';
import {
  findHeadings,
  type Headings,
  readProducts,
  type TableProducts,
} from '#backend/products/files/understanding/products.ts';
import { HEAD_LINES } from '#backend/products/files/understanding/recognise.ts';
import {
  answersOf,
  columnsOf,
  headingsKey,
  type SavedAnswers,
  type SavedColumns,
} from './answers.ts';
import { Deferred, deferPictures, type PackedFiles, packedFiles } from './deferred.ts';
import { openSheet } from './parts.ts';
import type { Steps } from './steps.ts';
import { type ImportRow, importMappings } from './tables.ts';
import { readable, unreadable } from './unreadable.ts';
import type { ShownColumn } from './view.ts';

/** The number of rows below the headings that the page shows for each column. */
const EXAMPLES = 5;

/** A file on its way into the catalogue. */
export interface Reading extends TableProducts {
  columns: readonly ShownColumn[];
  headingsKey: string;
  /** The mapping used: from the merchant now, or from an earlier file with these headings. */
  mapping: SavedColumns | null;
  /** The merchant's answers, with those for an earlier file with these headings. */
  answers: SavedAnswers;
  remembered: boolean;
  /** The pictures that `rows` has deferred. Complete once the rows are read. */
  deferred: Deferred;
  /** The pictures that came with the sheet. */
  files: PackedFiles;
  /** Columns of the shop's own file that do not exist. Complete once the rows are read. */
  unknown: ReadonlySet<string>;
  sentences: readonly string[];
}

/** The result for headings that are not understood. The merchant says which column is the name. */
export type Unmapped = Pick<
  Reading,
  'columns' | 'headingsKey' | 'remembered' | 'mapping' | 'answers'
>;

/**
 * Opens the sheet of an import with its columns and answers.
 * @param options.hosts - those from which pictures may be downloaded.
 * @param options.origins - where the shop serves its own.
 * @throws Unreadable with a sentence for the merchant; reading the rows may throw it, too.
 */
export async function readSheet(
  db: Database,
  row: ImportRow,
  { hosts, origins, steps }: { hosts: PictureHosts; origins: readonly string[]; steps: Steps },
): Promise<Reading | { unmapped: Unmapped }> {
  const { id, columns, answers: given, view } = row;
  const opened = await openSheet(db, row, steps.signal).catch(refused);
  const { head, lines } = await readHead(opened.rows, HEAD_LINES + EXAMPLES).catch(refused);
  const remembered = await findMapping(db, head.slice(0, HEAD_LINES));
  const mapping = columns ?? remembered?.columns ?? null;
  const { currency } = remembered ?? {};
  const isRemembered = !given.currency && Boolean(currency);
  const answers: SavedAnswers = { ...(currency ? { currency } : {}), ...given };
  const headings = findHeadings(head, columnsOf(mapping));
  const { line } = headings;
  const shown = {
    columns: shownColumns(line, head, (at) => fieldAt(at, headings)),
    headingsKey: headingsKey(line?.cells ?? []),
    mapping,
    answers,
    remembered: (!columns && remembered !== null) || (view?.remembered ?? false),
  };
  if (!headings.table && !headings.isOwn) return { unmapped: shown };
  const unknown = new Set<string>();
  const files = await packedFiles(db, id);
  const deferred = new Deferred();
  const read = await readProducts(headings, counting(readable(lines), steps, view?.rows ?? null), {
    answers: { ...answersOf(answers), isRemembered },
    hidden: opened.hidden,
    shop: { db, origins },
    onUnknown: (name) => void unknown.add(name),
  });
  const rows = read.moved ? read.rows : readable(read.rows);
  return {
    ...shown,
    ...read,
    // A question that is asked again has no answer.
    ...(read.asks.some(({ kind }) => kind === 'money') && { answers: given }),
    rows: deferPictures(rows, { files, hosts, origins, answer: answers.pictures, into: deferred }),
    deferred,
    files,
    unknown,
    sentences: opened.notes,
  };
}

function refused(cause: unknown): never {
  throw unreadable(cause);
}

/** Returns the mapping of an earlier file with the headings of one of these lines; null if there is none. */
async function findMapping(
  db: Database,
  lines: readonly TableLine[],
): Promise<Pick<typeof importMappings.$inferSelect, 'columns' | 'currency'> | null> {
  const keys = lines.map(({ cells }) => headingsKey(cells));
  if (keys.length === 0) return null;
  const [found] = await db
    .select({ columns: importMappings.columns, currency: importMappings.currency })
    .from(importMappings)
    .where(inArray(importMappings.key, keys))
    .limit(1);
  return found ?? null;
}

function fieldAt(at: number, { table, isOwn, line }: Headings): string | null {
  if (table) {
    return [...table.fields].find(([, columns]) => columns.includes(at))?.[0] ?? null;
  }
  const found = isOwn ? findColumn(line?.cells[at] ?? '', COLUMN_NAMES) : undefined;
  return found?.ok ? found.value : null;
}

function shownColumns(
  line: TableLine | undefined,
  head: readonly TableLine[],
  field: (at: number) => string | null,
): ShownColumn[] {
  if (!line) return [];
  const below = head.filter(({ row }) => row > line.row).slice(0, EXAMPLES);
  return line.cells.flatMap((heading, at) =>
    heading.trim() === ''
      ? []
      : {
          heading: heading.trim(),
          field: field(at),
          examples: below.map(({ cells }) => (cells[at] ?? '').trim().slice(0, 200)),
        },
  );
}

/** Passes lines through and reports their number. Ends when the process ends. */
async function* counting(
  lines: AsyncIterable<TableLine>,
  { signal, say }: Steps,
  total: number | null,
): AsyncGenerator<TableLine> {
  let count = 0;
  for await (const line of lines) {
    signal.throwIfAborted();
    say('rows', ++count, total);
    yield line;
  }
}
