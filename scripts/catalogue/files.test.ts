import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvRows } from '#backend/merchant-files/tables/csv.ts';
import { decodeText } from '#backend/merchant-files/tables/text.ts';
import type { OwnedProduct } from '#backend/products/fields/columns.ts';
import { STATUSES } from '#backend/products/fields/product-cells.ts';
import type { ReadRow } from '#backend/products/fields/rows.ts';
import { productsOfTable } from '#backend/products/files/import/table-rows.ts';
import { type FieldColumns, productFields } from '#domain/products/product-fields.ts';
import { slug } from '#domain/products/slug.ts';
import { productsOfJsonLines, writeProducts } from './files.ts';

const nasty = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({
    unit: fc.constantFrom(...'=+-@\t\r\n",;|\\\'’ẹọṣị₦😀é\u0301\u200F\u2028 a1＝'),
    maxLength: 40,
  }),
);
/** A text as a product stores it: trimmed and without NUL. */
const kept = nasty
  .map((text) => text.replaceAll('\0', '').trim())
  .filter((text) => text.length <= 60);
const filled = kept.filter((text) => text !== '');
const list = fc.uniqueArray(filled, { maxLength: 5 });
const notes = fc.oneof(
  fc.constant(null),
  fc
    .record({ top: list, heart: list, base: list })
    .filter((all) => Object.values(all).some((part) => part.length > 0)),
);
const moment = (from: string, until: string) =>
  fc.option(
    fc
      .date({ min: new Date(from), max: new Date(until), noInvalidDate: true })
      .map((date) => date.toISOString()),
  );
const NO_DISCOUNT = {
  discount_type: null,
  discount_amount: null,
  discount_starts_at: null,
  discount_expires_at: null,
};
const discount = fc.oneof(
  fc.constant(NO_DISCOUNT),
  fc.record({
    discount_type: fc.constantFrom('fixed' as const, 'percentage' as const),
    discount_amount: fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100),
    discount_starts_at: moment('2000-01-01', '2026-01-01'),
    discount_expires_at: moment('2026-01-02', '2200-01-01'),
  }),
);
/** The facts that domain/products/product-fields.ts declares. */
const declared = Object.fromEntries(
  productFields.map(({ column, kind, most }) => [
    column,
    fc.option<string | number>(kind === 'text' ? filled : fc.integer({ min: 1, max: most })),
  ]),
) as unknown as { [Column in keyof FieldColumns]: fc.Arbitrary<FieldColumns[Column]> };
const product = fc
  .record({
    id: fc
      .string()
      .map(slug)
      .filter((id) => id !== ''),
    name: filled,
    brand: kept,
    price_kobo: fc.integer({ min: 10_000, max: 100_000_000_000 }),
    description: kept,
    tags: list,
    categories: list,
    notes,
    ...declared,
    status: fc.constantFrom(...STATUSES),
    sku: fc.option(filled),
    stock: fc.integer({ min: 0, max: 1_000_000 }),
    reserved: fc.nat(9),
    pictures: fc
      .array(fc.stringMatching(/^[0-9a-f]{40}$/), { maxLength: 3 })
      .map((all) => [...new Set(all)]),
    picture_alts: fc
      .array(
        kept.map((text) => text.replace(/\s+/g, ' ')),
        { maxLength: 3 },
      )
      .map((all) => all.slice(0, all.findLastIndex((alt) => alt !== '') + 1)),
  })
  .chain((fields) => discount.map((cut): OwnedProduct => ({ ...fields, ...cut })));

async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}
async function all<T>(pieces: AsyncIterable<T>): Promise<T[]> {
  const got: T[] = [];
  for await (const piece of pieces) got.push(piece);
  return got;
}
const read = (
  text: string,
  format: 'csv' | 'jsonl' = 'csv',
  onUnknown?: (column: string) => void,
) => {
  const bytes = each([Buffer.from(text)]);
  return all(
    format === 'csv'
      ? productsOfTable(csvRows(decodeText(bytes)), { onUnknown })
      : productsOfJsonLines(bytes, onUnknown),
  );
};

/** The new product that a complete row makes. */
function productOf(row: ReadRow): unknown {
  if (!row.ok) throw new Error(JSON.stringify(row.faults));
  const { id, given, pictures = [] } = row.edit;
  const noted = Object.values(given.notes ?? {}).some((part) => part.length > 0);
  return {
    id,
    ...given,
    notes: noted ? given.notes : null,
    pictures: pictures.map((name) => name.replace('/media/', '')),
  };
}

