import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTable } from '#backend/merchant-files/tables/tables.harness.ts';
import { parts, readCells, readRows, t, textRows, workbook } from './xlsx.harness.ts';
import { zip } from './zip.harness.ts';

/** The cells of one row. */
const row = async (cells: string, rest?: Parameters<typeof workbook>[1]) =>
  (await readCells(workbook(`<row>${cells}</row>`, rest)))[0];

describe('a workbook', () => {
  it('reads back as the texts that were written, inline or shared', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }).filter((one) => one.isWellFormed()),
      fc.string({ unit: fc.constantFrom(...'a_x000D<>&"\t\r\n ₦😀=\'') }),
    );
    const table = fc.integer({ min: 1, max: 4 }).chain((width) =>
      fc.array(fc.array(text, { minLength: width, maxLength: width }), {
        minLength: 1,
        maxLength: 6,
      }),
    );
    await fc.assert(
      fc.asyncProperty(table, async (rows) => {
        const filled = rows.filter((cells) => cells.some((cell) => cell.trim() !== ''));
        const width = (cells: string[]) => cells.findLastIndex((cell) => cell !== '') + 1;
        let widest = 0;
        const wanted = filled.map((cells) => {
          widest = Math.max(widest, width(cells));
          return cells.slice(0, widest);
        });
        expect(await readCells(workbook(textRows(rows)))).toEqual(wanted);
        const texts = rows.flat();
        const shared = rows
          .map(
            (cells, at) =>
              `<row>${cells.map((_, i) => `<c t="s"><v>${at * cells.length + i}</v></c>`).join('')}</row>`,
          )
          .join('');
        const file = workbook(shared, { texts: texts.map((one) => `<si>${t(one)}</si>`).join('') });
        expect(await readCells(file)).toEqual(wanted);
      }),
      { numRuns: 50 },
    );
  });

  it('gives rows and cells their places, and skips empty rows', async () => {
    const rows =
      '<row r="2"><c r="B2" t="inlineStr"><is><t>name</t></is></c><c r="D2" t="inlineStr"><is><t>price</t></is></c></row>' +
      '<row r="4"><c r="A4" s="1"/></row>' +
      '<row r="7"><c r="B7" t="inlineStr"><is><t>Oud</t></is></c></row>' +
      '<row><c><v>1</v></c></row>';
    expect(await readRows(workbook(rows))).toEqual([
      { row: 2, cells: ['', 'name', '', 'price'] },
      { row: 7, cells: ['', 'Oud', '', ''] },
      { row: 8, cells: ['1', '', '', ''] },
    ]);
  });

  it.each([
    ['a number', '<c><v>38500</v></c>', '38500'],
    ['what a binary fraction adds', '<c><v>38500.000000000007</v></c>', '38500'],
    ['a sum that is almost whole', '<c><v>38500.000001</v></c>', '38500'],
    ['kobo', '<c><v>12500.5</v></c>', '12500.5'],
    ['the highest price with kobo', '<c><v>999999999.99</v></c>', '999999999.99'],
    ['an exponent', '<c><v>1.5E+16</v></c>', '15000000000000000'],
    ['a small number', '<c><v>1.2E-7</v></c>', '0.00000012'],
    ['a negative one', '<c><v>-0.30000000000000004</v></c>', '-0.3'],
    ['almost nothing below zero', '<c><v>-1E-320</v></c>', '0'],
    ['true', '<c t="b"><v>1</v></c>', 'TRUE'],
    ['false', '<c t="b"><v>0</v></c>', 'FALSE'],
    ['an error', '<c t="e"><v>#N/A</v></c>', '#N/A'],
    ['the value of a formula', '<c><f>A1*2</f><v>77000</v></c>', '77000'],
    ['the text of a formula', '<c t="str"><f>"a"</f><v>Oud &amp; rose</v></c>', 'Oud & rose'],
    [
      'a text with several fonts',
      '<c t="inlineStr"><is><r><rPr><b/></rPr><t xml:space="preserve">Oud </t></r><r><t>Wood</t></r><rPh><t>ウ</t></rPh></is></c>',
      'Oud Wood',
    ],
    ['a text in CDATA', '<c t="inlineStr"><is><t><![CDATA[a<b]]></t></is></c>', 'a<b'],
    ['a prefix before names', '<x:c t="inlineStr"><x:is><x:t>Oud</x:t></x:is></x:c>', 'Oud'],
  ])('reads %s', async (_, cell, text) => {
    expect(await row(cell)).toEqual([text]);
  });

  it.each([
    ['yyyy-mm-dd', '46380', '2026-12-24'],
    ['dd/mm/yyyy;@', '46380.75', '2026-12-24'],
    ['d mmm yyyy h:mm', '46380.75', '2026-12-24 18:00'],
    ['[$-409]m/d/yy h:mm AM/PM;@', '46380', '2026-12-24 00:00'],
    ['hh:mm', '0.4201388888888889', '10:05'],
    ['yyyy-mm-dd', '1', '1900-01-01'],
    ['yyyy-mm-dd', '61', '1900-03-01'],
    ['yyyy-mm-dd', '2958465', '9999-12-31'],
    ['yyyy-mm-dd', '3000000', '3000000'],
    ['0%', '0.15', '15%'],
    ['0.0%', '0.125', '12.5%'],
    ['"days" #,##0', '46380', 'days 46380'],
    ['[$₦-468]#,##0.00', '46380', '₦46380'],
    ['[$$-409]#,##0.00;[Red]-[$$-409]#,##0.00', '95', '$95'],
    ['_("£"* #,##0.00_)', '95', '£95'],
    ['#,##0 [$FCFA]', '95', '95 FCFA'],
    ['0" ml"', '50', '50 ml'],
    ['[Red]#,##0\\d', '46380', '46380d'],
    ['000000', '123', '000123'],
    ['00-0000', '41234', '04-1234'],
    ['00\\-0000', '41234', '04-1234'],
    ['000', '12345', '12345'],
    ['00000', '12.5', '12.5'],
    ['"NAFDAC "00-0000', '41234', 'NAFDAC 04-1234'],
    ['[Red]"SKU-"0000', '12', 'SKU-0012'],
    ['000" ml"', '50', '050 ml'],
    ['#,##0,"k"', '38500', '38500'],
    ['0.0,,"M"', '1500000', '1500000'],
    ['@', '6291100000012', '6291100000012'],
    ['0.00E+00', '6291100000012', '6291100000012'],
    ['0.00', '1.1', '1.10'],
    ['0.00', '1.125', '1.125'],
    ['#,##0.00', '1.1', '1.1'],
    ['General', '12345678901234567', '12345678901234567'],
    ['General', '6.29123456789E+12', '6291234567890'],
    ['General', '46380', '46380'],
    ['0.00E+00', '46380', '46380'],
  ])('in the format %s shows %s as %s', async (code, number, text) => {
    expect(await row(`<c s="1"><v>${number}</v></c>`, { formats: [code] })).toEqual([text]);
  });

  it('may count days from 1904, and have them as text', async () => {
    const rest = { formats: ['yyyy-mm-dd'], properties: 'date1904="1"' };
    expect(await row('<c s="1"><v>44918</v></c>', rest)).toEqual(['2026-12-24']);
    expect(await row('<c t="d"><v>2026-12-24T18:00:00</v></c>')).toEqual(['2026-12-24 18:00']);
  });

  it('may come from LibreOffice', async () => {
    const file = await readFile(new URL('./libreoffice.xlsx', import.meta.url));
    expect(await readRows(file)).toEqual([
      { row: 1, cells: ['Price list – November 2026'] },
      { row: 3, cells: ['name', 'brand', 'price', 'discount', 'until', 'launched'] },
      { row: 4, cells: ['Oud Wood', 'Tom Ford', '38500', '15%', '2026-12-24 18:00', '2026-11-01'] },
      { row: 5, cells: ['Chloé Nomade', 'Chloé', '12500.5', '', '', '2026-01-31'] },
      // The price is a formula.
      {
        row: 6,
        cells: ['Ọ̀ṣun Bloom', 'Lattafa', '42350', '10%', '2026-12-24 00:00', '2025-02-03'],
      },
    ]);
  });

  it('has its table on the only sheet with content, or on the one that is named', async () => {
    const [a, b] = [textRows([['a']]), textRows([['b']])];
    const one = zip(
      parts([
        { name: 'Notes', rows: '<row><c s="0"/></row>' },
        { name: 'Old', rows: b, state: 'veryHidden' },
        { name: 'Prices', rows: a },
      ]),
    );
    expect(await readCells(one)).toEqual([['a']]);
    const two = zip(
      parts([
        { name: 'Men & boys', rows: a },
        { name: 'Women', rows: b },
      ]),
    );
    await expect(readCells(two)).rejects.toThrow(
      "Several sheets of the file have content: 'Men & boys', 'Women'.",
    );
    expect(await readCells(two, 'women ')).toEqual([['b']]);
    await expect(readCells(two, 'Woman')).rejects.toThrow(
      "The file has no sheet 'Woman', but 'Men & boys', 'Women'.",
    );
    await expect(readCells(one, 'Old')).rejects.toThrow("no sheet 'Old', but 'Notes', 'Prices'.");
    expect(await readCells(workbook(''))).toEqual([]);
  });
});

