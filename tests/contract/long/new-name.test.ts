import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { done } from '#backend/base/result.ts';
import { type NewName, rename } from '#backend/products/lifecycle/new-name.ts';
import { redirects } from '#backend/products/tables.ts';
import { promotions } from '#backend/promotions/tables.ts';
import { readChanges, writeChanges } from '#backend/shop/facts.ts';
import { shopFacts } from '#backend/shop/tables.ts';
import { staffActions } from '#backend/staff/action-tables.ts';
import type { Product } from '#contract/product.ts';
import { runOn } from '../../commands/command.harness.ts';
import { type CatalogueShop, openCatalogueShop } from '../catalogue/catalogue.harness.ts';
import { make } from '../promotions/promotions.harness.ts';

/** A brand or a category that gets another name. */
let shop: CatalogueShop;
beforeAll(async () => {
  shop = await openCatalogueShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  const { db } = shop.services;
  await shop.empty();
  await db.delete(redirects);
  await db.delete(shopFacts);
  await shop.importText(
    [
      'id,name,brand,price,categories',
      'a,Zara Night,Zara,100,Men|Designer',
      'b,ZARA Noon,ZARA,100,men|Unisex',
      'c,Dawn,Zara,100,Women',
      'd,Dior Homme,Dior,100,Designer|Mens',
      '',
    ].join('\n'),
  );
});

const unasked = async () => expect.fail('it asked');
const give = (
  kind: 'brand' | 'category',
  from: string,
  to: string,
  onMerge = unasked as () => Promise<boolean>,
) => rename(shop.services.db, { kind, from, to }, { by: 'Bola', onMerge });
/** Returns why a brand does not get a new name. */
const whyNot = async (from: string, to: string) => {
  const answer = await give('brand', from, to);
  return answer.ok || answer.refusal.message;
};
const listed = async (query: string) =>
  (await shop.get(`/api/product?sortBy=name&sortOrder=asc&${query}`)).body.products.map(
    ({ id }: Product) => id,
  );
const all = async () =>
  Object.fromEntries(
    (await shop.rows()).map(({ id, name, brand, categories }) => [
      id,
      [name, brand, ...categories],
    ]),
  );
const version = () => shop.changes();

