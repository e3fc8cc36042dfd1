import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRow } from '#backend/products/fields/rows.ts';
import { FORMATS } from '#backend/products/files/formats/index.ts';
import { type Judged, judgeTwins } from '#backend/products/files/import/twins.ts';
import { type Answers, NO_ANSWERS } from './answers.ts';
import { optionsOf } from './recognise.ts';
import { ALL, cellsOf, read, table } from './understand.harness.ts';

it('PrestaShop: a discount in per cent with its days, lists with semicolons', async () => {
  const moved = await read(
    table({
      'Active (0/1)': '1',
      'Name *': 'Néroli',
      'URL rewritten': 'Neroli-d-Ogun',
      'Categories (x;y;z...)': 'Women;Niche',
      'Price tax excluded or Price tax included': '39000.000000',
      'Discount percent': '15',
      'Discount from (yyyy-mm-dd)': '2026-12-01',
      'Discount to (yyyy-mm-dd)': '0000-00-00',
      Quantity: '3',
      'Image URLs (x;y;z...)': 'https://a.example/1.jpg;https://a.example/2.jpg',
    }),
  );
  expect(cellsOf(moved)).toMatchObject([
    {
      id: 'neroli-d-ogun',
      categories: ['Women', 'Niche'],
      price: '39000',
      discount: '15%',
      discount_starts: '2026-12-01',
      pictures: ['https://a.example/1.jpg', 'https://a.example/2.jpg'],
    },
  ]);
  expect(cellsOf(moved)[0]).not.toHaveProperty('discount_until');
});

it('Etsy: another currency is asked about, then converted and rounded', async () => {
  const rose = table({
    TITLE: 'Rose',
    CURRENCY_CODE: 'GBP',
    QUANTITY: '9',
    PRICE: '12.50',
    TAGS: 'rose_attar,gift_for_her',
    IMAGE1: 'https://i.example/1.jpg',
    IMAGE2: 'https://i.example/2.jpg',
  });
  const asked = await read(rose, { ...ALL, rates: new Map() });
  expect(asked).toMatchObject({
    products: [],
    asks: [{ kind: 'currency', about: 'GBP', rows: [2] }],
  });
  expect(cellsOf(await read(rose))).toMatchObject([
    {
      price: '26500',
      tags: ['rose attar', 'gift for her'],
      pictures: ['https://i.example/1.jpg', 'https://i.example/2.jpg'],
    },
  ]);
});

it('Square: the currency of the heading, and a price that is a word or missing', async () => {
  const sizes = table(
    {
      'Item Name': 'Tobacco',
      'Variation Name': '10 ml',
      'Item ID': 'A',
      'Price (NGN)': '₦15,000.00',
    },
    {
      'Item Name': 'Tobacco',
      'Variation Name': '30 ml',
      'Item ID': 'A',
      'Price (NGN)': 'variable',
    },
    { 'Item Name': 'Tobacco', 'Variation Name': '50 ml', 'Item ID': 'A' },
  );
  expect(await read(sizes, NO_ANSWERS)).toMatchObject({
    products: [],
    asks: [
      { kind: 'stock', about: '', rows: [2, 3, 4] },
      { kind: 'price', about: 'variable', rows: [3] },
      { kind: 'price', about: '', rows: [4] },
    ],
  });
  const moved = await read(sizes);
  expect(cellsOf(moved)).toMatchObject([{ id: 'tobacco-10-ml', price: '15000', stock: '5' }]);
  expect(moved.leftOut).toEqual([
    { row: 3, name: 'Tobacco', what: "without a price: 'variable'" },
    { row: 4, name: 'Tobacco', what: 'without a price' },
  ]);
});

it('Square: a product of one size, which Square calls Regular', async () => {
  const one = { 'Item Name': 'Tobacco', 'Variation Name': 'Regular', Price: '15000' };
  const [cells] = cellsOf(await read(table(one)));
  expect(cells).toMatchObject({ name: 'Tobacco', price: '15000' });
  expect(cells).not.toHaveProperty('size_ml');
});

