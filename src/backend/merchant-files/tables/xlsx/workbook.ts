import { posix } from 'node:path';
import { damaged, Refusal } from '#backend/merchant-files/tables/refusal.ts';
import type { Parts } from './parts.ts';
import { allOf, readXml } from './xml.ts';

interface Workbook {
  /** The visible sheets in order, each with the path of its part. */
  sheets: { name: string; path: string }[];
  /** The names of the hidden sheets. */
  hidden: string[];
  /** Whether days count from 1904, as in files of old Macs. */
  from1904: boolean;
  /** The paths of the parts with texts and formats, if it has them. */
  texts: string | undefined;
  styles: string | undefined;
}

/**
 * Reads the contents of a workbook (ECMA-376, part 1, §12.3).
 * @throws Refusal if it is not an XLSX file, with what it is.
 */
export async function readWorkbook(parts: Parts): Promise<Workbook> {
  const [main] = (await relations(parts, '')).filter(({ type }) => type === 'officeDocument');
  if (!main || /\.bin$/i.test(main.path) || !/(^|\/)xl\//i.test(main.path)) {
    throw new Refusal(whatElse(parts, main?.path));
  }
  const related = await relations(parts, main.path);
  const pathOf = (wanted: string) =>
    related.find(({ type, path }) => type === wanted && parts.has(path))?.path;
  let from1904 = false;
  const hidden: string[] = [];
  const listed = await allOf(
    readXml<{ name: string; id: string | undefined }>(parts.bytes(main.path), (emit) => ({
      open(name, attributes) {
        if (name === 'workbookPr') from1904 = /^(1|true)$/.test(attributes.date1904 ?? '');
        if (name !== 'sheet') return;
        if (/hidden$/i.test(attributes.state ?? '')) return void hidden.push(attributes.name ?? '');
        const [, id] = Object.entries(attributes).find(([key]) => key.endsWith(':id')) ?? [];
        emit({ name: attributes.name ?? '', id });
      },
    })),
  );
  const sheets = listed.flatMap(({ name, id }) => {
    const sheet = related.find((one) => one.id === id);
    if (!sheet) throw damaged(`there is no part of the sheet ${name}`);
    // Chart sheets have no rows.
    return sheet.type === 'worksheet' ? [{ name, path: sheet.path }] : [];
  });
  return { sheets, hidden, from1904, texts: pathOf('sharedStrings'), styles: pathOf('styles') };
}

interface Relation {
  id: string;
  /** The last word of its type. The words before it differ between the two variants of the standard. */
  type: string;
  path: string;
}

/** Returns the parts that a part refers to; for '', those at the root of the file. */
async function relations(parts: Parts, part: string): Promise<Relation[]> {
  const folder = posix.dirname(part);
  const path = posix.join(folder, '_rels', `${posix.basename(part)}.rels`);
  if (!parts.has(path)) return [];
  return allOf(
    readXml<Relation>(parts.bytes(path), (emit) => ({
      open(name, { Id = '', Type = '', Target = '', TargetMode }) {
        if (name !== 'Relationship' || TargetMode === 'External') return;
        const target = Target.startsWith('/') ? Target.slice(1) : posix.join(folder, Target);
        emit({ id: Id, type: Type.slice(Type.lastIndexOf('/') + 1), path: target });
      },
    })),
  );
}

/** Returns what an archive is instead of an XLSX file, and what to do. */
function whatElse(parts: Parts, main = ''): string {
  const [first = ''] = parts.paths;
  if (/\.bin$/i.test(main)) return sentence('a binary Excel file (.xlsb)');
  if (/^word\//i.test(main)) {
    return 'The file is a Word document (.docx). Copy its table into a spreadsheet, and save that as .xlsx or CSV.';
  }
  if (/^ppt\//i.test(main)) return 'The file is a PowerPoint presentation (.pptx), and no table.';
  if (parts.has('content.xml')) return sentence('an OpenDocument file (.ods)');
  if (parts.paths.some((path) => path.endsWith('.iwa')))
    return sentence('a Numbers file (.numbers)');
  return `The file is a zip archive${first && ` with ${first} and so on`}, and no table. Unpack it, and name the table in it.`;
}

const sentence = (what: string) => `The file is ${what}. Open it and save it as .xlsx or CSV.`;
