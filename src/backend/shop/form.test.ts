import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHANGEABLE } from '#config/shop-changes.ts';
import { readShopFolder, shopFolder } from '#config/shop-folder.ts';
import { SHAPES } from './fact-shapes.ts';
import { formOf, readForm } from './form.ts';

const facts = readShopFolder(shopFolder(''));

it.each(CHANGEABLE)(
  'the form of %s holds all of it: sent as it is, it changes nothing',
  (field) => {
    const values = formOf(field, SHAPES[field], facts[field]);
    expect(readForm(field, SHAPES[field], values).value).toEqual(facts[field]);
  },
);

describe('a list in an order', () => {
  const shape = SHAPES.brands;
  const read = (values: Record<string, string>) => readForm('brands', shape, values).value;

  it('moves an entry to the position that is typed, and the others close up', () => {
    const names = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(names, fc.nat(), fc.nat(), (brands, one, other) => {
        const [from, to] = [one % brands.length, other % brands.length];
        const values = formOf('brands', shape, brands);
        values[`brands.${from + 1}.position`] = String(to + 1);
        const moved = brands.toSpliced(from, 1).toSpliced(to, 0, brands[from] ?? '');
        expect(read(values)).toEqual(moved);
      }),
    );
  });

  it('drops entries without text, and adds the one that is new', () => {
    const values = { ...formOf('brands', shape, ['Dior', 'Zara']), 'brands.1': ' ' };
    expect(read({ ...values, 'brands.3': 'Amouage' })).toEqual(['Zara', 'Amouage']);
    expect(read({ ...values, 'brands.3': 'Amouage', 'brands.3.position': '1' })).toEqual([
      'Amouage',
      'Zara',
    ]);
  });

  it('drops an entry whose box is ticked', () => {
    const values = formOf('brands', shape, ['Dior', 'Zara', 'Creed']);
    expect(read({ ...values, 'brands.2.gone': 'yes' })).toEqual(['Dior', 'Creed']);
  });

  it('knows which field of the form an entry came from', () => {
    const values = formOf('banners', SHAPES.banners, facts.banners);
    const { fieldOf } = readForm('banners', SHAPES.banners, {
      ...values,
      'banners.5.position': '1',
    });
    expect(fieldOf.get('banners.1.title')).toBe('banners.5.title');
    expect(fieldOf.get('banners.2.link.href')).toBe('banners.1.link.href');
  });
});

it('reads lines without empty ones, and leaves an invalid number to the schema', () => {
  expect(readForm('address', SHAPES.address, { address: ' 1 Allen\r\n\r\nIkeja ' }).value).toEqual([
    '1 Allen',
    'Ikeja',
  ]);
  const values = formOf('delivery', SHAPES.delivery, facts.delivery);
  const { value } = readForm('delivery', SHAPES.delivery, {
    ...values,
    'delivery.dispatchDays': 'two',
  });
  expect(value).toMatchObject({ dispatchDays: 'two', cutOff: facts.delivery.cutOff });
});

it('an empty promo is no promo', () => {
  expect(readForm('promo', SHAPES.promo, { promo: ' ' }).value).toBe(null);
});