it('Square: sizes by the name of their product, what is archived or off everywhere, and no services', async () => {
  const one = {
    ...{ Token: '1', 'Item Name': 'Tobacco', 'Variation Name': '10 ml', Price: '15000' },
    ...{ 'Item Type': 'Physical good', Archived: 'N', Sellable: 'Y', 'Online Sale Price': '' },
    ...{ 'Enabled Ikeja': 'N', 'Enabled Yaba': 'Y', 'Current Quantity Yaba': '4' },
  };
  const moved = await read(
    table(
      one,
      { ...one, Token: '2', 'Variation Name': '30 ml' },
      { ...one, Token: '3', 'Item Name': 'Old', Archived: 'Y' },
      { ...one, Token: '4', 'Item Name': 'Off', 'Enabled Yaba': 'N' },
      { ...one, Token: '5', 'Item Name': 'Delivery', 'Item Type': 'Service' },
    ),
  );
  expect(cellsOf(moved).map(({ id, group, status }) => [id, group, status])).toEqual([
    ['tobacco-10-ml', 'tobacco', undefined],
    ['tobacco-30-ml', 'tobacco', undefined],
    ['', undefined, 'retired'],
    ['', undefined, 'hidden'],
  ]);
  expect(moved.leftOut).toEqual([
    { row: 6, name: 'Delivery', what: 'a product that is not shipped' },
  ]);
});

it.each([
  ['Price ($)', '95', 'USD'],
  ['Price £', '95', 'GBP'],
  ['Price (€)', '95', 'EUR'],
  ['Selling price (USD)', '95', 'USD'],
  ['USD price', '95', 'USD'],
  ['Price in dollars', '95', 'USD'],
  ['Price', '25 000 FCFA', 'XOF'],
  ['Price', 'Rs. 500', 'INR'],
])('asks for the rate of %s: %s', async (heading, price, currency) => {
  const rows = table({ Perfume: 'Oud', [heading]: price, Qty: '1' });
  const { asks, products } = await read(rows, { ...ALL, rates: new Map() });
  expect([asks, products]).toEqual([[{ kind: 'currency', about: currency, rows: [2] }], []]);
  const rated = await read(rows, { ...ALL, round: 1, rates: new Map([[currency, 10]]) });
  expect(cellsOf(rated)).toMatchObject([
    { price: String(Number.parseInt(price.replace(/[^0-9]/g, ''), 10) * 10) },
  ]);
});

it.each([
  ['Price (₦)', ['95'], []],
  ['Price N', ['95'], []],
  ['Price', ['₦38,500', '25k'], []],
  ['Price', ['38,500', '25k'], [{ kind: 'money', about: 'NGN', rows: [2, 3] }]],
  ['Price', ['38,500', '95'], [{ kind: 'money', about: '', rows: [2, 3] }]],
  [
    'Price',
    ['$95', '95'],
    [
      { kind: 'currency', about: 'USD', rows: [2] },
      { kind: 'money', about: '', rows: [3] },
    ],
  ],
])('asks which currency a file means that names none: %s, %j', async (heading, prices, asks) => {
  const rows = table(
    ...prices.map((price, at) => ({ Perfume: `Oud ${at}`, [heading]: price, Qty: '1' })),
  );
  expect((await read(rows, { rates: new Map(), round: 1 })).asks).toEqual(asks);
});

it('takes the naira price of two', async () => {
  const rows = table({ Perfume: 'Oud', 'Price ($)': '95', 'Price (₦)': '150000', Qty: '1' });
  expect(cellsOf(await read(rows))).toMatchObject([{ price: '150000' }]);
});

