import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { csvRows } from '#backend/merchant-files/tables/csv.ts';
import { decodeText } from '#backend/merchant-files/tables/text.ts';
import type { OwnedProduct } from '#backend/products/fields/columns.ts';
import { eachProduct, inSnapshot } from '#backend/products/fields/fields.ts';
import { STATUSES } from '#backend/products/fields/product-cells.ts';
import { OUT_FORMATS } from '#backend/products/files/export/formats/index.ts';
import { survey, writeProgramFile } from '#backend/products/files/export/program-file.ts';
import { type ImportReport, importCatalogue } from '#backend/products/files/import/import.ts';
import { NO_ANSWERS } from '#backend/products/files/understanding/answers.ts';
import { readHeadings, readProducts } from '#backend/products/files/understanding/products.ts';
import type { Understood } from '#backend/products/files/understanding/understand.ts';
import { productFields } from '#domain/products/product-fields.ts';
import { ROUNDS } from '../../rounds.ts';
import { all, type CatalogueShop, openCatalogueShop } from './catalogue.harness.ts';

const ORIGIN = 'https://api.shop.example';
let shop: CatalogueShop;
let hashes: string[];
beforeAll(async () => {
  shop = await openCatalogueShop();
  hashes = await shop.services.media.addRecipes(
    ['a', 'b', 'c', 'd'].map((recipe) => ({ recipe, width: 9, height: 9, color: '#000000' })),
  );
});
afterAll(() => shop.close());
beforeEach(() => shop.empty());

type Out = (typeof OUT_FORMATS)[keyof typeof OUT_FORMATS];

/** Exports the whole shop, and counts the products that fill each of our columns in the file. */
const exported = (format: Out) =>
  inSnapshot(shop.services.db, async (snapshot) => {
    const context = { origin: ORIGIN, now: Date.now() };
    const found = await survey(snapshot, format, context);
    const pieces = await all(writeProgramFile(snapshot, format, { ...context, survey: found }));
    return { text: pieces.join(''), kept: Object.fromEntries(found) };
  });

async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/** Returns the rows of a table, by their headings. */
async function rowsOf(text: string): Promise<Record<string, string | undefined>[]> {
  const [headings, ...rows] = await all(csvRows(decodeText(bytes(text))));
  return rows.map(({ cells }) =>
    Object.fromEntries(headings?.cells.map((heading, at) => [heading, cells[at]]) ?? []),
  );
}

/** Imports another program's file as the command does. Also returns how it was read. */
async function imported(text: string): Promise<ImportReport & { moved: Understood }> {
  const { db } = shop.services;
  const intake = shop.intake('', [ORIGIN]);
  const { headings, lines } = await readHeadings(csvRows(decodeText(bytes(text))));
  const { moved, rows } = await readProducts(headings, lines, {
    answers: NO_ANSWERS,
    hidden: { rows: [], columns: 0 },
    shop: { db, origins: [ORIGIN] },
  });
  if (!moved) throw new Error('The file is not recognised.');
  return { ...(await importCatalogue(db, rows, { intake })), moved };
}

const owned = () => inSnapshot(shop.services.db, async (snapshot) => all(eachProduct(snapshot)));

/** Writes products into the shop's own file. */
const write = async (products: readonly object[]) => {
  const lines = products.map((one) => `${JSON.stringify(one)}\n`).join('');
  const report = await shop.importText(lines, { format: 'jsonl' });
  expect(report.faults.shown).toEqual([]);
};

const OUD = {
  brand: 'Lattafa',
  name: 'Lattafa Oud',
  description: 'Dark & warm.\n\nTen hours.',
  tags: ['oud', 'evening'],
  categories: ['Men', 'Gifts'],
  concentration: 'Eau de Parfum',
  group: 'oud',
  notes_top: ['Saffron'],
  importer: 'Importer Limited, Lagos',
};

