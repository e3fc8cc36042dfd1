import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertProducts, writeCatalogue } from '#backend/products/fields/writer.ts';
import { products } from '#backend/products/tables.ts';
import { openShop, product, type TestShop } from '../shop.harness.ts';

const HOUSES: Record<string, string[]> = {
  'Tom Ford': ['Oud Wood', 'Lost Cherry', 'Tobacco Vanille'],
  'Yves Saint Laurent': ['Libre', 'Black Opium', "La Nuit de L'Homme"],
  Givenchy: ["L'Interdit", 'Gentleman'],
  Dior: ['Sauvage', 'Miss Dior', 'Homme Intense'],
  Chanel: ['No. 5', 'Bleu de Chanel'],
  Hermès: ["Terre d'Hermès"],
  Lattafa: ['Khamrah', 'Oud for Glory'],
  Armaf: ['Club de Nuit Intense Man'],
};
const SHELF = Object.entries(HOUSES).flatMap(([brand, names], house) =>
  names.map((name, index) =>
    product({
      id: `${brand} ${name}`.toLowerCase().replace(/\W+/g, '-'),
      name: `${brand} ${name}`,
      brand,
      soldCount: house * 10 + index,
      categories: [index % 2 ? 'Men' : 'Women'],
      notes: { top: ['Bergamot'], heart: ['Tuberose'], base: ['Ambergris'] },
    }),
  ),
);

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop({ products: SHELF });
});
afterAll(() => shop.close());

const search = async (text: string, more = '') => {
  const { status, body } = await shop.get(`/api/product?search=${encodeURIComponent(text)}${more}`);
  expect(status).toBe(200);
  return body as { total: number; products: { name: string }[] };
};
const best = async (text: string) =>
  (await search(text, '&limit=5')).products.map((entry) => entry.name);

describe('the first hit of what people type', () => {
  test.each([
    ['Dior Sauvage', 'Dior Sauvage'],
    ['SAUVAGE', 'Dior Sauvage'],
    ['sauvgae', 'Dior Sauvage'], // swapped
    ['suvage', 'Dior Sauvage'], // missed
    ['sauvagge', 'Dior Sauvage'], // doubled
    ['sovage', 'Dior Sauvage'], // as heard
    ['sauv', 'Dior Sauvage'], // still typing
    ['sauvq', 'Dior Sauvage'], // still typing, with a slip
    ['lost cherri', 'Tom Ford Lost Cherry'],
    ['tomford lost', 'Tom Ford Lost Cherry'], // no space
    ['tobaccovanille', 'Tom Ford Tobacco Vanille'],
    ['oud wo od', 'Tom Ford Oud Wood'], // a space too many
    ['ysl opium', 'Yves Saint Laurent Black Opium'], // initials
    ['interdit', "Givenchy L'Interdit"],
    ['l’interdit', "Givenchy L'Interdit"],
    ['l interdit', "Givenchy L'Interdit"],
    ['la nuit de lhomme', "Yves Saint Laurent La Nuit de L'Homme"],
    ['terre dhermes', "Hermès Terre d'Hermès"],
    ['HERMÈS', "Hermès Terre d'Hermès"],
    ['no 5', 'Chanel No. 5'],
    ['bleu', 'Chanel Bleu de Chanel'],
    ['clubdenuit', 'Armaf Club de Nuit Intense Man'],
    ['camrah', 'Lattafa Khamrah'],
    ['kamra lattafa', 'Lattafa Khamrah'],
  ])('%s', async (typed, meant) => {
    expect((await best(typed))[0]).toBe(meant);
  });
});

describe('a name in another script is found', () => {
  const NAMES = ['عطر العود الملكي', 'عطر أبيض', 'Красная Москва', 'Ёлка', 'Fire 🔥 Musk', 'ΑΘΗΝΑ'];
  beforeAll(() =>
    writeCatalogue(shop.services.db, (transaction) =>
      insertProducts(
        transaction,
        NAMES.map((name, index) => product({ id: `script-${index}`, name })),
      ),
    ),
  );
  test.each([
    ['العود', 'عطر العود الملكي'],
    ['عود', 'عطر العود الملكي'], // without its article
    ['العُود', 'عطر العود الملكي'], // with vowel signs
    ['عـــود', 'عطر العود الملكي'], // stretched
    ['ملك', 'عطر العود الملكي'], // still typing
    ['ابيض', 'عطر أبيض'], // alef without its hamza
    ['КРАСНАЯ', 'Красная Москва'],
    ['моск', 'Красная Москва'], // still typing
    ['красная масква', 'Красная Москва'], // a slip
    ['елка', 'Ёлка'],
    ['🔥', 'Fire 🔥 Musk'],
    ['musk🔥', 'Fire 🔥 Musk'],
    ['αθηνα', 'ΑΘΗΝΑ'],
    ['Ｍｕｓｋ', 'Fire 🔥 Musk'], // wide letters
  ])('%s', async (typed, meant) => {
    expect((await best(typed))[0]).toBe(meant);
  });

  test('by the whole name', async () => {
    for (const name of NAMES) expect((await best(name))[0]).toBe(name);
  });
});

test.each(['tom frod', 'yves sain laurant', 'givanchy', 'chanell', 'latafa'])(
  '%s finds its brand and no other',
  async (typed) => {
    const brands = new Set((await best(typed)).map((name) => name.split(' ')[0]));
    expect(brands.size).toBe(1);
  },
);

test.each(['zzzz', 'qxw kpf', '!!!', '%', "'", 'شانيل', '—'])('%s finds nothing', async (typed) => {
  expect(await search(typed)).toMatchObject({ products: [], total: 0, totalPages: 0 });
});

test('an exact name does not find similar names', async () => {
  expect((await search('tom ford')).total).toBe(3);
});

test('notes are searched if no name matches', async () => {
  expect((await search('tuberose')).total).toBe(SHELF.length);
});

test('a search can be within a category, and sorted', async () => {
  const men = await search('dior', '&category=men');
  expect(men.products.map((entry) => entry.name)).toEqual(['Dior Miss Dior']);
  const byName = await search('dior', '&sortBy=name&sortOrder=desc');
  expect(byName.products.map((entry) => entry.name)).toEqual([
    'Dior Sauvage',
    'Dior Miss Dior',
    'Dior Homme Intense',
  ]);
});

test('each product is on one page of a search', async () => {
  const names = new Set<string>();
  for (const page of [1, 2]) {
    const answer = await search('tom ford', `&limit=2&page=${page}`);
    expect(answer.total).toBe(3);
    for (const entry of answer.products) names.add(entry.name);
  }
  expect(names.size).toBe(3);
});

test('a renamed product is found by its new name only, and a removed one not at all', async () => {
  const { db } = shop.services;
  const row = eq(products.id, 'lattafa-khamrah');
  await db.update(products).set({ name: 'Lattafa Qahwa' }).where(row);
  expect(await best('qahwa')).toEqual(['Lattafa Qahwa']);
  expect(await best('khamrah')).toEqual([]);
  await db.delete(products).where(row);
  expect(await best('qahwa')).toEqual([]);
});