describe('merged cells', () => {
  const cellsOf = (table: readonly (readonly string[])[], merged: readonly string[]) =>
    readCells(workbook(textRows(table), { merged }));

  it('count for each of their rows, but not for columns beside them', async () => {
    const rows = [
      ['PRICES', '', ''],
      ['Asad', '30 ml', '9000'],
      ['', '50 ml', '15000'],
      ['', '', ''],
      ['Not for sale', '', ''],
    ];
    expect(await cellsOf(rows, ['A1:C1', 'A2:A4', 'A5:C5'])).toEqual([
      ['PRICES'],
      ['Asad', '30 ml', '9000'],
      ['Asad', '50 ml', '15000'],
      ['Not for sale', '', ''],
    ]);
  });

  it.each([
    ['also merged down', ['D2:E2', 'A2:A3', 'B2:B3', 'C2:C3']],
    ['or not', ['D2:E2']],
  ])('make one line of two lines of headings, whose others are %s', async (_, merged) => {
    const rows = [
      ['Price list December', '', '', '', ''],
      ['Perfume', 'Brand', 'Size', 'Price', ''],
      ['', '', '', 'Retail', 'Wholesale price'],
      ['Asad', 'Lattafa', '30 ml', '9000', '8000'],
    ];
    expect(await cellsOf(rows, ['A1:E1', ...merged])).toEqual([
      ['Price list December'],
      ['Perfume', 'Brand', 'Size', 'Retail Price', 'Wholesale price'],
      ['Asad', 'Lattafa', '30 ml', '9000', '8000'],
    ]);
  });

  it('do not turn a title or products into headings', async () => {
    const titled = [
      ['Prices', '', ''],
      ['Perfume', 'Brand', 'Price'],
    ];
    expect(await cellsOf(titled, ['A1:C1'])).toEqual([['Prices'], titled[1]]);
    const products = [
      ['Asad', '', '9000'],
      ['Armaf', 'Club', ''],
    ];
    expect(await cellsOf(products, ['A1:B1'])).toEqual(products);
  });

  it('are reported, like hidden parts', async () => {
    const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
    const rows = `<row hidden="0">${cell('a')}${cell('b')}</row><row hidden="1">${cell('c')}</row><row hidden="1"/><row>${cell('e')}</row>`;
    const file = zip(
      parts(
        [
          { name: 'Prices', rows },
          { name: 'Old', rows, state: 'hidden' },
        ],
        { merged: ['A3:A4'], columns: '<col min="2" max="16384" hidden="true"/>' },
      ),
    );
    expect(await readTable(file)).toMatchObject({
      notes: [
        'Merged cells count for each of their rows: A3:A4.',
        "The sheet 'Old' is hidden, and is not read.",
      ],
      hidden: { rows: [2], columns: 1 },
      lines: [{ cells: ['a', 'b'] }, { cells: ['c', ''] }, { cells: ['e', ''] }],
    });
    const left = await readTable(file, { hidden: 'leave' });
    expect(left.lines.map(({ cells }) => cells)).toEqual([
      ['a', ''],
      ['e', ''],
    ]);
  });
});

