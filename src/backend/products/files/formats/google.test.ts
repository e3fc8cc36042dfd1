import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openTable } from '#backend/merchant-files/tables/open-table.ts';
import {
  ALL,
  cellsOf,
  read,
  table,
} from '#backend/products/files/understanding/understand.harness.ts';

const folder = await mkdtemp(join(tmpdir(), 'turare-feed-'));
afterAll(() => rm(folder, { recursive: true }));

const FEED = {
  id: 'SKU1',
  title: 'Oud Wood',
  description: 'Warm &amp; dry',
  link: 'https://old.example/p/oud-wood?variant=1',
  'image link': 'https://old.example/1.jpg',
  'additional image link': 'https://old.example/2.jpg,https://old.example/3.jpg',
  availability: 'in stock',
  price: '150000.00 NGN',
  'sale price': '120000.00 NGN',
  'sale price effective date': '2026-11-01T08:00+0100/2026-12-24T18:00+0100',
  brand: 'Tom Ford',
  gtin: '376',
  'product type': 'Perfume > Men',
  'item group id': 'OUD',
  size: '50 ml',
};

describe('Google’s product feed', () => {
  it('is read with its sizes, sale, pictures and addresses', async () => {
    const other = { ...FEED, id: 'SKU2', size: '100 ml', link: 'https://old.example/p/oud-100' };
    const rows = table(FEED, { ...other, availability: 'out of stock', 'sale price': '' });
    const moved = await read(rows);
    const shared = {
      name: 'Oud Wood',
      brand: 'Tom Ford',
      description: 'Warm & dry',
      categories: ['Perfume', 'Men'],
      price: '150000',
      group: 'tom-ford-oud-wood',
      pictures: [1, 2, 3].map((number) => `https://old.example/${number}.jpg`),
    };
    expect(cellsOf(moved)).toMatchObject([
      {
        ...shared,
        id: 'tom-ford-oud-wood-50-ml',
        size_ml: '50',
        discount: '30000',
        discount_starts: '2026-11-01T08:00+01:00',
        discount_until: '2026-12-24T18:00+01:00',
        stock: '5',
      },
      { ...shared, size_ml: '100', discount: '', stock: '0' },
    ]);
    expect(moved).toMatchObject({ format: 'Google Merchant Center', taken: 2, leftOut: [] });
    expect(moved.addresses.map(({ from, shows }) => [from, shows])).toEqual([
      ['/p/oud-wood', { rows: [2, 3] }],
      ['/p/oud-100', { rows: [3] }],
    ]);
  });

  it.each(['out of stock', 'out_of_stock', 'preorder', 'backorder', 'sold out'])(
    'has nothing of a product that is %s',
    async (availability) => {
      expect(cellsOf(await read(table({ ...FEED, availability })))).toMatchObject([{ stock: '0' }]);
    },
  );

  it('is the same as XML, as RSS or Atom, with or without its prefix', async () => {
    const element = (prefix: string) => (name: string, text: string) =>
      `<${prefix}${name}>${text.replaceAll('&', '&amp;').replaceAll('>', '&gt;')}</${prefix}${name}>`;
    const bodies = ['', 'g:'].flatMap((prefix) => {
      const texts = Object.entries(FEED).flatMap(([heading, text]) =>
        (heading.startsWith('additional') ? text.split(',') : [text]).map((one) =>
          element(prefix)(heading.replaceAll(' ', '_'), one),
        ),
      );
      const nested = `<${prefix}shipping>${element(prefix)('price', '2000 NGN')}</${prefix}shipping>`;
      const [rss, atom] = ['item', 'entry'].map(
        (name) => `<${name}>${texts.join('\n')}${nested}</${name}>`,
      );
      return [
        `<rss><channel><title>Shop</title>${rss}</channel></rss>`,
        `<feed><title>Shop</title>${atom}</feed>`,
      ];
    });
    const [wanted] = cellsOf(await read(table(FEED)));
    for (const body of bodies) {
      const path = join(folder, 'feed.xml');
      await writeFile(path, `<?xml version="1.0"?>\n${body}`);
      const lines: string[][] = [];
      for await (const { cells } of (await openTable(path)).rows) lines.push(cells);
      expect(cellsOf(await read(lines, ALL))).toEqual([wanted]);
    }
  });
});
