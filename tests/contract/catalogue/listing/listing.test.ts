import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditShop } from '#backend/audit/audit.ts';
import { insertProducts, writeCatalogue } from '#backend/products/fields/writer.ts';
import { isShown, selectProducts } from '#backend/products/stocked-products.ts';
import { readSettings } from '#backend/settings/settings.ts';
import { type Product, productQuery } from '#contract/product.ts';
import { type Choice, seededChoice } from '#demo/seeded-choice.ts';
import { ROUNDS } from '../../../rounds.ts';
import { openShop, product, type TestShop } from '../../shop.harness.ts';
import { listSimply, namesSimply, relatedSimply, shelfSimply } from './simple.ts';

/** Enough that a walk along an order ends before the list does. */
const PRODUCTS = 1500;
const BRANDS = ['Tom Ford', 'Hermès', 'hermes', 'Amouage', ''];
const TAGS = ['oud', 'Oud', 'rose', 'amber', 'musk', 'citrus', 'leather', 'été'];
const WORDS = ['Oud', 'Rose', 'Night', 'Amber', 'Noir', "L'Eau", 'Wood', 'Gold', 'No. 5', 'Velvet'];

/** Words of names and of notes: whole, incomplete and misspelt, and some that nothing has. */
const SEARCHES = [
  ...[
    'oud',
    'ro',
    'rose nihgt',
    'tom frod',
    'hermes gold',
    'no 5',
    'neroli',
    'zzz',
    'qqqq gold',
    'velvet of amber',
  ],
  ...['noir wood oud', 'leau', 'amouage night velvet'],
];

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

/** Invents a product with few different values, so that nearly all sorts have ties. */
function invent(choice: Choice, n: number) {
  const brand = choice.of(BRANDS);
  const old = n < PRODUCTS / 4;
  return product({
    id: `p-${n.toString(36)}${choice.whole(0, 9)}`,
    name: `${brand} ${choice.of(WORDS)} ${choice.of(WORDS)}`.trim(),
    brand,
    priceKobo: choice.whole(1, 40) * 50_000,
    tags: choice.some(TAGS, 0, 4),
    // Only the oldest have the last category: a walk from the newest does not meet it for long.
    categories: [...choice.some(['Men', 'Women', 'men'], 0, 2), ...(old ? ['Old stock'] : [])],
    // Most are separate; some groups have too many.
    ...(choice.chance(0.5) && sized(choice)),
    stock: choice.whole(0, 2),
    notes: { top: [choice.of(['Bergamot', 'Neroli'])], heart: [], base: [] },
    // Nor does a walk from the best seller.
    soldCount: old ? 0 : choice.whole(1, 12),
    createdAt: new Date(Date.UTC(2026, 0, old ? choice.whole(1, 5) : choice.whole(10, 40))),
  });
}

/** Some groups are about as large as one may be. */
const sized = (choice: Choice) => ({
  group: choice.of([
    `Group ${choice.whole(1, 16)}`,
    `group ${choice.whole(1, 80)} `,
    'Perfume',
    ' ',
  ]),
  sizeMl: choice.of([null, 30, 50, 100]),
  sample: choice.of([null, null, 1]),
});

/** Makes one change of the catalogue, as an import, a sale or SQL would. */
async function change(choice: Choice): Promise<void> {
  const { db } = shop.services;
  const some = sql`(select id from products order by md5(id || ${choice.whole(0, 9999)}::text) limit ${choice.whole(1, 30)}::int)`;
  const tags = sql`${sql.param(choice.some(TAGS, 0, 4))}::text[]`;
  const which = choice.whole(1, 12);
  if (which === 1) await db.execute(sql`delete from products where id in ${some}`);
  if (which === 2) {
    const added = Array.from({ length: choice.whole(1, 20) }, () =>
      invent(choice, choice.whole(PRODUCTS, 1e9)),
    );
    await writeCatalogue(db, (transaction) => insertProducts(transaction, added));
  }
  if (which === 3) await db.execute(sql`update products set tags = ${tags} where id in ${some}`);
  if (which === 4) {
    await db.execute(
      sql`update products set brand = ${choice.of(BRANDS)}, name = ${choice.of(WORDS)} where id in ${some}`,
    );
  }
  if (which === 5) {
    await db.execute(
      sql`update products set price_kobo = ${choice.whole(1, 9)} * 100000, created_at = '2026-02-03' where id in ${some}`,
    );
  }
  if (which === 6) {
    await db.execute(
      sql`update stock set sold_count = sold_count + ${choice.whole(1, 9)}::int where product_id in ${some}`,
    );
  }
  if (which === 7) {
    await db.execute(
      sql`update products set categories = array['New in', 'Women'], tags = ${tags} where id in ${some}`,
    );
  }
  if (which === 8) {
    await db.execute(sql`update products set num_reviews = 0, ratings = 0 where id in ${some}`);
  }
  if (which === 9) {
    await db.execute(
      sql`update products set status = ${choice.of(['shown', 'shown', 'hidden', 'retired'])} where id in ${some}`,
    );
  }
  if (which === 11) {
    const { group, sizeMl, sample } = sized(choice);
    await db.execute(
      sql`update products set size_group = ${group}, size_ml = ${sizeMl}, sample = ${sample} where id in ${some}`,
    );
  }
  if (which === 12) {
    await db.execute(
      sql`update stock set on_hand = ${choice.whole(0, 2)} where product_id in ${some}`,
    );
  }
  if (which === 10) {
    await db.execute(
      sql`update products set id = 'q-' || substr(md5(id || ${choice.whole(0, 9999)}::text), 1, 12) where id in ${some}`,
    );
  }
}

