import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markFormula, unmarkFormula } from '#backend/merchant-files/formula.ts';
import { BYTE_ORDER_MARK, csvLine } from '#backend/merchant-files/writing.ts';
import { csvRows } from './csv.ts';
import { decodeText, linesOf } from './text.ts';

/** A strict parser of RFC 4180: CRLF ends a record, quotation marks enclose whole cells. Throws at anything else. */
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

/** Returns the bytes of a file in pieces of one size, which cut characters and lines in two. */
async function* inPieces(text: string | Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function all<T>(pieces: AsyncIterable<T>): Promise<T[]> {
  const got: T[] = [];
  for await (const piece of pieces) got.push(piece);
  return got;
}

const read = (text: string | Uint8Array, size = 7) =>
  all(csvRows(decodeText(inPieces(text, size))));

describe('writing', () => {
  const table = fc.array(fc.array(wild, { minLength: 1, maxLength: 4 }), { minLength: 1 });

  it('follows RFC 4180, with an apostrophe before formulas', () => {
    fc.assert(
      fc.property(table, (rows) => {
        expect(parseCsv(rows.map(csvLine).join(''))).toEqual(
          rows.map((cells) => cells.map(markFormula)),
        );
      }),
      { numRuns: 2000 },
    );
  });

  it('is reversed by reading, however the bytes are cut into pieces', async () => {
    const storable = (cell: string) => cell.isWellFormed();
    await fc.assert(
      fc.asyncProperty(table, fc.integer({ min: 1, max: 40 }), async (rows, size) => {
        const whole = rows.filter((cells) => cells.every(storable));
        const filled = whole.filter((cells) =>
          cells.some((cell) => markFormula(cell).trim() !== ''),
        );
        // Without a semicolon in the heading, the separator is a comma.
        const file = BYTE_ORDER_MARK + csvLine(['one', 'two']) + whole.map(csvLine).join('');
        const [heading, ...got] = await read(file, size);
        expect(heading).toEqual({ row: 1, cells: ['one', 'two'] });
        expect(got.map(({ cells }) => cells)).toEqual(filled);
      }),
      { numRuns: 500 },
    );
  });

  it('marks every formula, and reading removes the mark', () => {
    fc.assert(
      fc.property(wild, (text) => {
        expect(markFormula(text)).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/);
        expect(unmarkFormula(markFormula(text))).toBe(text);
      }),
      { numRuns: 5000 },
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
    ['12E45', "'12E45"],
    ['5E7', "'5E7"],
    ['00123', "'00123"],
    ['0803 123 4567', "'0803 123 4567"],
    ['08031234567', "'08031234567"],
    ['1234567890123456', "'1234567890123456"],
    ['3-4', "'3-4"],
    ['5JAN4', "'5JAN4"],
    ['MAR12', "'MAR12"],
    ['9:30', "'9:30"],
    ["'12E45", "''12E45"],
    ['12500', '12500'],
    ['0', '0'],
    ['0.00', '0.00'],
    ['1250.50', '1250.50'],
    ['123456789012345', '123456789012345'],
    ['2026-11-21', '2026-11-21'],
    ['2026-11-21 10:05', '2026-11-21 10:05'],
    ['AB2CD', 'AB2CD'],
    ['12F45', '12F45'],
    ['Maybe 4', 'Maybe 4'],
    ['\tx', "'\tx"],
    ['\r=1', `"'\r=1"`],
    ["'=1", "''=1"],
    ["'s avonds", "'s avonds"],
    ['two\nlines', '"two\nlines"'],
    ['a;b', '"a;b"'],
  ])('writes %j as %j', (text, cell) => {
    expect(csvLine([text])).toBe(`${cell}\r\n`);
  });
});

describe('reading', () => {
  it.each([
    ['CRLF and commas', 'a,b\r\n1,2\r\n'],
    ['LF and semicolons', 'a;b\n1;2'],
    ['CR, as old spreadsheets write', 'a,b\r1,2\r'],
    ['tabs', 'a\tb\n1\t2\n'],
    ["Excel's line that names the separator", 'sep=;\r\na;b\r\n1;2\r\n'],
    ['that line with a tab, and commas in the heading', '\uFEFF"sep=\t"\na\tb\n1\t2\n'],
    ['a byte order mark', '\uFEFFa;b\r\n1;2\r\n'],
    ['empty rows', 'a,b\n,\n  ,\n1,2\n\n'],
  ])('accepts %s', async (_, text) => {
    const rows = await read(text);
    expect(rows.map(({ cells }) => cells)).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
  });

  it('numbers rows as a spreadsheet does, with empty rows and rows of several lines', async () => {
    expect(await read('a,b\n\n"1\n2",3\n,\n5,6')).toEqual([
      { row: 1, cells: ['a', 'b'] },
      { row: 3, cells: ['1\n2', '3'] },
      { row: 5, cells: ['5', '6'] },
    ]);
  });

  it('reports what is wrong and where', async () => {
    await expect(read('a,b\n1,2\n"3,4\n5,6\n')).rejects.toThrow(
      'The file cannot be read at row 3: a quotation mark (") opens a cell in line 3 of the file, and nothing closes it.',
    );
    await expect(read('a,b\n1,"2"x\n')).rejects.toThrow('double a quotation mark inside a cell');
    await expect(read(Buffer.from('a,b\nP\xe9ch\xe9,1\n', 'latin1'))).rejects.toThrow(
      'The file is not UTF-8.',
    );
  });

  const long = 'x'.repeat(1_100_000);
  it.each([
    ['a quotation mark that never closes', 'a,b\n1,2\n"3,4\n5,6\n', 'row 3', 'in line 3'],
    ['one below rows of several lines', 'a,b\r\n"1\r\n\r\n1",2\r\n5,"6', 'row 3', 'in line 5'],
    ['one beside a cell of several lines', 'a,b\n"1\n1","2\n2,3\n', 'row 2', 'in line 3'],
    ["one below Excel's line", 'sep=;\na;b\n1;"2\n', 'row 2', 'in line 3'],
    ['one before a million characters', `a,b\n1,2\n3,"4\n${long}`, 'row 3', 'in line 3'],
    ['one that closes at the wrong place', 'a,b\n"1,2\n3,4\n5,"6"\n', 'row 2', 'in line 2'],
  ])('says where it opened: %s', async (_, text, row, line) => {
    await expect(read(text, 65_536)).rejects.toThrow(
      `The file cannot be read at ${row}: a quotation mark (") opens a cell ${line} of the file`,
    );
  });

  it('names a file without line ends, and a row that is too long', async () => {
    const cells = Array.from({ length: 3000 }, (_, at) => `cell ${at}`);
    await expect(read(cells.join(','), 65_536)).rejects.toThrow(
      'The file is one line of 3,000 cells. Lines must end where rows end',
    );
    await expect(read(`a,b\n1,2\n${long}`, 65_536)).rejects.toThrow(
      'The file cannot be read at row 3: it has more than 1,000,000 characters. Lines must end where rows end',
    );
    expect(await read(`${cells.join(',')}\n1,2`, 65_536)).toHaveLength(2);
  });

  it('splits JSON lines at LF only', async () => {
    const lines = await all(linesOf(decodeText(inPieces('{"a":"\u2028"}\r\n\n{}', 3))));
    expect(lines).toEqual(['{"a":"\u2028"}\r', '', '{}']);
  });
});
