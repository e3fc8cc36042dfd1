import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvLine } from '#backend/merchant-files/writing.ts';
import { openTable } from './open-table.ts';
import { readCells, readTable, withFile } from './tables.harness.ts';

const MARK = '\uFEFF';
const NOTE =
  'The file is not UTF-8. It was read as Windows-1252, as older spreadsheets write it. Check names with accents.';

function utf16be(content: string): Buffer {
  return Buffer.from(content, 'utf16le').swap16();
}

/** The characters of Windows-1252 beyond Latin-1, from the byte 0x80 on; a space where it has none. */
const UPPER = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';
const windows1252 = (content: string) =>
  Buffer.from(
    [...content].map((sign) => {
      const at = sign === ' ' ? -1 : UPPER.indexOf(sign);
      return at >= 0 ? 0x80 + at : sign.charCodeAt(0);
    }),
  );

const WRITERS: Record<string, (content: string) => Uint8Array> = {
  'UTF-8': (content) => Buffer.from(content),
  'UTF-8 with a mark': (content) => Buffer.from(MARK + content),
  'UTF-16 LE with a mark': (content) => Buffer.from(MARK + content, 'utf16le'),
  'UTF-16 BE with a mark': (content) => utf16be(MARK + content),
  'UTF-16 LE': (content) => Buffer.from(content, 'utf16le'),
  'UTF-16 BE': utf16be,
  'Windows-1252': windows1252,
};

/** Returns a table as CSV, with this separator and every cell between quotation marks. */
const lines = (rows: readonly (readonly string[])[], separator: string) =>
  rows
    .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(separator))
    .join('\n');

describe('a table of CSV', () => {
  const french = [...'abcéèàçœŒ€’–ÿ 0129,;"\n\t'].map((sign) => fc.constant(sign));
  const all = fc.string({ unit: 'grapheme', maxLength: 12 }).map((one) => one.replaceAll('\0', ''));
  const african = fc.string({ unit: fc.constantFrom(...'abcẹọṣỌ̀₦ 0129,;"\n\t'), maxLength: 12 });
  const western = fc.string({ unit: fc.oneof(...french), maxLength: 12 });

  it.each(Object.keys(WRITERS))(
    'in %s reads back as it was written, with any separator',
    async (name) => {
      const write = WRITERS[name] ?? expect.fail();
      const cell =
        name.endsWith(' LE') || name.endsWith(' BE')
          ? african
          : name === 'Windows-1252'
            ? western
            : all;
      // Without the apostrophe that the shop's own files have before formulas.
      const kept = cell.filter((one) => !one.startsWith("'"));
      const table = fc
        .integer({ min: 2, max: 5 })
        .chain((width) =>
          fc.array(fc.array(kept, { minLength: width, maxLength: width }), { maxLength: 30 }),
        );
      await fc.assert(
        fc.asyncProperty(table, fc.constantFrom(',', ';', '\t'), async (rows, separator) => {
          const heading = Array.from(rows[0] ?? ['', ''], (_, at) => `a long name of column ${at}`);
          const filled = rows.filter((cells) => cells.some((one) => one.trim() !== ''));
          expect(await readCells(write(lines([heading, ...rows], separator)))).toEqual([
            heading,
            ...filled,
          ]);
          const own = [heading, ...rows].map((cells) => csvLine(cells)).join('');
          expect(await readCells(write(own))).toEqual([heading, ...filled]);
        }),
        { numRuns: 60 },
      );
    },
  );

  it('in Windows-1252 is read with a note, wherever in the file that shows', async () => {
    const utf8 = 'name,brand\n'.repeat(10_000);
    const file = windows1252(`${utf8}Chloé – “Nomade”,€5\n`);
    const { notes, lines: got } = await readTable(file);
    expect(notes).toEqual([NOTE]);
    expect(got.at(-1)).toEqual({ row: 10_001, cells: ['Chloé – “Nomade”', '€5'] });
    expect((await readTable(`${utf8}Chloé,₦5\n`)).notes).toEqual([]);
  });

  it.each([
    ['PRICE LIST – NOVEMBER 2026,,\n\nname,price,stock\nOud,1,2\nRose,3,4', ','],
    ['Price list, November 2026, all prices in naira\nname;price;stock\nOud;1;2\nRose;3;4', ';'],
    ['Price list\n\nname\tprice\nOud, rose, amber\t1\nMusk, oud, lime\t2', '\t'],
    ['name;price\nOud;12,50\nRose;9,50', ';'],
    ['name;notes\nOud;"a,b,c"\nRose;"d,e,f"\nMusk;"g,\nh,i"', ';'],
    ['name;price', ';'],
    ['name', ','],
    [`${'title\n'.repeat(8)}a;b;c\n1;2,5;3`, ';'],
  ])('is divided where its rows are alike: %j', async (content, separator) => {
    const plain = lines(
      content
        .split(/\n(?!h,)/)
        .map((line) => line.split(separator).map((cell) => cell.replace(/^"(.*)"$/s, '$1'))),
      separator,
    );
    // The file that quotes every cell leaves no doubt about its separator.
    expect(await readCells(`sep=${separator}\n${plain}`)).toEqual(await readCells(content));
  });

  it('comes from standard input, a file or a pipe', async () => {
    const program = `
      import { openTable } from '${new URL('./open-table.ts', import.meta.url).href}';
      const { rows, notes } = await openTable(process.argv[1] ?? null);
      const all = [];
      for await (const { cells } of rows) all.push(cells);
      console.log(JSON.stringify({ notes, all }));
    `;
    const run = async (command: string, input: Uint8Array) => {
      const args = ['-c', command, process.execPath, program];
      const child = spawn('sh', args, { stdio: ['pipe', 'pipe', 'inherit'] });
      child.stdin.end(input);
      return JSON.parse(await text(child.stdout)) as unknown;
    };
    const node = '"$0" --input-type=module -e "$1"';
    const input = windows1252(`name,brand\n${'Nomade,Chloé\n'.repeat(20_000)}`);
    const wanted = { notes: [NOTE], all: expect.objectContaining({ length: 20_001 }) };
    expect(await run(node, input)).toEqual(wanted);
    expect(await run(`cat | ${node} /dev/stdin`, input)).toEqual(wanted);
    expect(await withFile(input, (path) => run(`${node} ${path}`, Buffer.alloc(0)))).toEqual(
      wanted,
    );
  });

  it('may end early', async () => {
    await withFile('a,b\n'.repeat(100_000), async (path) => {
      for await (const line of (await openTable(path)).rows) {
        expect(line).toEqual({ row: 1, cells: ['a', 'b'] });
        break;
      }
    });
  });
});

