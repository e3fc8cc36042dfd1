import { Refusal } from '#backend/merchant-files/tables/refusal.ts';
import type { TableLine } from '#backend/merchant-files/tables/table-line.ts';
import { readFormats } from './formats.ts';
import { Parts } from './parts.ts';
import { type Shared, sheetRows } from './sheet.ts';
import { readTexts } from './texts.ts';
import { readWorkbook } from './workbook.ts';

/**
 * The rows of a workbook that are not empty, in batches.
 * @param fd - the descriptor of its file, which stays open.
 * @param wanted - the name of a sheet. Without it the workbook must have one sheet with content.
 * @param hint - a sentence that ends a refusal that lists the sheets.
 * @throws Refusal if it cannot be read, or the sheet is not clear.
 */
export async function* workbookRows(
  fd: number,
  wanted: string | undefined,
  hint = '',
): AsyncGenerator<TableLine[]> {
  const parts = await Parts.open(fd);
  const { sheets, from1904, ...paths } = await readWorkbook(parts);
  const texts = await readTexts(parts, paths.texts);
  const formats = await readFormats(parts, paths.styles);
  const shared: Shared = { texts, formats, from1904 };
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
    if (filled[0]) yield* sheetRows(parts, filled[0].path, shared);
    return;
  }
  const plain = (name: string) => name.trim().toLowerCase();
  const sheet = sheets.find(({ name }) => plain(name) === plain(wanted));
  if (!sheet)
    throw new Refusal(`The file has no sheet '${wanted}', but ${listed(sheets)} ${hint}`.trim());
  yield* sheetRows(parts, sheet.path, shared);
}

async function hasRows(rows: AsyncGenerator<TableLine[]>): Promise<boolean> {
  for await (const _ of rows) return true;
  return false;
}

const listed = (sheets: readonly { name: string }[]) =>
  `${sheets.map(({ name }) => `'${name}'`).join(', ')}.`;