describe('an export for another program', () => {
  test('Shopify: sizes are variants with their prices before the discount, stock and pictures', async () => {
    const [bottle = '', box = ''] = hashes;
    await write([
      {
        ...OUD,
        id: 'oud-small',
        size_ml: 30,
        price: 45_000,
        discount: '10%',
        stock: 3,
        pictures: [`/media/${bottle}`, `/media/${box}`],
        picture_alts: ['The bottle'],
      },
      { ...OUD, id: 'oud-big', size_ml: 100, price: 90_000, stock: 0, pictures: [`/media/${box}`] },
      { id: 'musk', name: 'Musk', price: 100, stock: 1, status: 'retired' },
    ]);
    const { text, kept } = await exported(OUT_FORMATS.shopify);
    const named = await rowsOf(text);
    expect(named).toMatchObject([
      {
        Handle: 'musk',
        Status: 'archived',
        Published: 'FALSE',
        'Option1 Name': 'Title',
        'Option1 Value': 'Default Title',
      },
      {
        Handle: 'oud-small',
        Title: 'Lattafa Oud',
        'Body (HTML)': '<p>Dark &amp; warm.</p><p>Ten hours.</p>',
        Vendor: 'Lattafa',
        Type: 'Eau de Parfum',
        Tags: 'oud, evening',
        Status: 'active',
        'Option1 Name': 'Size',
        'Option1 Value': '30 ml',
        'Variant SKU': 'oud-small',
        'Variant Price': '40500',
        'Variant Compare At Price': '45000',
        'Variant Inventory Qty': '3',
        'Image Src': `${ORIGIN}/media/${bottle}/1200.jpg`,
        'Image Alt Text': 'The bottle',
      },
      {
        Handle: 'oud-small',
        Title: '',
        'Option1 Name': 'Size',
        'Option1 Value': '100 ml',
        'Variant SKU': 'oud-big',
        'Variant Price': '90000',
        'Variant Compare At Price': '',
        'Variant Inventory Qty': '0',
        'Image Src': `${ORIGIN}/media/${box}/1200.jpg`,
      },
    ]);
    expect(kept).toEqual({ discount: 1, group: 2, notes_top: 2, importer: 2, categories: 2 });
  });

  test('WooCommerce: sizes are variations of a variable product', async () => {
    await write([
      {
        ...OUD,
        id: 'oud-small',
        size_ml: 30,
        price: 45_000,
        discount: '5000',
        discount_starts: '2026-12-01 08:00',
        discount_until: '2126-12-24 18:00',
        stock: 3,
      },
      { ...OUD, id: 'oud-big', size_ml: 100, price: 90_000, stock: 0 },
    ]);
    const { text, kept } = await exported(OUT_FORMATS.woocommerce);
    const named = await rowsOf(text);
    expect(named).toMatchObject([
      {
        Type: 'variable',
        SKU: 'sizes:oud-small',
        Name: 'Lattafa Oud',
        Published: '1',
        'Regular price': '',
        Categories: 'Men, Gifts',
        'Attribute 1 name': 'Size',
        'Attribute 1 value(s)': '30 ml, 100 ml',
        'Attribute 2 name': 'Concentration',
        'Attribute 3 value(s)': 'Saffron',
      },
      {
        Type: 'variation',
        SKU: 'oud-small',
        Parent: 'sizes:oud-small',
        'Regular price': '45000',
        'Sale price': '40000',
        'Date sale price starts': '2026-12-01 08:00:00',
        'Date sale price ends': '2126-12-24 18:00:00',
        'In stock?': '1',
        Stock: '3',
        'Attribute 1 value(s)': '30 ml',
      },
      { Type: 'variation', SKU: 'oud-big', 'Sale price': '', 'In stock?': '0', Stock: '0' },
    ]);
    expect(kept).toEqual({ group: 2, importer: 2 });
  });
});

const nasty = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.string({
    unit: fc.constantFrom(...'=+-@\t\n",;|\\\'’&<>_/ẹ₦😀é a1＝'),
    maxLength: 20,
  }),
  fc.constantFrom(
    ...['Total Eclipse', 'Lattafa Asad 100ml EDP', 'Oud &amp; Rose', '<b>Oud</b>', '0803', '3-4'],
    ...['Rose, Taif', 'a\\nb', 'A > B', 'Default Title', 'Extrait de Parfum', '50 ml', 'a  b'],
    ...['One.\n\nTwo.\n• three\n• four', '\n\n• a', 'https://a.example/x, y', "'=1"],
  ),
);
const kept = nasty.map((text) => text.replaceAll('\0', '').trim()).filter((text) => text !== '');
const list = fc.uniqueArray(kept, { maxLength: 3 });
const some = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined });
const time = (from: string, until: string) =>
  some(
    fc
      .date({ min: new Date(from), max: new Date(until), noInvalidDate: true })
      .map((date) => date.toISOString()),
  );