function invented(choice: Choice, searching: boolean) {
  const limit = choice.of([1, 5, 7, 50, 100]);
  const byLikeness = searching && choice.chance(0.6);
  return productQuery.parse({
    search: searching ? choice.of(SEARCHES) : '',
    category: choice.of(['', '', 'MEN', 'women', 'old STOCK', 'HERMES', 'tom ford', 'nothing']),
    tag: choice.of(['', '', 'OUD', 'ete', 'musk', 'nothing']),
    ...(byLikeness
      ? {}
      : {
          sortBy: choice.of(['createdAt', 'price', 'name', 'soldCount']),
          sortOrder: choice.of(['asc', 'desc']),
        }),
    page: choice.chance(0.4) ? 1 : choice.whole(1, Math.ceil(PRODUCTS / limit) + 1),
    limit,
  });
}

const firstOf = ({ id, sizes }: Product) => sizes?.[0]?.id ?? id;

async function expectPlainAnswers(choice: Choice): Promise<void> {
  const { db, catalogue } = shop.services;
  const shelf = await shelfSimply(db);
  const queries = Array.from({ length: 80 }, (_, n) => invented(choice, n % 2 === 0));
  // The worst sellers, by sales: a walk along that order gives up.
  queries.push(
    productQuery.parse({ category: 'old stock', sortBy: 'soldCount', sortOrder: 'desc', limit: 5 }),
  );
  for (const query of queries) {
    const { products, total } = await catalogue.list(query);
    expect({ query, total, ids: products.map(firstOf) }).toEqual({
      query,
      ...(await listSimply(db, shelf, query)),
    });
  }
  expect((await catalogue.categories()).toSorted()).toEqual(await namesSimply(db, 'categories'));
  expect((await catalogue.tags()).toSorted()).toEqual(await namesSimply(db, 'tags'));
  const rows = await selectProducts(db).where(isShown);
  expect((await catalogue.version()).products).toBe(shelf.cards.length);
  for (const row of choice.some(rows, 8, 8)) {
    const detail = await catalogue.find(row.id);
    expect(detail?.relatedProducts.map(firstOf)).toEqual(relatedSimply(shelf, row));
  }
}

const violations = async () =>
  (await auditShop(shop.services.db, readSettings({}))).violations.map(({ line }) => line);

test(
  'after any changes, lists, totals, searches and related products match the products',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 1e9 }), async (seed) => {
        const choice = seededChoice(seed);
        const { db } = shop.services;
        await db.execute(sql`delete from products`);
        const shelf = Array.from({ length: PRODUCTS }, (_, n) => invent(choice, n));
        await writeCatalogue(db, (transaction) => insertProducts(transaction, shelf));
        await db.execute(sql`vacuum (analyze) products, stock, listed_products, product_words`);
        await expectPlainAnswers(choice);
        for (let n = 0; n < 12; n++) await change(choice);
        // Sold-out products are back, and the rest is sold out.
        await db.execute(sql`update stock set on_hand = 1 - least(on_hand, 1)`);
        await expectPlainAnswers(choice);
        expect(await violations()).toEqual([]);
      }),
      { numRuns: ROUNDS.listings, endOnFailure: true },
    );
  },
  60_000 * (1 + ROUNDS.listings),
);

test('concurrent changes, and a rolled back one, leave the lists right', async () => {
  const { db } = shop.services;
  const shelf = Array.from({ length: 24 }, (_, n) => product({ id: `q-${n}`, tags: ['oud'] }));
  await writeCatalogue(db, (transaction) => insertProducts(transaction, shelf));
  const one = (n: number) =>
    db.transaction(async (transaction) => {
      const id = `q-${n}`;
      await transaction.execute(
        sql`update products set tags = array[${`fresh ${n % 3}`}::text], brand = 'New' where id = ${id}`,
      );
      if (n % 4 === 1) await transaction.execute(sql`delete from products where id = ${id}`);
      if (n % 4 === 2) throw new Error('undone');
    });
  const outcomes = await Promise.allSettled(shelf.map((_, n) => one(n)));
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(6);
  expect(await violations()).toEqual([]);
});

test('a changed name counts in searches at once', async () => {
  const { db } = shop.services;
  await writeCatalogue(db, (transaction) =>
    insertProducts(transaction, [product({ id: 'renamed', name: 'Vetiver of the North' })]),
  );
  await db.execute(sql`update products set name = 'Vetiver' where id = 'renamed'`);
  expect(await violations()).toEqual([]);
});

test('a product that is hidden is in no list', async () => {
  const { db, catalogue } = shop.services;
  const shelf = [
    product({ id: 'seen', name: 'Zephyrine' }),
    product({ id: 'unseen', name: 'Zephyrine' }),
  ];
  await writeCatalogue(db, (transaction) => insertProducts(transaction, shelf));
  const before = await catalogue.version();
  await db.execute(sql`update products set status = 'hidden' where id = 'unseen'`);
  expect((await catalogue.version()).products).toBe(before.products - 1);
  const listed = (query: object) => catalogue.list(productQuery.parse({ limit: 100, ...query }));
  expect((await listed({ search: 'zephyrine' })).products.map(({ id }) => id)).toEqual(['seen']);
  for (const sortBy of ['createdAt', 'price', 'name', 'soldCount']) {
    const pages = Math.ceil((await listed({ sortBy })).total / 100);
    for (let page = 1; page <= pages; page++) {
      const { products } = await listed({ sortBy, page });
      expect(products.map(({ id }) => id)).not.toContain('unseen');
    }
  }
  expect(await violations()).toEqual([]);
});
