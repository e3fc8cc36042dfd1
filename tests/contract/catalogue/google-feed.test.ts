import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openTable } from '#backend/merchant-files/tables/open-table.ts';
import { NO_ANSWERS } from '#backend/products/files/understanding/answers.ts';
import { readHeadings } from '#backend/products/files/understanding/products.ts';
import { understand } from '#backend/products/files/understanding/understand.ts';
import { productRecord } from '#domain/products/product-record.ts';
import { feedText } from '#site/feeds/feed.ts';
import { google } from '#site/feeds/google.ts';

const folder = await mkdtemp(join(tmpdir(), 'turare-feed-'));
afterAll(() => rm(folder, { recursive: true }));

const NOW = Date.parse('2026-11-27T12:00:00Z');
const SETTINGS = {
  site: new URL('https://shop.example'),
  shop: { name: 'Shop', tagline: '', description: '' },
  campaign: 'utm_source=google',
};

test('the shop’s own feed for Google can be imported: ids, sizes, prices, sales and facts', async () => {
  const oud = {
    name: 'Oud Wood 50ml EDP',
    price: 150_000,
    description: 'Warm & dry.',
    createdAt: '2026-01-01T00:00:00Z',
    qtyAvailable: 3,
    brand: 'Tom Ford',
    categories: ['Men', 'Niche'],
    concentration: 'Eau de Parfum',
    group: 'oud-wood',
  };
  const products = [
    { ...oud, id: 'oud-wood-100', sizeMl: 100, price: 250_000, qtyAvailable: 0 },
    {
      ...oud,
      id: 'oud-wood-50',
      sizeMl: 50,
      discount: { type: 'fixed' as const, amount: 20_000, expiresAt: '2026-12-24T17:00:00Z' },
    },
    { ...oud, id: 'solo', name: 'Solo', group: undefined, sizeMl: 30 },
  ];
  const { head, lines, tail } = feedText(
    google,
    products,
    (product) =>
      productRecord(product as never, {
        url: `https://shop.example/products/${product.id}`,
        pictures: [`https://shop.example/media/${product.id}.jpg`],
        now: NOW,
      }),
    SETTINGS,
  );
  const path = join(folder, 'feed.xml');
  await writeFile(path, [...head, ...lines.map(({ text }) => text() ?? ''), ...tail].join('\n'));
  const { headings, lines: rows } = await readHeadings((await openTable(path)).rows);
  if (!headings.table) throw new Error('not recognised');
  const moved = await understand(headings.table, rows, {
    answers: { ...NO_ANSWERS, stock: 4 },
    isOwnPicture: () => true,
  });
  const shared = {
    brand: 'Tom Ford',
    categories: ['Men', 'Niche'],
    description: 'Warm & dry.',
    concentration: 'Eau de Parfum',
  };
  expect(moved.products.map(({ cells }) => cells)).toMatchObject([
    {
      ...shared,
      id: 'oud-wood-100',
      name: oud.name,
      size_ml: '100',
      price: '250000',
      stock: '0',
      group: 'oud-wood',
    },
    {
      ...shared,
      ...{ id: 'oud-wood-50', name: oud.name, size_ml: '50', price: '150000', stock: '4' },
      ...{ group: 'oud-wood', discount: '20000', discount_until: '2026-12-24T17:00Z' },
    },
    { ...shared, id: 'solo', name: 'Solo', size_ml: '30' },
  ]);
  expect(moved.products[1]?.cells).not.toHaveProperty('discount_starts');
  expect(moved).toMatchObject({ rows: 3, taken: 3, leftOut: [], asks: [], addresses: [] });
});
