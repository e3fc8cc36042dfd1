import type { FileHandle } from 'node:fs/promises';
import { protectedFile } from './xlsx/refusal.ts';

const WORKBOOK = 'Open it and save it as .xlsx or CSV.';

/**
 * What a file is, by its content: a text, which may be CSV, or a zip archive, which may be XLSX.
 * @throws Error with a sentence for the merchant if it is something else that is well known.
 */
export async function kindOf(file: FileHandle): Promise<'csv' | 'xlsx'> {
  const head = await bytesAt(file, 0, 512);
  const start = head.toString('latin1');
  // A zip archive with files, or an empty one.
  if (start.startsWith('PK\x03\x04') || start.startsWith('PK\x05\x06')) return 'xlsx';
  if (start.startsWith('\xd0\xcf\x11\xe0')) throw await olderOffice(file, head);
  if (start.startsWith('%PDF-')) {
    throw new Error('The file is a PDF. Save the table that it was made from as .xlsx or CSV.');
  }
  if (/^(\xef\xbb\xbf)?\s*<(!doctype|html|\?xml|table)\b/i.test(start)) {
    throw new Error(`The file is a web page or XML, whatever its name says. ${WORKBOOK}`);
  }
  return 'csv';
}

/** Word, Excel and encrypted files of Office share one container. The names of its parts stand in its directory (MS-CFB). */
async function olderOffice(file: FileHandle, head: Buffer): Promise<Error> {
  const sector = head.length < 52 ? 0 : head.readUInt32LE(48);
  const directory = (await bytesAt(file, (sector + 1) * 512, 8192)).toString('utf16le');
  if (directory.includes('EncryptedPackage')) return protectedFile();
  if (directory.includes('WordDocument')) {
    return new Error(
      'The file is an older Word document (.doc). Copy its table into a spreadsheet, and save that as .xlsx or CSV.',
    );
  }
  return new Error(`The file is an older Excel file (.xls). ${WORKBOOK}`);
}

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