describe('refused is', () => {
  const one = parts([{ name: 'Prices', rows: textRows([['a']]) }]);
  const sheet = 'xl/worksheets/sheet1.xml';

  it.each<[string, Uint8Array, string]>([
    [
      'a formula without its value',
      workbook('<row><c r="C1"><f>A1*2</f><v></v></c></row>'),
      'The formula in the cell C1 has no value yet.',
    ],
    [
      'a cell far to the right',
      workbook('<row r="5"><c r="GS5"><v>1</v></c></row>'),
      'The sheet has more than 200 columns, in row 5.',
    ],
    [
      'a document type',
      zip({
        ...one,
        [sheet]: `<!DOCTYPE x [<!ENTITY a "aaaa">]>${one[sheet]?.replace(/<\?.*?\?>/, '')}`,
      }),
      'The file has a document type (DOCTYPE)',
    ],
    ['an unknown entity', workbook('<row><c t="str"><v>&a;</v></c></row>'), 'The file is damaged.'],
    [
      'XML that ends early',
      zip({ ...one, [sheet]: one[sheet]?.slice(0, -20) ?? '' }),
      'The file is damaged.',
    ],
    [
      'a text that is not there',
      workbook('<row><c t="s"><v>3</v></c></row>'),
      'The file is damaged.',
    ],
    [
      'a missing sheet',
      zip({ ...one, 'xl/_rels/workbook.xml.rels': '<Relationships/>' }),
      'The file is damaged.',
    ],
    ['half a file', zip(one).subarray(0, 900), 'The file is damaged.'],
    [
      'a file without its end',
      Buffer.concat([zip(one), Buffer.alloc(70_000)]),
      'The file is damaged.',
    ],
    [
      'an encrypted part',
      zip({ ...one, [sheet]: { content: 'x', encrypted: true } }),
      'The file is protected by a password.',
    ],
    [
      'a part that is larger than it says',
      zip({ ...one, [sheet]: { content: one[sheet] ?? '', claims: 100 } }),
      'The file is damaged.',
    ],
    [
      'a part that says that it is huge',
      zip({ ...one, [sheet]: { content: 'x', claims: 3e8 } }),
      'The file is more than 256 MB once it is unpacked.',
    ],
    [
      'a binary workbook',
      zip({
        '_rels/.rels': one['_rels/.rels']?.replace('workbook.xml', 'workbook.bin') ?? '',
        'xl/workbook.bin': '',
      }),
      'The file is a binary Excel file (.xlsb).',
    ],
    [
      'a Word document',
      zip({ '_rels/.rels': one['_rels/.rels']?.replace('xl/workbook', 'word/document') ?? '' }),
      'The file is a Word document (.docx).',
    ],
    [
      'a presentation',
      zip({ '_rels/.rels': one['_rels/.rels']?.replace('xl/workbook', 'ppt/presentation') ?? '' }),
      'The file is a PowerPoint presentation (.pptx)',
    ],
    [
      'an OpenDocument file',
      zip({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '' }),
      'The file is an OpenDocument file (.ods). Open it and save it as .xlsx or CSV.',
    ],
    ['a Numbers file', zip({ 'Index/Document.iwa': '' }), 'The file is a Numbers file (.numbers).'],
    [
      'another archive',
      zip({ 'prices.csv': 'a,b' }),
      'The file is a zip archive with prices.csv and so on, and no table.',
    ],
    ['an empty archive', zip({}), 'The file is a zip archive, and no table.'],
  ])('%s', async (_, file, sentence) => {
    await expect(readCells(file)).rejects.toThrow(sentence);
  });

  it('more than 100,000 rows', async () => {
    const rows = '<row><c><v>7</v></c></row>'.repeat(100_000);
    expect(await readRows(workbook(rows))).toHaveLength(100_000);
    await expect(readRows(workbook(`${rows}<row><c><v>7</v></c></row>`))).rejects.toThrow(
      'The sheet has more than 100,000 rows. Split it, or save it as CSV.',
    );
  });

  it('parts that unpack to more than they may together', async () => {
    const sheets = ['a', 'b'].map((name) => ({ name, rows: '' }));
    const first = `<x>${' '.repeat(20e6)}</x>`;
    const second = { content: 'x', claims: 250 * 1024 * 1024 };
    const packed = { 'xl/worksheets/sheet1.xml': first, 'xl/worksheets/sheet2.xml': second };
    await expect(readRows(zip({ ...parts(sheets), ...packed }))).rejects.toThrow(
      'The file is more than 256 MB once it is unpacked.',
    );
  });
});