it('asks for the currency of Shopify and WooCommerce, whose files name none', async () => {
  const shopify = {
    Handle: 'oud',
    Title: 'Oud',
    'Variant Price': '95',
    'Variant Inventory Qty': '1',
  };
  const woo = {
    'Visibility in catalog': 'visible',
    'In stock?': '1',
    Stock: '1',
    'Regular price': '95',
    Name: 'Oud',
    ID: '1',
  };
  for (const one of [shopify, woo]) {
    const { asks } = await read(table(one), NO_ANSWERS);
    expect(asks).toEqual([{ kind: 'money', about: '', rows: [2] }]);
  }
});

it('a program may sell what is called a total', async () => {
  const total = {
    Handle: 'total',
    Title: 'Total Eclipse',
    'Variant Price': '1',
    'Variant Inventory Qty': '1',
  };
  expect(cellsOf(await read(table(total)))).toMatchObject([{ id: 'total', name: 'Total Eclipse' }]);
});

it('pictures of the shop itself need no answer', async () => {
  const one = {
    Handle: 'oud',
    Title: 'Oud',
    'Variant Price': '1',
    'Variant Inventory Qty': '1',
    'Image Src': 'https://own.example/a.jpg',
  };
  const rows = table(one, { ...one, Handle: 'musk', 'Image Src': 'https://other.example/a.jpg' });
  const NGN = { ...NO_ANSWERS, currency: 'NGN' };
  const asked = await read(rows, NGN, isOwnPicture);
  expect(asked.asks).toEqual([{ kind: 'pictures', about: 'other.example', rows: [3] }]);
  const left = await read(rows, { ...NGN, pictures: 'leave' }, isOwnPicture);
  expect(cellsOf(left).map(({ pictures }) => pictures)).toEqual([
    ['https://own.example/a.jpg'],
    undefined,
  ]);
  const fetched = await read(rows, { ...NGN, pictures: 'fetch' }, isOwnPicture);
  expect(fetched.pictureHosts).toEqual(['other.example']);
});
const isOwnPicture = (address: string) => address.startsWith('https://own.example/');