describe('a brand', () => {
  test('keeps its promotions, in any spelling', async () => {
    const { db } = shop.services;
    const { id } = await make(shop, { for: 'brand', names: 'ZARA|Dior' });
    await give('brand', 'Zara', 'Musk & Co');
    const [promotion] = await db.select().from(promotions).where(eq(promotions.id, id));
    expect(promotion?.scope).toEqual({ of: 'brand', names: ['Musk & Co', 'Dior'] });
  });

  test('replaces every spelling in names, search and lists, with one notice to the publisher', async () => {
    const before = await version();
    expect(await give('brand', 'zara', 'Musk & Co')).toEqual(
      done({ products: 3, names: 2, merged: 0, facts: {} }),
    );
    expect(await version()).toBe(before + 1);
    expect(await all()).toEqual({
      a: ['Musk & Co Night', 'Musk & Co', 'Men', 'Designer'],
      b: ['Musk & Co Noon', 'Musk & Co', 'men', 'Unisex'],
      c: ['Dawn', 'Musk & Co', 'Women'],
      d: ['Dior Homme', 'Dior', 'Designer', 'Mens'],
    });
    expect(await listed('category=musk%20%26%20co')).toEqual(['c', 'a', 'b']);
    expect(await listed('search=musk')).toHaveLength(3);
    expect(await listed('search=zara')).toEqual([]);
    const { redirects: moves } = (await shop.get('/api/catalogue/redirects')).body;
    expect(moves).toEqual([{ from: '/brands/zara', to: '/brands/musk-co' }]);
  });

  test('is found in lists by its former names', async () => {
    await give('brand', 'Zara', 'Musk & Co');
    await give('brand', 'Musk & Co', 'Musk, Co!');
    for (const name of ['zara', 'ZARA', 'Musk%20%26%20Co', 'musk,%20co!']) {
      expect(await listed(`category=${name}`), name).toEqual(['c', 'a', 'b']);
    }
    expect(await listed('category=zara&search=night')).toEqual(['a']);
    // The name means the brand that has it now.
    await shop.importText('id,name,brand,price\ne,New Zara,Zara,100\n');
    expect(await listed('category=Zara')).toEqual(['e']);
  });

  test('follows in the facts of the shop that staff have set', async () => {
    const banner = {
      picture: 'hero',
      title: 'T',
      text: 'T',
      link: { label: 'L', href: '/products?category=zara' },
    };
    await writeChanges(shop.services.db, {
      brands: ['Dior', 'Zara', 'Amouage'],
      banners: [banner, { ...banner, link: { label: 'L', href: '/brands/zara' } }],
    });
    const renamed = await give('brand', 'Zara', 'New Zara');
    expect(Object.keys((renamed.ok && renamed.value?.facts) || {})).toEqual(['brands', 'banners']);
    expect(await readChanges(shop.services.db)).toMatchObject({
      brands: ['Dior', 'New Zara', 'Amouage'],
      banners: [
        { link: { href: '/products?category=New%20Zara' } },
        { link: { href: '/brands/new-zara' } },
      ],
    });
  });

  test('merges with another only on request, and adopts that one’s spellings', async () => {
    const asked: NewName[] = [];
    const no = await rename(
      shop.services.db,
      { kind: 'brand', from: 'Zara', to: 'DIOR' },
      { by: 'Bola', onMerge: async (found) => asked.push(found) < 0 },
    );
    expect([no, asked]).toMatchObject([done(null), [{ products: 3, merged: 1 }]]);
    expect((await all()).a).toEqual(['Zara Night', 'Zara', 'Men', 'Designer']);
    await give('brand', 'Zara', 'DIOR', async () => true);
    expect((await shop.rows()).map(({ brand }) => brand)).toEqual(['DIOR', 'DIOR', 'DIOR', 'DIOR']);
    expect((await all()).d?.[0]).toBe('DIOR Homme');
  });

  test('is refused if no product has it, with the probable name', async () => {
    expect(await whyNot('Zarra', 'New')).toMatch(
      /^No product has the brand 'Zarra'\. Did you mean 'Z(ara|ARA)'\? Nothing was changed\.$/,
    );
    expect(await whyNot('Zara', ' ')).toMatch('The new name must not be empty');
    expect(await whyNot('Zara', 'x'.repeat(101))).toMatch('more than 100');
  });

  test('is refused if a product’s own name would exceed its limit', async () => {
    const name = `Zara ${'y'.repeat(190)}`;
    await shop.importText(`id,name,brand,price\ne,${name},Zara,100\n`);
    const before = await all();
    expect(await whyNot('Zara', 'Zara & Sons')).toBe(
      `With the new name, '${name}' would be longer than 200 characters. Shorten one of them. Nothing was changed.`,
    );
    expect(await all()).toEqual(before);
  });
});

