import { describe, expect, it } from 'vitest';
import { NO_ANSWERS } from './answers.ts';
import { cellsOf, read, table } from './understand.harness.ts';

/** Rows of Shopify's export with two options, whose names are in the first row alone. */
const ROWS = [
  {
    Handle: 'oud',
    Title: 'Oud',
    Vendor: 'Kano',
    Status: 'draft',
    'Body (HTML)': 'Warm.',
    'Option1 Name': 'Size',
    'Option1 Value': '50 ml',
    'Option2 Name': 'Box',
    'Option2 Value': 'Boxed',
    'Option3 Name': 'Concentration',
    'Option3 Value': 'EDP',
    'Variant Price': '10000',
    'Variant Inventory Qty': '3',
  },
  ...(
    [
      ['50 ml', 'Tester', '8000'],
      ['100 ml', 'Boxed', '15000'],
    ] as const
  ).map(([size, box, price]) => ({
    Handle: 'oud',
    'Option1 Value': size,
    'Option2 Value': box,
    'Option3 Value': 'EDP',
    'Variant Price': price,
    'Variant Inventory Qty': '4',
  })),
];
const OTHER = { Handle: 'musk', Title: 'Musk', 'Variant Price': '9000' };

describe('what a program writes once for several rows', () => {
  const shared = { brand: 'Kano', concentration: 'Eau de Parfum', description: 'Warm.' };
  const group = { group: 'oud', status: 'hidden' };
  const wanted = [
    ['oud-50-ml-boxed', 'Oud, Boxed', '50', '10000'],
    ['oud-50-ml-tester', 'Oud, Tester', '50', '8000'],
    ['oud-100-ml-boxed', 'Oud, Boxed', '100', '15000'],
  ].map(([id, name, size_ml, price]) => ({ ...shared, ...group, id, name, size_ml, price }));

  it.each([
    ['together', [0, 1, 2, 3]],
    ['apart', [0, 3, 1, 2]],
    ['with the title last', [2, 3, 1, 0]],
  ])('counts for rows of one handle that stand %s', async (_, order) => {
    const all = [...ROWS, OTHER];
    const moved = await read(table(...order.map((at) => all[at] ?? {})));
    const cells = cellsOf(moved).filter(({ group }) => group === 'oud');
    expect(cells).toHaveLength(3);
    expect(cells).toEqual(
      expect.arrayContaining(wanted.map((one) => expect.objectContaining(one))),
    );
    expect(moved).toMatchObject({ rows: 4, taken: 4, leftOut: [], asks: [] });
  });

  it('takes texts, drafts and gift cards from whichever row has them', async () => {
    const [first = {}, second = {}, third = {}] = ROWS as Record<string, string>[];
    const { 'Body (HTML)': body = '', Status: _, Vendor: vendor = '', ...bare } = first;
    const moved = await read(
      table(
        bare,
        { ...second, Status: 'draft', Vendor: vendor },
        { ...third, 'Body (HTML)': body },
      ),
    );
    expect(cellsOf(moved)).toMatchObject(wanted);
    const card = { ...second, 'Gift Card': 'true' };
    expect(await read(table(first, card))).toMatchObject({
      products: [{ row: 2 }],
      leftOut: [{ row: 3, what: 'a gift card' }],
    });
  });

  it('ends a name only in options that differ, and says which others it does not read', async () => {
    const [first = {}] = ROWS;
    const moved = await read(table(first));
    expect(cellsOf(moved)).toMatchObject([
      { name: 'Oud', size_ml: '50', concentration: 'Eau de Parfum' },
    ]);
    expect(moved.notes).toEqual([
      { row: 2, text: 'Status is draft: it is not on sale' },
      { row: 2, text: "has Box 'Boxed', which is not read" },
    ]);
  });

  it('names another description of a later size, which does not count', async () => {
    const [first = {}, second = {}] = ROWS;
    const moved = await read(table(first, { ...second, 'Body (HTML)': 'Of a tester.' }));
    expect(moved.notes).toContainEqual({
      row: 3,
      text: 'has another description than row 2, which counts',
    });
    const woo = { Type: 'variation', 'Visibility in catalog': '', 'In stock?': '1', Stock: '2' };
    const size = { ...woo, Parent: 'a', 'Regular price': '9000', 'Attribute 1 name': 'Size' };
    const variations = await read(
      table(
        { ID: '1', ...woo, Type: 'variable', SKU: 'a', Name: 'Amber', Description: 'Warm.' },
        { ID: '2', ...size, Description: 'Small.', 'Attribute 1 value(s)': '30 ml' },
        { ID: '3', ...size, Type: 'variation, virtual', 'Attribute 1 value(s)': '50 ml' },
      ),
    );
    expect(variations).toMatchObject({
      products: [{ row: 3, cells: { description: 'Warm.' } }],
      leftOut: [{ row: 4, what: 'a product that is not shipped' }],
      notes: [{ row: 3, text: 'has another description than row 2, which counts' }],
    });
  });
});