/** A file of older Office (MS-CFB) with a directory that names this part. */
function office(part: string): Buffer {
  const file = Buffer.alloc(4096);
  file.write('d0cf11e0a1b11ae1', 'hex');
  file.writeUInt32LE(2, 48);
  file.write('Root Entry', 3 * 512, 'utf16le');
  file.write(part, 3 * 512 + 128, 'utf16le');
  return file;
}

describe('refused is', () => {
  it.each<[string, Uint8Array | string, string]>([
    [
      'an older workbook',
      office('Workbook'),
      'The file is an older Excel file (.xls). Open it and save it as .xlsx or CSV.',
    ],
    ['the beginning of one', office('').subarray(0, 20), 'The file is an older Excel file (.xls).'],
    [
      'an encrypted workbook',
      office('EncryptedPackage'),
      'The file is protected by a password. Remove the password, and save it again.',
    ],
    [
      'an older Word document',
      office('WordDocument'),
      'The file is an older Word document (.doc).',
    ],
    ['a PDF', '%PDF-1.7\n', 'The file is a PDF.'],
    ['a web page', `${MARK}\n<HTML><table>`, 'The file is a web page, whatever its name says.'],
    ['XML', '<?xml version="1.0"?><Workbook/>', 'The file is XML, but not a product feed.'],
    [
      'XML that refers to a file',
      '<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">]><rss><item><id>&x;</id></item></rss>',
      'The file has a document type (DOCTYPE)',
    ],
    ['XML that is cut off', '<rss><channel><item><id>1</id>', 'The file is damaged.'],
    [
      'a feed with a very long product',
      `<rss><item><id>${'x'.repeat(1_000_001)}</id></item></rss>`,
      'A product of the feed is too long.',
    ],
    [
      'a feed with many kinds of facts',
      `<rss><item>${Array.from({ length: 201 }, (_, at) => `<f${at}/>`).join('')}</item></rss>`,
      'not a product feed',
    ],
    [
      'a picture',
      Buffer.from('89504e470d0a1a0a0000000d4948445200000320000003e80802', 'hex'),
      'The file is not a table: it has characters that no text has.',
    ],
    [
      'a zero byte at the end',
      `a,b\n${'1,2\n'.repeat(30_000)}\0`,
      'it has characters that no text has',
    ],
    [
      'a byte that no encoding has',
      Buffer.from('a,b\n1,\x81\n', 'latin1'),
      'The encoding of the file cannot be told',
    ],
    [
      'UTF-8 with a part of another encoding',
      Buffer.concat([Buffer.from('Ọ̀ṣun,Chloé\n'), Buffer.from('Lanc\xf4me,1\n', 'latin1')]),
      'The file mixes two encodings',
    ],
    [
      'UTF-16 that ends early',
      Buffer.from(`${MARK}a,b\n1,2`, 'utf16le').subarray(0, -1),
      'The file is damaged: it is not UTF-16 to its end.',
    ],
  ])('%s', async (_, content, sentence) => {
    await expect(readTable(content)).rejects.toThrow(sentence);
  });

  it('a missing file, a folder, and the sheet of a text', async () => {
    await expect(openTable('none.csv')).rejects.toThrow('The file none.csv does not exist.');
    await expect(openTable('src')).rejects.toThrow('src is a folder. Name a file.');
    await expect(readTable('a,b\n', { sheet: 'Prices' })).rejects.toThrow(
      'The file is CSV, which has no sheets: leave out the name of a sheet.',
    );
  });
});