describe('a list of one’s own', () => {
  it('finds its headings below titles, reads names and prices as people write them, and leaves the total out', async () => {
    const moved = await read([
      ['PRICE LIST'],
      ['S/N', 'Perfume', 'Selling Price', 'Qty', 'Notes'],
      ['1', 'Lattafa Asad 100ml EDP', '₦38,500', '12', 'Pepper, tobacco'],
      ['2', 'Lattafa Asad 50ml', '345k', 'Available', ''],
      ['3', 'Tom Ford Oud Wood (tester)', '48,500/=', 'sold out', ''],
      ['', 'TOTAL', '', '15', ''],
    ]);
    expect(cellsOf(moved)).toMatchObject([
      {
        id: 'lattafa-asad-100-ml',
        brand: 'Lattafa',
        name: 'Lattafa Asad',
        concentration: 'Eau de Parfum',
        size_ml: '100',
        price: '38500',
        stock: '12',
        tags: ['Pepper', 'tobacco'],
        group: 'lattafa-asad',
      },
      { id: 'lattafa-asad-50-ml', size_ml: '50', price: '345000', stock: '5' },
      { id: '', brand: 'Tom Ford', name: 'Tom Ford Oud Wood (tester)', price: '48500', stock: '0' },
    ]);
    expect(moved).toMatchObject({
      unread: ['S/N'],
      leftOut: [{ row: 6, what: 'a line of totals' }],
    });
  });

  it.each([
    ['French', ['Désignation', 'Marque', 'Contenance', 'Prix (FCFA)', 'Qté', 'Photo']],
    ['Arabic', ['اسم العطر', 'الماركة', 'الحجم', 'السعر (FCFA)', 'الكمية', 'الصورة']],
  ])('may have its headings in %s', async (_, headings) => {
    const moved = await read([headings, ['Asad', 'Lattafa', '100 ml', '25000', '3', '']], {
      ...ALL,
      rates: new Map([['XOF', 2]]),
    });
    expect(moved).toMatchObject({ unread: [], asks: [] });
    expect(cellsOf(moved)).toMatchObject([
      { name: 'Asad', brand: 'Lattafa', size_ml: '100', price: '50000', stock: '3' },
    ]);
  });

  it('asks about a doubled size, and takes the third one', async () => {
    const asad = (size: string, price: string) => ({
      Perfume: 'Asad',
      Size: size,
      Price: price,
      Qty: '1',
    });
    const rows = table(asad('50ml', '1'), asad('50ml', '2'), asad('100ml', '3'));
    const moved = await read(rows);
    const products = moved.products.map(({ row, cells }) => readRow(row, cells));
    const judged: Judged[] = await Readable.from(judgeTwins(Readable.from(products))).toArray();
    const asked = judged.flatMap((one) => ('twin' in one ? one.twin : []));
    expect(asked).toMatchObject([2, 3].map((row) => ({ row, about: 'Asad' })));
    expect(judged.at(-1)).toMatchObject({ edit: { row: 4, id: 'asad-100-ml' } });
    expect([moved.rows, moved.taken]).toEqual([3, 3]);
    expect(moved.takenBut(new Set(asked.map(({ row }) => row)))).toBe(1);
  });

  it.each([
    [{ Price: '50000', 'Sale price': '40000' }, '50000', '10000'],
    [{ 'Sale price': '40000', Price: '50000' }, '50000', '10000'],
    [{ sale_price: '40000', regular_price: '50000' }, '50000', '10000'],
    [{ 'Old price': '50000', new_price: '40000' }, '50000', '10000'],
    [{ 'Sale price': '40000' }, '40000', undefined],
    [{ 'Promo Price': '40000', 'Selling Price': '50000' }, '50000', '10000'],
    [{ Amount: '3', 'Unit price': '50000' }, '50000', undefined],
    [{ Price: '50000', Discount: '15%' }, '50000', '15%'],
    [{ Price: '50000', Discount: '15' }, '50000', '15%'],
    [{ Price: '50000', Discount: '5000' }, '50000', '5000'],
    [{ 'Price ($)': '500', Discount: '150' }, '800000', '240000'],
    [{ Price: '50000', 'Discount (₦)': '5000' }, '50000', '5000'],
    [{ Price: '50000', 'Sale price': '' }, '50000', ''],
    [{ Price_NGN: '50000', SalePrice_NGN: '40000' }, '50000', '10000'],
    [{ 'Standard Price': '50000', 'Sale Price': '40000' }, '50000', '10000'],
  ])('reads the prices of %j', async (prices, price, discount) => {
    const moved = await read(table({ Perfume: 'Oud', Qty: '1', ...(prices as object) }));
    expect(cellsOf(moved).map((cells) => [cells.price, cells.discount])).toEqual([
      [price, discount],
    ]);
  });

  it('says which columns it does not read, also a second one for the same field', async () => {
    const rows = table({
      Perfume: 'Oud',
      Amount: '7',
      'Unit price': '50000',
      Qty: '1',
      Shelf: 'A3',
    });
    const { unread } = await read([
      ...rows.map((cells, at) => [...cells, at === 0 ? '' : 'promo']),
      ['Musk', '7', '60000', '1', 'A4', ''],
    ]);
    expect(unread).toEqual(['Amount', 'Shelf', 'Column F (without a heading)']);
  });

  it('says which columns have no effect, whatever the merchant calls them', async () => {
    const [headings = [], ...rows] = table({
      Perfume: 'Oud',
      Price: '50000',
      Qty: '1',
      SKU: 'O-1',
      ID: '17',
      Barcode: '6001',
      Of: 'Oud Royal',
      Link: 'https://old.example/p/oud',
    });
    const columns = [
      ['barcode', 'ean'],
      ['of', 'parent'],
      ['link', 'address'],
    ] as const;
    const { unread, addresses, products } = await read(
      [headings, ...rows],
      ALL,
      undefined,
      new Map(columns),
    );
    expect(unread).toEqual(['ID', 'Barcode', 'Of']);
    expect(products).toMatchObject([{ cells: { sku: 'O-1' } }]);
    expect(addresses).toEqual([{ row: 2, from: '/p/oud', shows: { rows: [2] } }]);
  });

  it('joins the lists of several columns, and knows headings with underscores', async () => {
    const one = {
      product_name: 'Oud',
      Price: '1',
      Qty: '1',
      top_notes: 'Rose',
      Category: 'Men',
      Gender: 'Unisex',
    };
    expect(cellsOf(await read(table(one)))).toMatchObject([
      { name: 'Oud', notes_top: ['Rose'], categories: ['Men', 'Unisex'] },
    ]);
  });

  it('says what it cannot read of a discount or a sale', async () => {
    const one = {
      Perfume: 'Oud',
      Price: '100',
      'Sale price': '120',
      Discount: 'Buy 1 get 1',
      Qty: '1',
    };
    const { notes } = await read(table(one));
    expect(notes.map(({ text }) => text)).toEqual([
      "has the discount 'Buy 1 get 1', which is not read",
      'has a sale price of 120, which is above the price: it is not read',
    ]);
  });

  it('asks everything at once', async () => {
    const rows = table(
      { Product: 'Oud', Price: 'Call', Qty: 'Available', Tags: 'a, b' },
      { Product: 'Musk', Price: '$5', Qty: '1', Tags: '' },
    );
    const { asks, products } = await read(rows, NO_ANSWERS);
    expect(products).toEqual([]);
    expect(asks.map(({ kind }) => kind).toSorted()).toEqual([
      'commas',
      'currency',
      'price',
      'stock',
    ]);
  });

  it('asks what a comma means', async () => {
    const notes = table({ Product: 'Oud', Price: '1', Qty: '1', Tags: 'a, b' });
    const asked = await read(notes, { ...ALL, commas: undefined } as unknown as Answers);
    expect(asked.asks).toEqual([{ kind: 'commas', about: 'tags', rows: [2] }]);
    const kept = await read(notes, { ...ALL, commas: 'keep' });
    expect(cellsOf(kept)).toMatchObject([{ tags: ['a, b'] }]);
  });
});

