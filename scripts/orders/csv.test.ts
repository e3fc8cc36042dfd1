import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvCell } from './csv.ts';

/** RFC 4180 to the letter: CRLF ends a record, quotes only around whole cells. Throws at anything else. */
function parseCsv(text: string): string[][] {
  const records: string[][] = [];
  let at = 0;
  while (at < text.length) {
    const record: string[] = [];
    for (;;) {
      const cell = text[at] === '"' ? /"((?:[^"]|"")*)"/y : /([^",\r\n]*)/y;
      cell.lastIndex = at;
      const [whole = '', inner = ''] = cell.exec(text) ?? expect.fail(`no cell at ${at}`);
      at += whole.length;
      record.push(whole.startsWith('"') ? inner.replaceAll('""', '"') : inner);
      if (text[at] !== ',') break;
      at++;
    }
    if (text.slice(at, at + 2) !== '\r\n') throw new Error(`no end of a record at ${at}`);
    at += 2;
    records.push(record);
  }
  return records;
}

const wild = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...'=+-@\t\r\n",;\'a1₦＝') }),
);

describe('cells of the export', () => {
  it('come back as they were, but for the apostrophe before what would run', () => {
    const table = fc.array(fc.array(wild, { minLength: 1, maxLength: 4 }), { minLength: 1 });
    fc.assert(
      fc.property(table, (rows) => {
        const file = rows.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
        const marked = (cell: string) => (/^[=+\-@\t\r\n＝＋－＠]/.test(cell) ? `'${cell}` : cell);
        expect(parseCsv(file)).toEqual(rows.map((cells) => cells.map(marked)));
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['Ada Obi', 'Ada Obi'],
    ['1 Allen Avenue, Ikeja', '"1 Allen Avenue, Ikeja"'],
    ['the "big" gate', '"the ""big"" gate"'],
    ['=HYPERLINK("http://evil")', `"'=HYPERLINK(""http://evil"")"`],
    ['+2348031234567', "'+2348031234567"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ['\r=1', `"'\r=1"`],
    ['two\nlines', '"two\nlines"'],
    ['', ''],
  ])('%j is written %j', (text, cell) => {
    expect(csvCell(text)).toBe(cell);
  });
});
