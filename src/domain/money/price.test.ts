import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { discountBadge } from './discount-badge.ts';
import { type isDiscountActive, salePrice, salePriceKobo } from './price.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const before = '2026-11-21T11:59:59.999Z';
const after = '2026-11-21T12:00:00.001Z';
const kobo = fc.integer({ min: 0, max: 100_000_000_000 });

describe('sale price (spec §9)', () => {
  it.each([
    [{ price: 12_500 }, 12_500],
    [{ price: 12_500, discount: { type: 'fixed', amount: 2500.5 } as const }, 9999.5],
    [{ price: 12_500, discount: { type: 'percentage', amount: 15 } as const }, 10_625],
    // A discount of half a kobo is rounded up, in the shopper's favour: 15 % of ₦99.99 is ₦14.9985.
    [{ price: 99.99, discount: { type: 'percentage', amount: 15 } as const }, 84.99],
    [{ price: 0.05, discount: { type: 'percentage', amount: 50 } as const }, 0.02],
    [{ price: 1234.56, discount: { type: 'percentage', amount: 12.5 } as const }, 1080.24],
    [{ price: 5000, discount: { type: 'fixed', amount: 9000 } as const }, 0],
    [{ price: 5000, discount: { type: 'percentage', amount: 140 } as const }, 0],
    [{ price: 5000, discount: { type: 'fixed', amount: 0 } as const }, 5000],
    [{ price: 5000, discount: null }, 5000],
  ])('%j costs %d', (product, paid) => {
    expect(salePrice(product, NOW)).toBe(paid);
  });

  it('gives the full price once the discount has expired', () => {
    const off = (expiresAt: string) => ({
      price: 1000,
      discount: { type: 'fixed', amount: 100, expiresAt } as const,
    });
    expect(salePrice(off(before), NOW)).toBe(1000);
    expect(salePrice(off(after), NOW)).toBe(900);
    expect(salePrice(off(new Date(NOW).toISOString()), NOW)).toBe(900);
  });

  it('is a whole number of kobo from zero to the full price, for any discount', () => {
    const discount = fc.record({
      type: fc.constantFrom('fixed' as const, 'percentage' as const),
      amount: fc.integer({ min: 0, max: 20_000_000 }).map((hundredths) => hundredths / 100),
    });
    fc.assert(
      fc.property(kobo, discount, (price, cut) => {
        const paid = salePriceKobo({ price: price / 100, discount: cut }, NOW);
        expect(Number.isInteger(paid)).toBe(true);
        expect(paid).toBeGreaterThanOrEqual(0);
        expect(paid).toBeLessThanOrEqual(price);
      }),
    );
  });
});

describe('discount badge (spec §2)', () => {
  it('names the per cent or the naira, and nothing for a discount that does not count', () => {
    const badge = (discount: Parameters<typeof isDiscountActive>[0]) =>
      discountBadge({ price: 1000, discount }, NOW);
    expect(badge({ type: 'percentage', amount: 15 })).toBe('-15%');
    expect(badge({ type: 'fixed', amount: 5000 })).toBe('-₦5,000');
    expect(badge({ type: 'fixed', amount: 5000, expiresAt: before })).toBeNull();
    expect(badge(null)).toBeNull();
  });
});