describe('old addresses', () => {
  const one = { 'Variant Price': '1', 'Variant Inventory Qty': '1' };
  const woo = { 'Visibility in catalog': 'visible', 'In stock?': '1', 'Regular price': '1' };
  const presta = {
    'Active (0/1)': '1',
    'Name *': 'Néroli',
    'URL rewritten': 'neroli',
    'Price tax included': '1',
    Quantity: '1',
  };
  const CASES: [string, Record<string, string>[], [from: string, shows: string][]][] = [
    [
      'Shopify: the handle, in any script, and the collections of type, tags and vendor',
      [
        { Handle: 'عود', Title: 'Oud', Vendor: 'Maison Kano', Type: 'Oils & Attars', ...one },
        { Handle: 'musk', Title: 'Musk', Tags: "Men's, Gift Set", ...one },
      ],
      [
        ['/products/%D8%B9%D9%88%D8%AF', 'rows 2'],
        ['/collections/oils-attars', 'Oils & Attars'],
        ['/collections/maison-kano', 'Maison Kano'],
        ['/products/musk', 'rows 3'],
        ['/collections/mens', "Men's"],
        ['/collections/gift-set', 'Gift Set'],
      ],
    ],
    [
      'WooCommerce: the name, and categories with those above them',
      [{ ID: '7', Name: 'Rose & Oud', Categories: 'Perfume > Women &amp; Girls', ...woo }],
      [
        ['/product/rose-oud/', 'rows 2'],
        ['/product-category/perfume/', 'Perfume'],
        ['/product-category/perfume/women-girls/', 'Women & Girls'],
      ],
    ],
    [
      'WooCommerce: a column of a plug-in comes before the name',
      [
        { ID: '7', Name: 'Rose', Slug: 'rose-2', Permalink: '', ...woo },
        { ID: '8', Name: 'Oud', Permalink: 'https://old.example/shop/oud-%d8%b9/?a=b', ...woo },
        { ID: '9', Name: 'Musk', Permalink: 'https://old.example/?product=musk', ...woo },
      ],
      [
        ['/product/rose-2/', 'rows 2'],
        ['/shop/oud-%D8%B9/', 'rows 3'],
        ['/product/musk/', 'rows 4'],
      ],
    ],
    [
      'WooCommerce: the sizes of one product, without those that are left out',
      [
        { ID: '7', Name: 'Amber', ...woo, 'Regular price': '' },
        { ID: '8', Name: 'Amber - 30 ml', Parent: 'id:7', ...woo, 'Regular price': '' },
        { ID: '9', Name: 'Amber - 50 ml', Parent: 'id:7', ...woo },
      ],
      [['/product/amber/', 'rows 4']],
    ],
    [
      'PrestaShop: number and name, in the folder of the first category, with a barcode',
      [
        { 'Product ID': '12', ...presta, 'Categories (x,y,z...)': 'Women;Niche', EAN13: '376' },
        { 'Product ID': '', ...presta, 'Categories (x,y,z...)': '', EAN13: '' },
      ],
      [
        ['/12-neroli.html', 'rows 2'],
        ['/women/12-neroli.html', 'rows 2'],
        ['/women/12-neroli-376.html', 'rows 2'],
      ],
    ],
    ['Square: none', [{ 'Item Name': 'Oud', 'Variation Name': 'Regular', Price: '1' }], []],
  ];
  it.each(CASES)('%s', async (_, records, wanted) => {
    const { addresses } = await read(table(...records));
    const shown = addresses.map(({ from, shows }) => [
      from,
      'name' in shows ? shows.name : `rows ${shows.rows.join(', ')}`,
    ]);
    expect(shown).toEqual(wanted);
  });
});

