import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { refuse } from '#backend/base/result.ts';
import { addProduct, editProduct } from '#backend/products/edit/edit.ts';
import { type Cells, fieldVersions, namedCells } from '#backend/products/edit/field-versions.ts';
import { findOwned } from '#backend/products/fields/fields.ts';
import { insertProducts, writeCatalogue } from '#backend/products/fields/writer.ts';
import { stock } from '#backend/products/stock-tables.ts';
import { products } from '#backend/products/tables.ts';
import { staffActions } from '#backend/staff/action-tables.ts';
import type { Actor } from '#backend/staff/actor.ts';
import { openShop, product, type TestShop } from '../../shop.harness.ts';

/** Changes of a product by the merchant's people, two at once. */
let shop: TestShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.services.db.delete(products);
  await writeCatalogue(shop.services.db, (transaction) =>
    insertProducts(transaction, [
      product({ id: 'oud', name: 'Oud', brand: 'Tom Ford', tags: ['rose', 'oud'], stock: 20 }),
    ]),
  );
});

const ADA: Actor = { name: 'Ada', role: 'owner' };
const BOLA: Actor = { name: 'Bola', role: 'owner' };
const PACKER: Actor = { name: 'Musa', role: 'packer' };
const intake = {
  cost: { files: 0, fetched: 0, unchanged: 0, bytes: 0 },
  ownHash: () => undefined,
  take: async () => refuse('invalid', 'is not here'),
};
const NAMES = ['price', 'discount', 'discount_starts', 'discount_until', 'name', 'tags'] as const;

/** Returns a form as a page shows it: its cells and their versions. */
async function opened(names: readonly (keyof Cells)[] = NAMES) {
  const now = await findOwned(shop.services.db, 'oud');
  if (!now) throw new Error('There is no product');
  const cells = namedCells('oud', now, names);
  return { cells, versions: fieldVersions(cells) };
}
const edit = (actor: Actor, cells: Cells, versions?: string) =>
  editProduct(shop.services.db, 'oud', { actor, cells, versions, intake });
const rowOf = async () => (await shop.services.db.select().from(products))[0];
const logOf = async (subject = 'oud') =>
  (
    await shop.services.db
      .select()
      .from(staffActions)
      .where(eq(staffActions.subject, subject))
      .orderBy(asc(staffActions.id))
  ).map(({ recordedBy, action, detail }) => [recordedBy, action, detail]);
const version = () => shop.changes();

describe('a change of a product', () => {
  test('is in the catalogue, reported to the site once, and logged with before and after', async () => {
    const before = await version();
    const logged = (await logOf()).length;
    const { cells, versions } = await opened();
    const answer = await edit(
      ADA,
      { ...cells, price: '₦12,500.00', discount: '15%', discount_until: '2026-12-24' },
      versions,
    );
    expect(answer).toMatchObject({ ok: true });
    expect(await rowOf()).toMatchObject({
      priceKobo: 1_250_000,
      discountType: 'percentage',
      discountAmount: 15,
      discountStartsAt: null,
      // The last second of the day in Lagos.
      discountExpiresAt: new Date('2026-12-24T22:59:59Z'),
    });
    expect(await version()).toBe(before + 1);
    expect((await logOf()).slice(logged)).toEqual([
      [
        'Ada',
        'product.change',
        'price: 10000 → 12500\ndiscount: (empty) → 15%\ndiscount_until: (empty) → 2026-12-24T23:59:59+01:00',
      ],
    ]);
  });

  test('that changes nothing is neither reported nor logged', async () => {
    const [before, logged] = [await version(), (await logOf()).length];
    const { cells, versions } = await opened();
    expect(await edit(ADA, { ...cells, price: '₦10,000.00' }, versions)).toMatchObject({
      ok: true,
      value: { changes: [] },
    });
    expect([await version(), (await logOf()).length]).toEqual([before, logged]);
  });

  test('ends a discount together with its dates', async () => {
    const first = await opened();
    const until = { discount: '5000', discount_starts: '2026-12-01', discount_until: '2026-12-24' };
    await edit(ADA, { ...first.cells, ...until }, first.versions);
    const second = await opened();
    expect(await edit(ADA, { ...second.cells, discount: '' }, second.versions)).toMatchObject({
      ok: true,
    });
    expect(await rowOf()).toMatchObject({
      discountType: null,
      discountStartsAt: null,
      discountExpiresAt: null,
    });
  });

  test.each([
    [{ price: 'much' }, { price: expect.stringContaining("is 'much': write naira") }],
    [{ discount: '20000' }, { discount: expect.stringContaining('is more than the price') }],
    [
      { discount: '5%', discount_starts: '2026-12-24', discount_until: '2026-12-01' },
      { discount_starts: expect.stringContaining('is not before') },
    ],
    [{ name: ' ' }, { name: expect.stringContaining('must not be empty') }],
    [{ stock: '-21' }, { stock: expect.stringContaining('changed by more than there is') }],
  ])(
    'that is wrong (%j) is refused at its field, and nothing is written',
    async (cells, fields) => {
      const before = await rowOf();
      const logged = (await logOf()).length;
      expect(await edit(ADA, cells)).toMatchObject({
        ok: false,
        refusal: { code: 'invalid', fields },
      });
      expect(await rowOf()).toEqual(before);
      expect(await logOf()).toHaveLength(logged);
    },
  );

  test('of an unknown product is refused, with the probable one', async () => {
    const answer = await editProduct(shop.services.db, 'ouds', {
      actor: ADA,
      cells: { price: '1' },
      intake,
    });
    expect(answer).toMatchObject({
      ok: false,
      refusal: { code: 'not_found', message: expect.stringContaining("Did you mean 'oud'?") },
    });
  });
});

