import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatNaira, toKobo, toNaira } from './money.ts';

it('writes naira as shoppers read them', () => {
  expect(formatNaira(12_500)).toBe('₦12,500');
  expect(formatNaira(12_500.5)).toBe('₦12,500.50');
  expect(formatNaira(1_234_567.5)).toBe('₦1,234,567.50');
  expect(formatNaira(0)).toBe('₦0');
});

it('loses no kobo between naira and kobo', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000_000 }), (kobo) => {
      expect(toKobo(toNaira(kobo))).toBe(kobo);
    }),
  );
});

it('writes any whole number of kobo as Intl does', () => {
  const intl = new Intl.NumberFormat('en-NG', {
    style: 'currency',
    currency: 'NGN',
    trailingZeroDisplay: 'stripIfInteger',
  });
  fc.assert(
    fc.property(fc.integer({ min: -1e14, max: 1e14 }), (kobo) => {
      expect(formatNaira(toNaira(kobo))).toBe(intl.format(toNaira(kobo)));
    }),
  );
});

it('shows the price that toKobo charges, when an amount has parts of a kobo', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1e9, noNaN: true }), (amount) => {
      expect(formatNaira(amount)).toBe(formatNaira(toNaira(toKobo(amount))));
    }),
  );
});