describe('a category', () => {
  test('has its new name everywhere, in the same position', async () => {
    await give('category', 'MEN', 'For him');
    expect(await all()).toMatchObject({
      a: ['Zara Night', 'Zara', 'For him', 'Designer'],
      b: ['ZARA Noon', 'ZARA', 'For him', 'Unisex'],
      d: ['Dior Homme', 'Dior', 'Designer', 'Mens'],
    });
    expect(await listed('category=for%20him')).toEqual(['a', 'b']);
    expect((await shop.get('/api/app-data/categories')).body).toEqual([
      'Designer',
      'For him',
      'Mens',
      'Unisex',
      'Women',
    ]);
  });

  test('is found by its former names, and a build gets redirects only between its pages', async () => {
    await give('category', 'Men', "Men's (for him)");
    await give('category', "Men's (for him)", 'Him', unasked);
    for (const name of ['Men', 'MEN', "men's%20(for%20him)", 'him']) {
      expect(await listed(`category=${name}`), name).toEqual(['a', 'b']);
    }
    expect(await listed('category=Nobody')).toEqual([]);
    expect((await shop.get('/api/catalogue/redirects')).body).toEqual({
      redirects: [
        { from: '/categories/men', to: '/categories/him' },
        { from: '/categories/men-s-for-him', to: '/categories/him' },
      ],
    });
    await shop.expectSound();
    // Back again: the first name is current, and the others lead to it.
    await give('category', 'Him', 'Men');
    for (const name of ['Men', 'him', "men's%20(for%20him)"]) {
      expect(await listed(`category=${name}`), name).toEqual(['a', 'b']);
    }
  });

  test('of several pages leads each of them to the first of the new name', async () => {
    const lines = Array.from({ length: 60 }, (_, at) => `o${at},Oil ${at},,100,Oils`);
    await shop.importText(`id,name,brand,price,categories\n${lines.join('\n')}\n`);
    await give('category', 'Oils', 'Gift Sets');
    expect((await shop.get('/api/catalogue/redirects')).body.redirects).toEqual([
      { from: '/categories/oils', to: '/categories/gift-sets' },
      { from: '/categories/oils/2', to: '/categories/gift-sets' },
    ]);
    // A brand of the same name has its own page.
    await give('brand', 'Dior', 'Oils');
    expect(await listed('category=dior')).toEqual(['d']);
  });

  test('merges with another, once in each product', async () => {
    await give('category', 'Mens', 'Designer', async () => true);
    expect((await all()).d).toEqual(['Dior Homme', 'Dior', 'Designer']);
  });
});

test('by command: lists the changes, asks for --yes, and names uses in the shop’s folder', {
  timeout: 60_000,
}, async () => {
  await shop.importText('id,name,brand,price\ne,Amouage Gold,Amouage,100\n');
  const run = runOn(shop, 'catalogue');
  const dry = await run('rename', 'brand', 'Amouage', 'Omouage', '--dry-run');
  expect(dry.stdout).toMatch(
    /^Amouage → Omouage: 1 product\n {2}1 of their names begins with Omouage now\n {2}shop\.json in \S+ still says 'Amouage' in brands: change it there\n(?:.*\n)*Nothing was written\.\n$/,
  );
  expect((await all()).e).toEqual(['Amouage Gold', 'Amouage']);
  expect(await run('rename', 'brand', 'Amouage', 'Dior', '--by', 'Bola')).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining(
      "1 product has the brand 'Dior' already. With the 1 of 'Amouage' they become one brand, which cannot be undone. If that is meant, add --yes. Nothing was changed.\n",
    ),
  });
  const done = await run('rename', 'brand', 'Amouage', 'Dior', '--yes', '--by', 'Bola');
  expect(done).toMatchObject({ code: 0, stderr: '' });
  expect((await all()).e).toEqual(['Dior Gold', 'Dior']);
  const id = await run('rename', 'id', 'e', 'dior-gold', '--by', 'Bola');
  expect(id.stdout).toContain(
    'From the next release on /products/e leads to /products/dior-gold, for ever.',
  );
  expect(await run('retire', 'dior-gold', 'a', '--by', 'Bola')).toEqual({
    code: 0,
    stdout: 'a  Zara Night: shown → retired\ndior-gold  Dior Gold: shown → retired\n',
    stderr: '',
  });
  expect(await shop.services.db.select().from(staffActions)).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({ action: 'brand.rename', subject: 'Amouage', renamedTo: 'Dior' }),
      expect.objectContaining({
        action: 'product.retire',
        subject: 'dior-gold',
        recordedBy: 'Bola',
      }),
    ]),
  );
  expect((await run('delete', 'e')).stderr).toContain(
    "There is no product 'e' any more: its id is 'dior-gold' now.\nNothing was changed.\n",
  );
});