it('WooCommerce: a size may stand above its product', async () => {
  const head = { 'Visibility in catalog': 'visible', 'In stock?': '1', 'Attribute 1 name': 'Size' };
  const size = (id: string, ml: string) => ({
    ...{ ID: id, SKU: '', Name: `Amber - ${ml}`, Parent: 'AMB', 'Regular price': '5' },
    ...{ ...head, 'Attribute 1 value(s)': ml },
  });
  const amber = { ID: '7', SKU: 'AMB', Name: 'Amber', Parent: '', 'Regular price': '' };
  const moved = await read(
    table(
      size('8', '50 ml'),
      { ...amber, ...head, 'Attribute 1 value(s)': '' },
      size('9', '100 ml'),
    ),
  );
  expect(cellsOf(moved)).toMatchObject([
    { name: 'Amber', size_ml: '50' },
    { name: 'Amber', size_ml: '100' },
  ]);
});

it('a product whose sizes have no price is left out whole', async () => {
  const head = { 'Visibility in catalog': 'visible', 'In stock?': '1', 'Regular price': '' };
  const moved = await read(
    table(
      { ID: '7', SKU: 'AMB', Name: 'Amber', Parent: '', ...head },
      { ID: '8', SKU: '', Name: 'Amber - 50 ml', Parent: 'AMB', ...head },
    ),
  );
  expect(moved).toMatchObject({ rows: 2, taken: 0, asks: [] });
  expect(moved.leftOut.map(({ row, what }) => [row, what])).toEqual([
    [2, 'a product without sizes to sell'],
    [3, 'without a price'],
  ]);
});

