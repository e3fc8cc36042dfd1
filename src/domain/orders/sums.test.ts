import fc from 'fast-check';
import { expect, it } from 'vitest';
import { keptOf } from '#domain/promotions/kept.ts';
import {
  keptReductions,
  type Reduction,
  rowsOfCart,
  rowsOfOrder,
  sumRows,
  sumText,
} from './sums.ts';

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
  const sums = { totalAmount: 1, shippingFee: 0, promotion: { label: 'Sale', discount: 0.09 } };
  expect(rowsOfOrder(sums).map(({ label, kobo }) => [label, kobo])).toEqual([
    ['Subtotal', 100],
    ['Sale', -9],
    ['Shipping', 0],
    ['Total Amount', 91],
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

it('shows a cart with its goods in any case, and its rows add up to the total to the kobo', () => {
  const kobo = fc.integer({ min: 0, max: 10_000_000 }).map((value) => value / 100);
  const item = fc.record({ price: kobo, quantity: fc.integer({ min: 1, max: 9 }) });
  const cut = fc.record({
    label: fc.uuid(),
    amount: fc.integer({ min: 0, max: 500 }).map((value) => value / 100),
    delivery: fc.boolean(),
  });
  fc.assert(
    fc.property(
      fc.array(item, { minLength: 1, maxLength: 5 }),
      fc.option(fc.record({ amount: kobo }), { nil: undefined }),
      fc.array(cut, { maxLength: 3 }),
      (items, place, applied) => {
        const rows = rowsOfCart(items, place, applied);
        const total = rows.at(-1);
        expect(rows[0]?.label).toBe('Subtotal');
        expect(rows.filter(({ is }) => is === 'fee')).toHaveLength(1);
        expect(total?.is).toBe('total');
        expect(rows.slice(0, -1).reduce((sum, row) => sum + row.kobo, 0)).toBe(total?.kobo);
      },
    ),
  );
});
