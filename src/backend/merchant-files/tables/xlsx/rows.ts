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
 * The rows of a workbook that are not empty, in batches.
 * @param fd - the descriptor of its file, which stays open.
 * @param wanted - the name of a sheet. Without it the workbook must have one sheet with content.
 * @param hint - a sentence that ends a refusal that lists the sheets.
 * @param tell - receives what is to be said or asked of the sheet, before its rows.
 * @throws Refusal if it cannot be read, or the sheet is not clear.
 */
export async function* workbookRows(
  fd: number,
  wanted: string | undefined,
  hint = '',
  tell: (said: Said) => void = () => {},
): AsyncGenerator<TableLine[]> {
  const parts = await Parts.open(fd);
  const { sheets, hidden, from1904, ...paths } = await readWorkbook(parts);
  const texts = await readTexts(parts, paths.texts);
  const formats = await readFormats(parts, paths.styles);
  const shared: Shared = { texts, formats, from1904 };
  async function* rowsOf({ path }: (typeof sheets)[number]) {
    const look = await lookThrough(parts, path);
    tell({ hidden: look, notes: notesOf(look, hidden) });
    yield* fillMerged(sheetRows(parts, path, shared), look.merged);
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

/** What a sheet has that its rows do not show, and sentences about it for the merchant. */
export interface Said {
  hidden: Pick<Look, 'rows' | 'columns'>;
  notes: string[];
}

/** Merged cells that a note names. */
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
