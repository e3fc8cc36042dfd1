import { open } from 'node:fs/promises';
import { all, withFile } from '#backend/merchant-files/tables/tables.harness.ts';
import { workbookRows } from './rows.ts';
import { zip } from './zip.harness.ts';

const TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Returns the rows of a workbook, read in this process. */
export const readRows = (content: Uint8Array, sheet?: string) =>
  withFile(content, async (path) => {
    const file = await open(path);
    try {
      return (await all(workbookRows(file.fd, { sheet }))).flat();
    } finally {
      await file.close();
    }
  });

/** Returns only the cells. */
export const readCells = async (content: Uint8Array, sheet?: string) =>
  (await readRows(content, sheet)).map(({ cells }) => cells);

interface Sheet {
  name: string;
  /** The rows as XML: <row><c><v>1</v></c></row>. */
  rows: string;
  state?: string;
}

interface Rest {
  /** The shared strings as XML: <si><t>Oud</t></si>. */
  texts?: string;
  /** The codes of formats. The cell with s="1" has the first of them, one with s="0" none. */
  formats?: readonly string[];
  /** Attributes of the workbook. */
  properties?: string;
  /** The columns of its sheets as XML: <col min="2" max="3" hidden="1"/>. */
  columns?: string;
  /** The merged cells of its sheets: A2:A3. */
  merged?: readonly string[];
}

/** The parts of a workbook. */
export function parts(
  sheets: readonly Sheet[],
  { texts = '', formats = [], properties = '', columns = '', merged = [] }: Rest = {},
): Record<string, string> {
  const related = [
    ...sheets.map((_, at) => relation(`r${at + 1}`, 'worksheet', `worksheets/sheet${at + 1}.xml`)),
    relation('texts', 'sharedStrings', 'sharedStrings.xml'),
    relation('styles', 'styles', '/xl/styles.xml'),
  ].join('');
  const codes = formats.map(
    (code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${escaped(code)}"/>`,
  );
  const styles = formats.map((_, at) => `<xf numFmtId="${164 + at}"/>`);
  const ranges = merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('');
  const mergeCells = merged.length > 0 ? `<mergeCells>${ranges}</mergeCells>` : '';
  const listed = sheets.map(
    ({ name, state }, at) =>
      `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="r${at + 1}"${state ? ` state="${state}"` : ''}/>`,
  );
  return {
    '_rels/.rels': relations(relation('r1', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': xml(
      'workbook',
      `<workbookPr ${properties}/><sheets>${listed.join('')}</sheets>`,
      `xmlns:r="${TYPES}"`,
    ),
    'xl/_rels/workbook.xml.rels': relations(related),
    'xl/sharedStrings.xml': xml('sst', texts),
    'xl/styles.xml': xml(
      'styleSheet',
      `<numFmts>${codes.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${styles.join('')}</cellXfs>`,
    ),
    ...Object.fromEntries(
      sheets.map(({ rows }, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        xml('worksheet', `<cols>${columns}</cols><sheetData>${rows}</sheetData>${mergeCells}`),
      ]),
    ),
  };
}

/** Returns a workbook with one sheet. */
export const workbook = (rows: string, rest?: Rest): Buffer =>
  zip(parts([{ name: 'Prices', rows }], rest));

/** Returns rows of texts as XML. */
export const textRows = (table: readonly (readonly string[])[]): string =>
  table
    .map(
      (cells) =>
        `<row>${cells.map((text) => `<c t="inlineStr"><is>${t(text)}</is></c>`).join('')}</row>`,
    )
    .join('');

/** Returns a text as XML. Characters that XML does not allow are written as Excel does. */
export const t = (text: string): string =>
  `<t xml:space="preserve">${escaped(text.replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')).replace(
    /[^\t\n\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu,
    (sign) => `_x${sign.charCodeAt(0).toString(16).padStart(4, '0')}_`,
  )}</t>`;

const xml = (name: string, content: string, attributes = '') =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<${name} xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" ${attributes}>${content}</${name}>`;

const relations = (content: string) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${content}</Relationships>`;

const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${TYPES}/${type}" Target="${target}"/>`;

const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
