import fc from 'fast-check';
import { expect, it } from 'vitest';
import { keptOf } from '#domain/promotions/kept.ts';
import { keptReductions, type Reduction, sumRows, sumText, toldReductions } from './sums.ts';

const LABELS = { fee: 'Shipping', total: 'Total' };
const kobo = fc.nat(1e10);
const aReduction: fc.Arbitrary<Reduction> = fc.record({
  label: fc.string({ minLength: 1 }),
  kobo,
  delivery: fc.option(fc.boolean(), { nil: undefined }),
});

it('ends with one sum that the rows above add up to', () => {
  fc.assert(
    fc.property(kobo, kobo, fc.array(aReduction, { maxLength: 4 }), (goods, fee, reductions) => {
      const rows = sumRows({ goods, fee, reductions }, LABELS);
      const last = rows.pop();
      const taken = reductions.some((each) => each.kobo > 0);
      expect(last?.is).toBe('total');
      expect(rows.filter(({ is }) => is === 'total')).toEqual([]);
      expect(rows.reduce((sum, row) => sum + row.kobo, taken ? 0 : goods)).toBe(last?.kobo);
      expect(rows.some(({ is }) => is === 'goods')).toBe(taken);
    }),
  );
});

it('has what is taken off the goods above the fee, and what is taken off the fee below it', () => {
  const rows = sumRows(
    {
      goods: 100,
      fee: 30,
      reductions: [
        { label: 'Free delivery', kobo: 30, delivery: true },
        { label: 'Sale', code: 'TEN', kobo: 10 },
        { label: 'Nothing yet', kobo: 0 },
      ],
    },
    LABELS,
  );
  expect(rows.map(({ label, kobo }) => [label, kobo])).toEqual([
    ['Subtotal', 100],
    ['Sale (TEN)', -10],
    ['Shipping', 30],
    ['Free delivery', -30],
    ['Total', 90],
  ]);
  expect(rows.map(sumText)).toContain('−₦0.10');
});

it('tells an order of which only the joined label is known in one row', () => {
  const old = { label: 'Sale and Sample', code: 'A and B', lines: [9], feeKobo: 0 };
  const uses = [{ id: 'a', kobo: 4 }];
  const one = [{ label: 'Sale and Sample', code: 'A and B', kobo: 9 }];
  expect(keptReductions({ ...old, uses }, 9)).toEqual(one);
  // A use that a restored database does not know is gone: the others do not sum to the discount.
  expect(keptReductions({ ...old, uses: [{ id: 'a', label: 'Sale', kobo: 4 }] }, 9)).toEqual(one);
  expect(keptReductions(null, 9)).toEqual([{ label: 'Discount', kobo: 9 }]);
  expect(keptReductions(null, 0)).toEqual([]);
  expect(toldReductions({ label: 'Sale', discount: 0.09 })).toMatchObject([
    { label: 'Sale', kobo: 9 },
  ]);
});

it('keeps each promotion with its own code', () => {
  const offer = (label: string, kind: 'naira' | 'delivery', code: string) =>
    ({
      promotion: { id: label, label, takes: { kind, kobo: 1, states: [] } },
      code,
      kobo: 5,
    }) as never;
  const applied = [offer('Sale', 'naira', 'TEN'), offer('Free', 'delivery', 'GO')];
  const kept = keptOf({ lines: [5], feeKobo: 5, applied } as never);
  expect(keptReductions(kept, 10)).toEqual([
    { label: 'Sale', code: 'TEN', kobo: 5, delivery: undefined },
    { label: 'Free', code: 'GO', kobo: 5, delivery: true },
  ]);
});
