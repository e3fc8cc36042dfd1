import { describe, expect, it, vi } from 'vitest';
import { openTable } from './open-table.ts';
import { all, readTable, withFile } from './tables.harness.ts';
import { parts, textRows, workbook } from './xlsx/xlsx.harness.ts';
import { zip } from './xlsx/zip.harness.ts';

/** Returns the number of running processes that this one has started. */
const children = () =>
  process.getActiveResourcesInfo().filter((one) => one === 'ProcessWrap').length;

describe('a table that a separate process reads', () => {
  it('is a table like one of CSV: without the marks of the shop’s own files', async () => {
    expect(await readTable(workbook(textRows([['phone'], ["'08031234567"]])))).toEqual({
      notes: [],
      hidden: { rows: [], columns: 0 },
      lines: [
        { row: 1, cells: ['phone'] },
        { row: 2, cells: ['08031234567'] },
      ],
    });
  });

  it('reports why it cannot be read', async () => {
    const [a, b] = [textRows([['a']]), textRows([['b']])];
    const two = zip(
      parts([
        { name: 'Men', rows: a },
        { name: '--sheet', rows: b },
      ]),
    );
    await withFile(two, async (path) => {
      const { rows } = await openTable(path, { hint: 'Choose one by --sheet NAME.' });
      await expect(all(rows)).rejects.toThrow(
        "have content: 'Men', '--sheet'. Choose one by --sheet NAME.",
      );
    });
    expect((await readTable(two, { sheet: '--sheet' })).lines).toEqual([{ row: 1, cells: ['b'] }]);
    await expect(
      readTable(Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(21e6)])),
    ).rejects.toThrow('The file is larger than 20 MB. Save the sheet as CSV, or split it.');
  });

  it('has at most so many rows as are wanted', async () => {
    const most = { most: 2, tooLong: 'Split it.' };
    await withFile('a,b\n\n1,2\n3,4\n', async (path) => {
      expect(await all((await openTable(path, most)).rows)).toHaveLength(3);
    });
    await withFile('a,b\n1,2\n3,4\n5,6\n', async (path) => {
      const rows = all((await openTable(path, most)).rows);
      await expect(rows).rejects.toThrow('The file has more than 2 rows. Split it.');
    });
  });

  it.each([
    ['a workbook', workbook(textRows([['id']]).repeat(90_000))],
    ['a text', 'id\n'.repeat(90_000)],
  ])('%s waits for who takes its rows, and ends when they are not wanted', async (_, content) => {
    await vi.waitFor(() => expect(children()).toBe(0));
    await withFile(content, async (path) => {
      for await (const line of (await openTable(path)).rows) {
        expect(line).toEqual({ row: 1, cells: ['id'] });
        expect(children()).toBe(1);
        break;
      }
    });
    await vi.waitFor(() => expect(children()).toBe(0));
  });

  it('may exceed its memory: only its own process ends', async () => {
    // V8 uses two bytes for each character of a piece that has one beyond Latin.
    const texts = `<si><t>${`${'a'.repeat(1000)}₦`.repeat(120_000)}</t></si>`;
    await expect(readTable(workbook('', { texts }))).rejects.toThrow(
      'The file needs too much memory to be read. Save the sheet as CSV, or split it.',
    );
  });
});