describe('an export', () => {
  it.each(['csv', 'jsonl'] as const)(
    'in the format %s reads back as the same products',
    async (format) => {
      await fc.assert(
        fc.asyncProperty(fc.array(product, { maxLength: 4 }), async (products) => {
          const file = (await all(writeProducts(each(products), format))).join('');
          const rows = await read(file, format);
          // The stock stays as it is, whatever it is at that time.
          const owned = products.map(({ reserved: _, ...rest }) => ({
            ...rest,
            stock_add: 0,
          }));
          expect(rows.map(productOf)).toEqual(owned);
        }),
        { numRuns: 1000 },
      );
    },
  );
});

const faults = (row: ReadRow | undefined) =>
  row && !row.ok ? row.faults.map(({ column, message }) => `${column ?? '-'} ${message}`) : [];
const cell = async (column: string, value: unknown) => {
  const [row] = await read(`${JSON.stringify({ name: 'x', [column]: value })}\n`, 'jsonl');
  return row?.ok ? row.edit : faults(row);
};

describe('cells', () => {
  it.each([
    ['price', '12500', { price_kobo: 1_250_000 }],
    ['price', '₦12,500.5', { price_kobo: 1_250_050 }],
    ['price', 12500.5, { price_kobo: 1_250_050 }],
    ['price', '0.29', { price_kobo: 29 }],
    ['discount', '15%', { discount_type: 'percentage', discount_amount: 15 }],
    ['discount', '12.5 %', { discount_type: 'percentage', discount_amount: 12.5 }],
    ['discount', '5,000', { discount_type: 'fixed', discount_amount: 5000 }],
    ['discount', '', NO_DISCOUNT],
    ['discount_starts', '2026-12-24', { discount_starts_at: '2026-12-23T23:00:00.000Z' }],
    ['discount_starts', '2026-12-24 08:00', { discount_starts_at: '2026-12-24T07:00:00.000Z' }],
    ['status', ' Retired', { status: 'retired' }],
    ['status', '', { status: 'shown' }],
    ['discount_until', '2026-12-24 18:00', { discount_expires_at: '2026-12-24T17:00:00.000Z' }],
    ['discount_until', '2026-12-24', { discount_expires_at: '2026-12-24T22:59:59.000Z' }],
    ['discount_until', '2026-12-24T18:00:00Z', { discount_expires_at: '2026-12-24T18:00:00.000Z' }],
    ['discount_until', null, { discount_expires_at: null }],
    ['stock', '12.00', { stock: 12 }],
    ['stock', '+12', { stock_add: 12 }],
    ['stock', '-3', { stock_add: -3 }],
    ['size_ml', '', { size_ml: null }],
    ['concentration', ' ', { concentration: null }],
    ['tags', ' rose | oud||rose', { tags: ['rose', 'oud'] }],
    ['tags', 'a\\|b|c\\\\d|e\\f', { tags: ['a|b', 'c\\d', 'e\\f'] }],
    ['tags', ['a|b', ' c '], { tags: ['a|b', 'c'] }],
    [
      'picture_alts',
      ' bottle || its  box\n of wood | ',
      { picture_alts: ['bottle', '', 'its box of wood'] },
    ],
    ['picture_alts', ['one', 'one', ''], { picture_alts: ['one', 'one'] }],
    ['picture_alts', null, { picture_alts: [] }],
    ['notes_top', 'Lime', { notes: { top: ['Lime'] } }],
    ['Size ML', '50', { size_ml: 50 }],
  ])('%s %j', async (column, value, given) => {
    expect(await cell(column, value)).toMatchObject({ given });
  });

  it.each([
    ['price', '12,50'],
    ['price', '1.234'],
    ['price', '-5'],
    ['price', ''],
    ['price', '1000000000.01'],
    ['price', '1e3'],
    ['price', true],
    ['discount', '101%'],
    ['discount', '-5'],
    ['discount_starts', 'tomorrow'],
    ['status', 'gone'],
    ['discount_until', '24/12/2026'],
    ['discount_until', '2026-02-30'],
    ['discount_until', '2026-12-24 25:00'],
    ['stock', '--1'],
    ['stock', '+1000001'],
    ['stock_was', '-1'],
    ['stock', '1.5'],
    ['stock', ''],
    ['size_ml', '0'],
    ['name', ''],
    ['name', 'n'.repeat(201)],
    ['name', 'a\0b'],
    ['name', '\ud83d'],
    ['tags', 't'.repeat(61)],
    ['tags', { a: 1 }],
    ['picture_alts', 'a'.repeat(251)],
    ['picture_alts', `${'|'.repeat(20)}a`],
    ['id', 'Oud Wood'],
  ])('refuses %s %j', async (column, value) => {
    expect(await cell(column, value)).toEqual([expect.stringMatching(RegExp(`^${column} \\S`))]);
  });

  it('reports every fault of a row at once, with its column', async () => {
    const rows = await read('name;price;stock\nOud;10,5;x\n;1;1\n');
    expect(rows.map((row) => (row.ok ? [] : row.faults.map((f) => [f.row, f.column])))).toEqual([
      [
        [2, 'price'],
        [2, 'stock'],
      ],
      [[3, 'name']],
    ]);
  });
});

