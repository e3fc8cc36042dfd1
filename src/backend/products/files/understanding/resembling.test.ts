import { describe, expect, it } from 'vitest';
import { questionOf } from './questions.ts';
import { ALL, read, table } from './understand.harness.ts';

const programs = async (...records: Record<string, string>[]) => {
  const { asks } = await read(table(...records));
  return asks.filter(({ kind }) => kind === 'program');
};

describe('a list that looks like the file of a program', () => {
  const price = { Price: '₦500', Qty: '1' };
  it.each([
    [
      'Shopify',
      {
        Title: 'Oud',
        ...price,
        'URL handle': 'oud',
        'Option1 name': 'Size',
        'Option1 value': '50 ml',
      },
      false,
    ],
    [
      'Shopify',
      { Title: 'Oud', Qty: '1', Handle: 'oud', 'Variant SKU': 'A', 'Option1 Value': '50 ml' },
      true,
    ],
    [
      'WooCommerce',
      {
        Name: 'Oud',
        ...price,
        Parent: 'x',
        'Attribute 1 name': 'Size',
        'Attribute 1 value(s)': '50 ml',
      },
      true,
    ],
    [
      'Magento',
      { name: 'Oud', ...price, store_view_code: 'en', attribute_set_code: 'x', url_key: 'oud' },
      true,
    ],
    [
      'Wix',
      { name: 'Oud', ...price, handleId: 'x', fieldType: 'Product', productOptionName1: 'x' },
      true,
    ],
    [
      'Etsy',
      {
        Title: 'Oud',
        ...price,
        'VARIATION 1 VALUES': '50 ml',
        'VARIATION 2 VALUES': 'x',
        IMAGE1: 'x',
      },
      false,
    ],
  ])('%s is asked about, and what it loses is named: %#', async (program, record, isAsked) => {
    const asks = await programs(record as Record<string, string>);
    expect(asks.map(({ about, rows }) => [about.split(':')[0], rows])).toEqual(
      isAsked ? [[program, [2]]] : [],
    );
  });

  it('is asked about if most of its columns are unknown', async () => {
    const many = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`Field ${at}`, 'x']));
    const [ask] = await programs({ Perfume: 'Oud', ...price, ...many });
    expect(questionOf({ kind: 'program', about: ask?.about ?? '', rows: [2], count: 1 })).toBe(
      "This looks like a file of another program, which the shop cannot read in full. It would leave out 'Field 0', 'Field 1', 'Field 2', 'Field 3', 'Field 4' and 4 more, and each size may become a product of its own. Import the rest?",
    );
    const empty = Object.fromEntries(Object.keys(many).map((heading) => [heading, '']));
    expect(await programs({ Perfume: 'Oud', ...price, ...empty })).toEqual([]);
    const list = {
      'S/N': '1',
      Perfume: 'Oud',
      ...price,
      Shelf: 'A',
      Barcode: '1',
      Cost: '2',
      SKU: 'A',
    };
    expect(await programs(list)).toEqual([]);
  });

  it('is read once the merchant has said so', async () => {
    const wix = {
      name: 'Oud',
      ...price,
      handleId: 'x',
      fieldType: 'Product',
      productOptionName1: 'x',
    };
    const { asks, products } = await read(table(wix), { ...ALL, program: 'list' });
    expect([asks, products.length]).toEqual([[], 1]);
  });
});
