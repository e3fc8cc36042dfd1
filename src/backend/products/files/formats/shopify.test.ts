import { describe, expect, it } from 'vitest';
import { cellsOf, read, table } from '#backend/products/files/understanding/understand.harness.ts';

describe('Shopify', () => {
  const oud = {
    Handle: 'oud',
    Title: '',
    'Variant Price': '',
    'Option1 Name': '',
    'Option1 Value': '',
  };

  it('makes a product of each size, with the texts and pictures of the first row', async () => {
    const moved = await read(
      table(
        {
          ...oud,
          Title: 'Oud',
          'Body (HTML)':
            '<p>Dark &amp; <b>warm</b>.</p><ul><li>Ten hours</li></ul><script>x()</script>',
          Vendor: 'Maison Kano',
          Type: 'EDP',
          Tags: 'oud, evening',
          'Option1 Name': 'Size',
          'Option1 Value': '30 ml',
          'Variant Price': '38500.00',
          'Variant Compare At Price': '45000.00',
          'Variant Inventory Qty': '12',
          'Image Src': 'https://cdn.example/30.jpg',
          'Image Alt Text': 'The bottle',
        },
        {
          ...oud,
          'Option1 Value': '100 ml',
          'Variant Price': '89000',
          'Variant Inventory Qty': '-2',
        },
        { ...oud, 'Image Src': 'https://cdn.example/box.jpg' },
      ),
    );
    const shared = {
      name: 'Oud',
      brand: 'Maison Kano',
      concentration: 'Eau de Parfum',
      description: 'Dark & warm.\n• Ten hours',
      tags: ['oud', 'evening'],
      group: 'oud',
      pictures: ['https://cdn.example/30.jpg', 'https://cdn.example/box.jpg'],
      picture_alts: ['The bottle', ''],
    };
    expect(cellsOf(moved)).toEqual([
      { ...shared, id: 'oud-30-ml', size_ml: '30', price: '45000', discount: '6500', stock: '12' },
      { ...shared, id: 'oud-100-ml', size_ml: '100', price: '89000', discount: '', stock: '0' },
    ]);
    expect(moved).toMatchObject({ format: 'Shopify', rows: 3, taken: 3, leftOut: [], asks: [] });
  });

  it('keeps the address of a product without sizes, in any script', async () => {
    const one = {
      'Option1 Name': 'Title',
      'Option1 Value': 'Default Title',
      'Variant Price': '1',
      'Variant Inventory Qty': '1',
    };
    const moved = await read(
      table(
        { Handle: 'rose-de-zaria', Title: 'Rose de Zaria', ...one },
        { Handle: 'عود', Title: 'عود', ...one },
        { Handle: 'مسك', Title: 'مسك', ...one },
      ),
    );
    const ids = cellsOf(moved).map(({ id }) => id);
    expect(ids[0]).toBe('rose-de-zaria');
    expect(new Set(ids).size).toBe(3);
  });

  it('hides drafts, retires what is archived, and leaves out gift cards by name', async () => {
    const one = { Title: 'T', 'Variant Price': '1', 'Variant Inventory Qty': '1' };
    const moved = await read(
      table(
        { Handle: 'a', ...one, Status: 'draft', 'Gift Card': 'FALSE' },
        { Handle: 'b', ...one, Status: 'archived', 'Gift Card': 'FALSE' },
        { Handle: 'c', ...one, Status: 'active', 'Gift Card': 'TRUE' },
      ),
    );
    expect(cellsOf(moved).map(({ status }) => status)).toEqual(['hidden', 'retired']);
    expect(moved.leftOut).toEqual([{ row: 4, name: 'T', what: 'a gift card' }]);
  });

  it.each([
    ['as it is', (heading: string) => heading],
    ['in capitals', (heading: string) => heading.toUpperCase()],
    ['with underscores', (heading: string) => heading.replace(/[ -]/g, '_').toLowerCase()],
    ['with other signs', (heading: string) => ` ${heading.replaceAll('-', ' ')}* `],
  ])('reads the template of 2025, %s', async (_, spelled) => {
    const one = {
      Title: '',
      'URL handle': 'oud-wood',
      'Published on online store': '',
      Status: '',
      'Option1 name': '',
      'Option1 value': '50 ml',
      Price: '150000',
      'Compare-at price': '180000',
      'Inventory quantity': '4',
      'Continue selling when out of stock': 'CONTINUE',
      'Requires shipping': 'TRUE',
      'Product image URL': 'https://a.example/1.jpg',
      'Image alt text': '<b>The</b> bottle',
      'Variant image URL': '',
      'Gift card': 'FALSE',
    };
    const first = { ...one, Title: 'Oud', 'Option1 name': 'Size' };
    const rows = table(
      { ...first, 'Published on online store': 'TRUE', Status: 'Active' },
      { ...one, 'Option1 value': '100 ml', 'Inventory quantity': '0', 'Product image URL': '' },
      ...[
        ['Draft', 'FALSE', 'FALSE', 'TRUE'],
        ['Unlisted', 'TRUE', 'FALSE', 'TRUE'],
        ['Archived', 'FALSE', 'FALSE', 'TRUE'],
        ['Suspended', 'TRUE', 'FALSE', 'TRUE'],
        ['Active', 'FALSE', 'FALSE', 'TRUE'],
        ['Active', 'TRUE', 'TRUE', 'TRUE'],
        ['Active', 'TRUE', 'FALSE', 'FALSE'],
      ].map(([status = '', published = '', gift = '', shipped = ''], at) => ({
        ...first,
        ...{ 'URL handle': `x-${at}`, Status: status, 'Published on online store': published },
        ...{ 'Gift card': gift, 'Requires shipping': shipped },
      })),
    );
    const [head = [], ...rest] = rows;
    const moved = await read([head.map(spelled), ...rest]);
    expect(moved.format).toBe('Shopify');
    const [small, big, ...others] = cellsOf(moved);
    expect(small).toMatchObject({
      ...{ id: 'oud-wood-50-ml', size_ml: '50', price: '180000', discount: '30000', stock: '4' },
      ...{ pictures: ['https://a.example/1.jpg'], picture_alts: ['The bottle'] },
    });
    expect(big).toMatchObject({ id: 'oud-wood-100-ml', size_ml: '100', stock: '0' });
    expect([small, big].map((cells) => cells?.status)).toEqual([undefined, undefined]);
    const statuses = ['hidden', 'hidden', 'retired', 'hidden', 'hidden'];
    expect(others.map(({ status }) => status)).toEqual(statuses);
    expect(moved.leftOut.map(({ what }) => what)).toEqual([
      'a gift card',
      'nothing that is shipped',
    ]);
    expect(moved.addresses).toContainEqual(
      expect.objectContaining({ from: '/products/oud-wood', shows: { rows: [2, 3] } }),
    );
  });

  it('gives a size its own picture first, and never that of another size', async () => {
    const picture = (name: string) => `https://cdn.example/${name}.jpg`;
    const size = {
      ...oud,
      'Option1 Name': 'Size',
      'Variant Price': '1',
      'Variant Inventory Qty': '1',
    };
    const moved = await read(
      table(
        {
          ...size,
          Title: 'Oud',
          'Option1 Value': '30 ml',
          'Image Src': picture('small'),
          'Image Alt Text': 'Small',
          'Variant Image': picture('small'),
        },
        { ...size, 'Option1 Value': '50 ml', 'Image Src': picture('box') },
        {
          ...size,
          'Option1 Value': '100 ml',
          'Image Src': picture('big'),
          'Variant Image': picture('big'),
        },
      ),
    );
    expect(cellsOf(moved)).toMatchObject([
      { pictures: [picture('small'), picture('box')], picture_alts: ['Small', ''] },
      { pictures: [picture('box')] },
      { pictures: [picture('big'), picture('box')] },
    ]);
  });

  it('takes SKUs as ids, and names unchanged, only from a file that a Turare shop wrote', async () => {
    const one = {
      Title: 'Lattafa Asad 100ml EDP',
      'Variant SKU': 'asad',
      'Variant Price': '1',
      'Variant Inventory Qty': '1',
    };
    const ours = 'SKU is (product.metafields.turare.sku_is)';
    const moved = await read(
      table({ Handle: 'x', ...one, [ours]: '' }, { Handle: 'y', ...one, [ours]: 'id' }),
    );
    expect(cellsOf(moved)).toMatchObject([
      { id: 'x', name: 'Lattafa Asad', size_ml: '100' },
      { id: 'asad', name: 'Lattafa Asad 100ml EDP' },
    ]);
    expect(moved.unread).toEqual([]);
  });

  it('takes its own discount column while the prices agree, and otherwise the prices', async () => {
    const one = {
      Title: 'Oud',
      'Variant Inventory Qty': '1',
      'Discount (product.metafields.turare.discount)': '10%',
      'Discount ends (product.metafields.turare.discount_until)': '2126-12-24',
    };
    const prices = [
      ['90', '100'],
      ['80', '100'],
      ['100', ''],
    ] as const;
    const moved = await read(
      table(
        ...prices.map(([price, full], at) => ({
          Handle: `oud-${at}`,
          ...one,
          'Variant Price': price,
          'Variant Compare At Price': full,
        })),
      ),
    );
    const [same, changed, off] = cellsOf(moved);
    expect(same).toMatchObject({ price: '100', discount: '10%', discount_until: '2126-12-24' });
    expect(changed).toMatchObject({ price: '100', discount: '20' });
    expect(changed).not.toHaveProperty('discount_until');
    // Shopify has no price for a discount outside its days.
    expect(off).toMatchObject({ price: '100', discount: '10%', discount_until: '2126-12-24' });
  });
});