const discount = fc.oneof(
  fc.constant({}),
  fc.record({
    discount: fc.oneof(
      fc.integer({ min: 0, max: 10_000 }).map((hundredths) => `${hundredths / 100}%`),
      fc.constantFrom('0', '10', '99.99', '1000'),
    ),
    discount_starts: time('2020-01-01', '2030-01-01'),
    discount_until: time('2030-01-02', '2100-01-01'),
  }),
);
/** The texts that sizes of one fragrance mostly share. */
const texts = fc.record({
  name: kept,
  brand: fc.oneof(fc.constantFrom('Lattafa', ''), kept),
  description: fc.oneof(fc.constant(''), kept),
  tags: list,
  categories: list,
  notes_top: list,
  notes_heart: list,
  notes_base: list,
  concentration: some(fc.oneof(fc.constantFrom('Eau de Parfum', 'EDP', 'Mukhallat'), kept)),
  status: fc.constantFrom(...STATUSES),
  ...Object.fromEntries(
    productFields.filter(({ section }) => section === 'origin').map(({ csv }) => [csv, some(kept)]),
  ),
});
const figures = fc
  .record({
    size_ml: some(fc.constantFrom(30, 50, 100)),
    price: fc.integer({ min: 100_000, max: 100_000_000 }).map((kobo) => kobo / 100),
    stock: fc.integer({ min: 0, max: 1_000_000 }),
    pictures: fc.subarray([0, 1, 2, 3]),
    picture_alts: fc.array(fc.oneof(fc.constant(''), kept), { maxLength: 4 }),
  })
  .chain((one) => discount.map((cut) => ({ ...one, ...cut })));
const families = fc.array(
  fc.record({
    group: some(kept),
    texts,
    sizes: fc.array(figures, { minLength: 1, maxLength: 3 }),
    // The texts in which one of them may differ.
    other: fc.option(texts, { nil: undefined, freq: 1 }),
    pictures: fc.option(fc.subarray([0, 1, 2, 3]), { nil: undefined, freq: 2 }),
  }),
  { minLength: 1, maxLength: 5 },
);

/** Returns the products of a file of our own. */
const productsOf = (catalogue: typeof families extends fc.Arbitrary<infer T> ? T : never) =>
  catalogue.flatMap(({ group, texts: shared, sizes, other, pictures: same }, family) =>
    sizes.map(({ pictures, picture_alts: alts, ...size }, at) => ({
      ...shared,
      ...(at > 0 && at === sizes.length - 1 ? other : {}),
      ...size,
      id: at % 2 === 0 ? `oud-${family}-${at}` : `${family}0803-${at}`,
      ...(group === undefined ? {} : { group: `${group} ${family}` }),
      pictures: (same ?? pictures).map((number) => `/media/${hashes[number]}`),
      picture_alts: alts
        .slice(0, (same ?? pictures).length)
        .map((text) => text.replace(/\s+/g, ' ')),
    })),
  );

const fieldsOf = ({ reserved: _, ...fields }: OwnedProduct) => fields;

describe.each(Object.values(OUT_FORMATS))('any catalogue for $name', (format) => {
  test('can be imported unchanged into an empty shop, and changes nothing in its own', async () => {
    await fc.assert(
      fc.asyncProperty(families, async (catalogue) => {
        await shop.empty();
        await write(productsOf(catalogue));
        const before = await owned();
        const { text } = await exported(format);
        const again = await imported(text);
        expect(again.moved).toMatchObject({ asks: [], leftOut: [] });
        expect(again.faults.shown).toEqual([]);
        expect(again).toMatchObject({ added: 0, changed: 0, unchanged: before.length });
        await shop.empty();
        expect(await imported(text)).toMatchObject({ added: before.length, changed: 0 });
        expect((await owned()).map(fieldsOf)).toEqual(before.map(fieldsOf));
      }),
      { numRuns: ROUNDS.movedCatalogues },
    );
  });
});