describe('rows', () => {
  it.each([
    ['name,brand\nOud Wood,Tom Ford', 'tom-ford-oud-wood'],
    ['name,brand\nTom Ford Oud Wood,Tom Ford', 'tom-ford-oud-wood'],
    ['name\nỌ̀ṣun Bloom', 'osun-bloom'],
    ['id,name\n,Oud', 'oud'],
    ['id,name\nx-1,Oud', 'x-1'],
  ])('of %j have the id %s', async (text, id) => {
    expect(await read(text)).toEqual([
      expect.objectContaining({ edit: expect.objectContaining({ id }) }),
    ]);
  });

  it('report a missing id if the name yields none', async () => {
    const [signs, nothing] = await read('name,stock\n...,1\n');
    expect(faults(signs)).toEqual([expect.stringMatching(/^id is missing/)]);
    expect(nothing).toBeUndefined();
    expect(faults((await read('stock\n1\n'))[0])).toEqual([
      expect.stringMatching(/^id is missing/),
    ]);
  });

  it('leave the field of an absent column alone; an empty cell empties it', async () => {
    const [row] = await read('id,brand\nx,\n');
    expect(row).toEqual({ ok: true, edit: { row: 2, id: 'x', given: { brand: '' } } });
  });

  it('report too many cells, but ignore empty ones to the right', async () => {
    const rows = await read('id,name\nx,Oud,intense\ny,Oud,,\n');
    expect(rows.map(faults)).toEqual([[expect.stringContaining('3 cells for 2 columns')], []]);
  });

  it('report unknown columns, with the likely name and the list of all', async () => {
    await expect(read('id,pirce,colour,Stock,stock\nx,1,2,3,4')).rejects.toThrow(
      /There is no column 'pirce'. Did you mean 'price'\?\n {2}There is no column 'colour'.\n {2}The column 'stock' appears twice.\nThe columns are id, name, .*, pictures, picture_alts, status, sku\.$/,
    );
  });

  it.each([
    ['csv', 'id,colour,name, Shelf \nx,red,Oud,7\n'],
    ['jsonl', '{"id":"x","colour":"red","name":"Oud","Shelf":7}\n'],
  ] as const)('leave out unknown columns of %s if they are to be ignored', async (format, text) => {
    const left: string[] = [];
    const rows = await read(text, format, (column) => left.push(column));
    expect(left).toEqual(['colour', 'Shelf']);
    expect(rows).toMatchObject([{ ok: true, edit: { id: 'x', given: { name: 'Oud' } } }]);
  });

  it('refuse a file without a known column', async () => {
    await expect(read('colour,shelf\nred,7\n', 'csv', () => {})).rejects.toThrow(
      'It names no column that there is.',
    );
  });

  it('refuse a discount that begins when or after it ends, at the field', async () => {
    const file = 'id,discount,discount_starts,discount_until\n';
    for (const start of ['2026-12-25', '2026-12-24 18:00']) {
      const [row] = await read(`${file}x,10%,${start},2026-12-24 18:00\n`);
      expect(faults(row)).toEqual([expect.stringMatching(/^discount_starts is not before/)]);
    }
    expect((await read(`${file}x,10%,2026-12-24,2026-12-24\n`))[0]?.ok).toBe(true);
  });

  it('report JSON lines that are not objects, and unknown names', async () => {
    const rows = await read('{"id":"x"\n[1]\n\n{"id":"x","pirce":1}\n', 'jsonl');
    expect(rows.map(faults)).toEqual([
      [expect.stringContaining('not a JSON object')],
      [expect.stringContaining('not a JSON object')],
      ["- There is no column 'pirce'. Did you mean 'price'?"],
    ]);
    expect(rows.map((row) => !row.ok && row.row)).toEqual([1, 2, 4]);
  });
});
