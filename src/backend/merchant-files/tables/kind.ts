import { readSync } from 'node:fs';
import { protectedFile, Refusal } from './refusal.ts';

const WORKBOOK = 'Open it and save it as .xlsx or CSV.';

/**
 * Returns the kind of a file by its content: a text, which may be CSV, a zip archive, which may be XLSX, or XML, which may
 * be a feed.
 * @throws Refusal if it is another well-known kind.
 */
export function kindOf(fd: number): 'csv' | 'xlsx' | 'xml' {
  const head = bytesAt(fd, 0, 512);
  const start = head.toString('latin1');
  // A zip archive with files, or an empty one.
  if (start.startsWith('PK\x03\x04') || start.startsWith('PK\x05\x06')) return 'xlsx';
  if (start.startsWith('\xd0\xcf\x11\xe0')) throw olderOffice(fd, head);
  if (start.startsWith('%PDF-')) {
    throw new Refusal('The file is a PDF. Save the table that it was made from as .xlsx or CSV.');
  }
  if (/^(\xef\xbb\xbf)?\s*<(!doctype html|html|table)\b/i.test(start)) {
    throw new Refusal(`The file is a web page, whatever its name says. ${WORKBOOK}`);
  }
  if (/^(\xef\xbb\xbf)?\s*<([?!]|rss\b|feed\b)/i.test(start)) return 'xml';
  return 'csv';
}

/** Names the program of an Office file. They share one container, whose directory (MS-CFB) names its parts. */
function olderOffice(fd: number, head: Buffer): Refusal {
  const sector = head.length < 52 ? 0 : head.readUInt32LE(48);
  const directory = bytesAt(fd, (sector + 1) * 512, 8192).toString('utf16le');
  if (directory.includes('EncryptedPackage')) return protectedFile();
  if (directory.includes('WordDocument')) {
    return new Refusal(
      'The file is an older Word document (.doc). Copy its table into a spreadsheet, and save that as .xlsx or CSV.',
    );
  }
  return new Refusal(`The file is an older Excel file (.xls). ${WORKBOOK}`);
}

function bytesAt(fd: number, position: number, length: number): Buffer {
  const buffer = Buffer.alloc(length);
  return buffer.subarray(0, readSync(fd, buffer, 0, length, position));
}