describe('a list of one’s own', () => {
  it('may have a name once, above its sizes', async () => {
    const moved = await read([
      ['Perfume', 'Brand', 'Size', 'Price', 'Qty'],
      ['Asad', 'Lattafa', '30 ml', '9000', '1'],
      ['', '', '50 ml', '15000', '2'],
      ['Khamrah', 'Lattafa', '', '', ''],
      ['', '', '100', '20000', '3'],
      ['', '', '', '30000', '4'],
    ]);
    const asad = { name: 'Asad', brand: 'Lattafa', group: 'lattafa-asad' };
    expect(cellsOf(moved)).toMatchObject([
      { ...asad, id: 'lattafa-asad-30-ml', size_ml: '30', price: '9000' },
      { ...asad, id: 'lattafa-asad-50-ml', size_ml: '50', price: '15000', stock: '2' },
      { name: 'Khamrah', brand: 'Lattafa', size_ml: '100', price: '20000' },
      // It has neither a name nor a size: an import names it as faulty.
      { name: '', price: '30000' },
    ]);
    expect(moved.notes).toContainEqual({
      row: 3,
      text: "has no name: it is read as a size of 'Asad'",
    });
  });

  it('is a size if it has only a stock, and raises a question', async () => {
    const rows = table(
      {
        'Item Name': 'Oud',
        'Variation Name': '',
        'Item ID': 'A',
        Price: '',
        'Current Quantity': '3',
      },
      {
        'Item Name': 'Oud',
        'Variation Name': '50 ml',
        'Item ID': 'A',
        Price: '₦9,000',
        'Current Quantity': '2',
      },
    );
    const { asks } = await read(rows, NO_ANSWERS);
    expect(asks).toEqual([{ kind: 'price', about: '', rows: [2] }]);
    expect((await read(rows)).leftOut).toMatchObject([{ row: 2, what: 'without a price' }]);
  });

  it('may have its size as an option, in a list too', async () => {
    const rows = table(
      {
        Name: 'Oud',
        'Option 1 name': 'Size',
        'Option 1 value': '50 ml',
        Price: '₦9,000',
        Stock: '3',
      },
      { 'Option 1 value': '100 ml', Price: '₦15,000', Stock: '2' },
    );
    const sizes = cellsOf(await read(rows)).map(({ name, size_ml, price }) => [
      name,
      size_ml,
      price,
    ]);
    expect(sizes).toEqual([
      ['Oud', '50', '9000'],
      ['Oud', '100', '15000'],
    ]);
  });

  it('has no size of its first row in the name of all', async () => {
    const feed = (id: string, size: string) => ({
      ...{ id, title: `Oud ${size}`, link: 'x', image_link: '', availability: 'in stock' },
      ...{ price: '9000 NGN', quantity_to_sell_on_facebook: '4', item_group_id: 'O', size },
    });
    const moved = await read(table(feed('1', '50 ml'), feed('2', '100 ml')), NO_ANSWERS);
    expect(cellsOf(moved).map(({ name, size_ml, stock }) => [name, size_ml, stock])).toEqual([
      ['Oud', '50', '4'],
      ['Oud', '100', '4'],
    ]);
    const box = (value: string) => ({ Handle: 'x', Title: 'Oud 50 ml', 'Option1 Value': value });
    const boxes = [box('Boxed'), box('Tester')].map((row) => ({ ...row, 'Variant Price': '9000' }));
    expect(cellsOf(await read(table(...boxes))).map(({ name }) => name)).toEqual([
      'Oud 50 ml, Boxed',
      'Oud 50 ml, Tester',
    ]);
  });

  it('may have a brand once, beside the first of its products', async () => {
    const rows = (...brands: string[]) => [
      ['Brand', 'Perfume', 'Price', 'Qty'],
      ...brands.map((brand, at) => [brand, at === 2 ? 'Armaf Club' : `Scent ${at}`, '9000', '1']),
    ];
    const brands = async (...given: string[]) =>
      cellsOf(await read(rows(...given))).map(({ brand }) => brand);
    expect(await brands('Lattafa', '', '', 'Rasasi', '')).toEqual([
      ...['Lattafa', 'Lattafa', 'Armaf', 'Rasasi', 'Rasasi'],
    ]);
    expect((await read(rows('Lattafa', ''))).notes).toEqual([
      { row: 3, text: "has no brand: 'Lattafa' of row 2 is taken" },
    ]);
    // Most products have their own brand, or neighbours share one: an empty cell is not part of a block.
    expect(await brands('Lattafa', 'Rasasi', 'Armaf', '')).toEqual([
      ...['Lattafa', 'Rasasi', 'Armaf', ''],
    ]);
    expect(await brands('Lattafa', 'Lattafa', '', '', '')).toEqual([
      ...['Lattafa', 'Lattafa', 'Armaf', '', ''],
    ]);
  });
});
