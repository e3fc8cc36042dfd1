import { Refusal } from '#backend/merchant-files/tables/refusal.ts';
import type { TableLine } from '#backend/merchant-files/tables/table-line.ts';
import { readFormats } from './formats.ts';
import { type Look, lookThrough } from './look.ts';
import { fillMerged } from './merged.ts';
import { Parts } from './parts.ts';
import { type Shared, sheetRows } from './sheet.ts';
import { readTexts } from './texts.ts';
import { readWorkbook } from './workbook.ts';

/**
 * Yields the rows of a workbook that are not empty, in batches.
 * @param fd - the descriptor of its file, which stays open.
 * @param options - without a sheet, the workbook must have exactly one with content.
 * @param tell - receives notes and questions about the sheet before its rows.
 * @throws Refusal if it cannot be read, or the sheet is ambiguous.
 */
export async function* workbookRows(
  fd: number,
  { sheet: wanted, hint = '', hidden: answer }: SheetOptions,
  tell: (said: Said) => void = () => {},
): AsyncGenerator<TableLine[]> {
  const parts = await Parts.open(fd);
  const { sheets, hidden, from1904, ...paths } = await readWorkbook(parts);
  const texts = await readTexts(parts, paths.texts);
  const formats = await readFormats(parts, paths.styles);
  const shared: Shared = { texts, formats, from1904 };
  async function* rowsOf({ path }: (typeof sheets)[number]) {
    const look = await lookThrough(parts, path);
    const { rows, columns } = look;
    tell({ hidden: { rows, columns: columns.length }, notes: notesOf(look, hidden) });
    const gone = new Set(answer === 'leave' ? rows : []);
    const blank = new Set(answer === 'leave' ? columns : []);
    for await (const batch of fillMerged(sheetRows(parts, path, shared), look.merged)) {
      const left = gone.size > 0 ? batch.filter(({ row }) => !gone.has(row)) : batch;
      for (const { cells } of left) for (const at of blank) if (cells[at]) cells[at] = '';
      yield left;
    }
  }
  if (wanted === undefined) {
    const filled = [];
    for (const sheet of sheets) {
      if (await hasRows(sheetRows(parts, sheet.path, shared))) filled.push(sheet);
    }
    if (filled.length > 1) {
      throw new Refusal(
        `Several sheets of the file have content: ${listed(filled)} ${hint}`.trim(),
      );
    }
    if (filled[0]) yield* rowsOf(filled[0]);
    return;
  }
  const plain = (name: string) => name.trim().toLowerCase();
  const sheet = sheets.find(({ name }) => plain(name) === plain(wanted));
  if (!sheet)
    throw new Refusal(`The file has no sheet '${wanted}', but ${listed(sheets)} ${hint}`.trim());
  yield* rowsOf(sheet);
}

/** The options for reading a workbook. */
export interface SheetOptions {
  /** The name of a sheet. Needed if several have content. */
  sheet?: string | undefined;
  /** A sentence on how to name one, at the end of a refusal that lists the sheets. */
  hint?: string;
  /** The treatment of hidden rows and columns. By default they are taken. */
  hidden?: 'take' | 'leave' | undefined;
}

/** The notes about a table. Complete once its first row is read. */
export interface Said {
  /** Sentences for the merchant about how it is read. */
  notes: string[];
  /** The hidden rows, and the number of hidden columns, with content. */
  hidden: { rows: number[]; columns: number };
}

/** The number of merged cells that a note names. */
const NAMED = 5;

function notesOf({ merged }: Look, hidden: readonly string[]): string[] {
  const refs = merged.flatMap(({ ref, top, bottom }) => (bottom > top ? ref : []));
  const more = refs.length > NAMED ? ` and ${refs.length - NAMED} more` : '';
  return [
    ...(refs.length > 0
      ? [`Merged cells count for each of their rows: ${refs.slice(0, NAMED).join(', ')}${more}.`]
      : []),
    ...hidden.map((name) => `The sheet '${name}' is hidden, and is not read.`),
  ];
}

async function hasRows(rows: AsyncGenerator<TableLine[]>): Promise<boolean> {
  for await (const _ of rows) return true;
  return false;
}

const listed = (sheets: readonly { name: string }[]) =>
  `${sheets.map(({ name }) => `'${name}'`).join(', ')}.`;
