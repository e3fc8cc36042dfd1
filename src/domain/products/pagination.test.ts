import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageCount, pageWindow } from './pagination.ts';

describe('pagination (spec §2)', () => {
  it.each([
    [1, 1, []],
    [1, 3, [1, 2, 3]],
    [1, 9, [1, 2, 3, 'gap', 9]],
    [5, 9, [1, 'gap', 3, 4, 5, 6, 7, 'gap', 9]],
    [4, 9, [1, 2, 3, 4, 5, 6, 'gap', 9]],
    [9, 9, [1, 'gap', 7, 8, 9]],
  ])('page %d of %d shows %j', (current, pages, shown) => {
    expect(pageWindow(current, pages)).toEqual(shown);
  });

  it('always shows the first, the last, the current page and two each side', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 300 }),
        fc.integer({ min: 1, max: 300 }),
        (pages, wanted) => {
          const current = Math.min(wanted, pages);
          const shown = pageWindow(current, pages);
          for (const page of [1, pages, current, current - 2, current + 2]) {
            if (page >= 1 && page <= pages) expect(shown).toContain(page);
          }
          const numbers = shown.filter((entry) => entry !== 'gap');
          expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
          expect(shown.length).toBeLessThanOrEqual(9);
        },
      ),
    );
  });
});

it('uses the given number of pages, else the total, else 1 with products and 0 without (spec §4)', () => {
  expect(pageCount({ totalPages: 3, total: 9, products: [] })).toBe(3);
  expect(pageCount({ total: 101, products: [] })).toBe(3);
  expect(pageCount({ products: [1] })).toBe(1);
  expect(pageCount({ products: [] })).toBe(0);
});

describe('counts the pages of a backend that', () => {
  const products = (count: number) => Array.from({ length: count });

  it('counts nothing: after a full page there may be another', () => {
    expect(pageCount({ products: products(50) })).toBe(2);
    expect(pageCount({ products: products(10) }, 2)).toBe(2);
    expect(pageCount({ products: [] }, 2)).toBe(1);
  });

  it('sends pages of twenty', () => {
    expect(pageCount({ total: 60, products: products(20) })).toBe(3);
    expect(pageCount({ total: 60, products: products(20) }, 2)).toBe(3);
    expect(pageCount({ total: 60, products: products(20) }, 3)).toBe(3);
  });

  it('sends everything at once', () => {
    expect(pageCount({ products: products(60) })).toBe(1);
    expect(pageCount({ total: 60, totalPages: 2, products: products(60) })).toBe(1);
  });

  it('keeps to fifty', () => {
    expect(pageCount({ total: 101, products: products(50) })).toBe(3);
    expect(pageCount({ total: 101, products: products(1) }, 3)).toBe(3);
  });
});