describe('two people who change one product', () => {
  test('see it: the later one reads what the first one saved, and no change is lost', async () => {
    const [ada, bola] = [await opened(), await opened()];
    await edit(ADA, { ...ada.cells, price: '12000', name: 'Oud Wood' }, ada.versions);
    const typed = { ...bola.cells, price: '11000', tags: 'rose|oud|smoke' };
    const late = await edit(BOLA, typed, bola.versions);
    expect(late).toMatchObject({ ok: false, refusal: { code: 'stale' } });
    // Only what Ada changed: Bola knows his own tags.
    expect(late.ok || late.refusal.current).toEqual({ price: '12000', name: 'Oud Wood' });
    expect(await rowOf()).toMatchObject({ priceKobo: 1_200_000, tags: ['rose', 'oud'] });
    // He looks at both, keeps her name and his price, and saves again.
    const again = await opened();
    const both = { ...typed, name: again.cells.name ?? '' };
    expect(await edit(BOLA, both, again.versions)).toMatchObject({ ok: true });
    expect(await rowOf()).toMatchObject({
      priceKobo: 1_100_000,
      name: 'Oud Wood',
      tags: ['rose', 'oud', 'smoke'],
    });
  });

  test('at the same moment: one is saved, the other one is informed', async () => {
    const { cells, versions } = await opened();
    const prices = ['11000', '12000', '13000', '14000'];
    const answers = await Promise.all(
      prices.map((price) => edit(ADA, { ...cells, price }, versions)),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    const saved = prices[answers.findIndex(({ ok }) => ok)];
    for (const answer of answers) {
      if (!answer.ok)
        expect(answer.refusal).toMatchObject({ code: 'stale', current: { price: saved } });
    }
    expect((await rowOf())?.priceKobo).toBe(Number(saved) * 100);
  });

  test('are informed even if another field has a mistake', async () => {
    const first = await opened();
    await edit(ADA, { ...first.cells, discount: '5000' }, first.versions);
    const [ada, bola] = [await opened(), await opened()];
    await edit(ADA, { ...ada.cells, discount: '' }, ada.versions);
    const late = await edit(BOLA, { ...bola.cells, discount_until: '2026-12-24' }, bola.versions);
    expect(late).toMatchObject({
      ok: false,
      refusal: {
        code: 'stale',
        current: { discount: '' },
        fields: { discount_until: expect.any(String) },
      },
    });
  });

  test('do not disturb each other when they change stock that is being sold', async () => {
    const { cells, versions } = await opened();
    const sell = () =>
      shop.services.db
        .update(stock)
        .set({ onHand: sql`on_hand - 1` })
        .where(eq(stock.productId, 'oud'));
    await Promise.all([
      ...Array.from({ length: 5 }, () => edit(PACKER, { stock: '+12' })),
      ...Array.from({ length: 5 }, () => edit(ADA, { stock: '-3' })),
      ...Array.from({ length: 7 }, sell),
      edit(BOLA, { ...cells, price: '500' }, versions),
    ]);
    expect((await shop.services.db.select().from(stock))[0]?.onHand).toBe(20 + 60 - 15 - 7);
    expect((await rowOf())?.priceKobo).toBe(50_000);
  });
});

describe('a packer', () => {
  test.each([
    [{ price: '1' }],
    [{ stock: '7' }],
    [{ stock: '+1', price: '1' }],
    [{ ' Price': '1', stock: '+1' }],
    [{ pictures: '' }],
  ])('may not set %j', async (cells: Record<string, string>) => {
    const before = await rowOf();
    const answer = await editProduct(shop.services.db, 'oud', { actor: PACKER, cells, intake });
    expect(answer).toMatchObject({
      ok: false,
      refusal: { code: 'forbidden', message: expect.stringMatching(/^Only an owner may /) },
    });
    expect(await rowOf()).toEqual(before);
  });

  test('adds to the stock, and may add no product', async () => {
    expect(await edit(PACKER, { stock: '+12' })).toMatchObject({
      ok: true,
      value: { after: { stock: 32 } },
    });
    const added = await addProduct(shop.services.db, {
      actor: PACKER,
      cells: { name: 'Musk', price: '1' },
      intake,
    });
    expect(added).toMatchObject({ ok: false, refusal: { code: 'forbidden' } });
  });
});

describe('a new product', () => {
  const add = (cells: Cells) => addProduct(shop.services.db, { actor: ADA, cells, intake });

  test('gets its id as an import makes it, and is in the log', async () => {
    const made = { name: 'Lost Cherry', brand: 'Tom Ford', price: '450000', stock: '3' };
    expect(await add(made)).toMatchObject({ ok: true, value: { id: 'tom-ford-lost-cherry' } });
    expect((await shop.get('/api/product/tom-ford-lost-cherry')).body.product).toMatchObject({
      name: 'Lost Cherry',
      price: 450_000,
      qtyAvailable: 3,
    });
    expect(await logOf('tom-ford-lost-cherry')).toEqual([['Ada', 'product.add', null]]);
  });

  test('that exists already is refused, and the existing one stays unchanged', async () => {
    const before = await rowOf();
    await add({ name: 'Musk', price: '1' });
    // A different value, then the same one.
    for (const price of ['2', '1']) {
      expect(await add({ name: 'Musk', price })).toMatchObject({
        ok: false,
        refusal: {
          code: 'invalid',
          fields: { name: expect.stringContaining('You already have a product with this name.') },
        },
      });
    }
    expect((await shop.get('/api/product/musk')).body.product.price).toBe(1);
    expect(await rowOf()).toEqual(before);
  });

  test('needs a name and a price', async () => {
    expect(await add({ brand: 'Dior' })).toMatchObject({
      ok: false,
      refusal: { fields: { name: expect.any(String), price: expect.any(String) } },
    });
  });
});
