import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { salePriceKobo } from '#domain/money/price.ts';
import { currentPrice, oneLine, productRecord, type Recorded } from './product-record.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const product: Recorded = {
  id: 'tom-ford-oud-wood',
  name: 'Tom Ford Oud Wood',
  price: 45_000.5,
  description: 'Rosewood.\n\nThen oud.',
  qtyAvailable: 3,
  createdAt: '2026-01-01T00:00:00Z',
};
const record = (changes: Partial<Recorded> = {}) =>
  productRecord(
    { ...product, ...changes },
    { url: 'https://shop.example/products/a', pictures: [], now: NOW },
  );

describe('the record of a product', () => {
  it('has the price in kobo and the texts on one line', () => {
    expect(record()).toMatchObject({
      title: 'Tom Ford Oud Wood',
      description: 'Rosewood. Then oud.',
      price: 4_500_050,
      sale: undefined,
      inStock: true,
      brand: undefined,
    });
    expect(record({ qtyAvailable: 0 }).inStock).toBe(false);
  });

  it('uses the name if the merchant wrote no description', () => {
    expect(record({ description: ' \n ' }).description).toBe('Tom Ford Oud Wood');
  });

  it('has a sale while a discount lowers the price', () => {
    const off = (discount: Recorded['discount']) => record({ discount }).sale;
    expect(off({ type: 'percentage', amount: 10, expiresAt: '2026-12-01T00:00:00Z' })).toEqual({
      price: 4_050_045,
      until: '2026-12-01T00:00:00Z',
    });
    expect(off({ type: 'fixed', amount: 5000.5 })).toEqual({ price: 4_000_000, until: undefined });
    expect(off({ type: 'fixed', amount: 0 })).toBeUndefined();
    expect(off({ type: 'fixed', amount: 1, expiresAt: '2026-11-21T11:59:59Z' })).toBeUndefined();
  });

  it('always costs what the page says', () => {
    const discount = fc.record({
      type: fc.constantFrom('fixed' as const, 'percentage' as const),
      amount: fc.integer({ min: 0, max: 20_000_000 }).map((hundredths) => hundredths / 100),
      expiresAt: fc.option(fc.constantFrom('2026-11-21T11:59:59Z', '2026-11-21T12:00:01Z')),
    });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e9 }), fc.option(discount), (kobo, cut) => {
        const priced = { price: kobo / 100, discount: cut };
        expect(currentPrice(record(priced))).toBe(salePriceKobo(priced, NOW));
      }),
    );
  });
});

it('turns any text into one line that XML accepts', () => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML 1.0 refuses
  const REFUSED = /[\u0000-\u001f\ufffe\uffff]/;
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const line = oneLine(text);
      expect(line).not.toMatch(REFUSED);
      expect(line.isWellFormed()).toBe(true);
      expect(oneLine(line)).toBe(line);
    }),
  );
  expect(oneLine('a\u0000b\ud800\r\n c')).toBe('a b\ufffd c');
});