it('a product that is asked about is not left out, too', async () => {
  const one = table({ Product: 'Oud', Price: '100', Qty: 'Available' });
  const { stock: _, ...answers } = ALL;
  expect(await read(one, answers)).toMatchObject({
    products: [],
    leftOut: [],
    asks: [{ kind: 'stock', about: 'Available', rows: [2] }],
  });
});

describe('any table', () => {
  const hostile = fc.oneof(
    fc.constantFrom(
      ...[
        '',
        '0',
        '-1',
        '1e9',
        '9'.repeat(40),
        '12.5',
        '1.234.567,8',
        '₦',
        'N',
        '$5',
        '5 EUR',
        'true',
        'FALSE',
        'draft',
        'TOTAL',
      ],
      ...[
        '=1+1',
        '<script>alert(1)</script>',
        '<p>&lt;b&gt;</p>',
        '&#0;',
        '\u0000',
        '\ud800',
        'id:1',
        'a > b > c',
        'x|y;z,w',
      ],
      ...[
        '50 ml',
        'Default Title',
        'https://a.example/x.jpg',
        'javascript:alert(1)',
        'عود',
        '2026-02-30',
        'x'.repeat(6000),
      ],
    ),
    fc.string({ unit: 'grapheme', maxLength: 30 }),
  );

  it('ends in products that an import takes, or in rows that are named', async () => {
    const headingsOf = (format: (typeof FORMATS)[number]) => {
      const { columns, marks, sizes, sku } = format;
      const all = [
        ...marks,
        ...Object.values(columns).flat(),
        ...optionsOf(format).flat(),
        ...[
          'Status',
          'Published',
          'Type',
          'Gift Card',
          'Requires shipping',
          'Archived',
          'Enabled Shop',
        ],
        ...(sizes?.as === 'list' ? sizes.columns : []),
        ...(sku ? [sku] : []),
      ];
      const written = all.map((heading) =>
        typeof heading === 'string' ? heading.split(' | ')[0] : WRITTEN[String(heading)],
      );
      return [...new Set(written.map((heading) => heading ?? ''))];
    };
    /** Headings that formats describe by patterns. */
    const WRITTEN: Record<string, string> = {
      '/^Price(?: \\((\\w{3})\\))?$/': 'Price (USD)',
    };
    const file = fc
      .constantFrom(...FORMATS)
      .chain((format) => {
        const headings = headingsOf(format).filter(Boolean);
        // With hostile prices and stocks alone, hardly any row would become a product.
        const cell = (heading: string) =>
          /price|stock|qty|quantity/i.test(heading)
            ? fc.oneof(hostile, fc.constantFrom('100', '3'))
            : hostile;
        const row = fc.tuple(...headings.map(cell));
        return fc.tuple(fc.constant(headings), fc.array(row, { maxLength: 8 }));
      })
      .map(([headings, rows]) => [headings, ...rows]);
    await fc.assert(
      fc.asyncProperty(file, fc.constantFrom(ALL, NO_ANSWERS), async (rows, answers) => {
        const moved = await read(rows, answers);
        const asked = new Set(
          moved.asks
            .filter(({ kind }) => kind !== 'pictures' && kind !== 'known')
            .flatMap((ask) => ask.rows),
        );
        expect(moved.rows).toBe(rows.length - 1);
        // In the contract's form.
        for (const { from } of moved.addresses) expect(from).toMatch(/^(?:\/[\w%.~-]+)+\/?$/);
        const named = moved.rows - moved.taken - moved.leftOut.length;
        expect(named).toBeGreaterThanOrEqual(0);
        if (asked.size === 0) expect(named).toBe(0);
        for (const { row, cells } of moved.products) {
          const one = readRow(row, cells);
          if (!one.ok)
            expect(one.faults.every((fault) => fault.row === row && fault.message !== '')).toBe(
              true,
            );
          else expect(JSON.stringify(one.edit.given)).not.toContain('<script');
        }
      }),
    );
  });
});
