import fc from 'fast-check';
import { expect, it } from 'vitest';
import { boughtWith, type Share, shareOf } from './shares.ts';

const kobo = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 1_000_000_000 }));
const bought = fc.record({
  lines: fc.array(fc.record({ kobo, quantity: fc.integer({ min: 1, max: 40 }) }), {
    minLength: 1,
    maxLength: 6,
  }),
  feeKobo: kobo,
});

const sum = (shares: readonly Share[]) =>
  shares.reduce((total, { goodsKobo, feeKobo }) => total + goodsKobo + feeKobo, 0);

it('gives back exactly what was paid, unit by unit in any order', () => {
  fc.assert(
    fc.property(bought, fc.infiniteStream(fc.nat()), (order, chances) => {
      const left = order.lines.flatMap(({ quantity }, at) => Array(quantity).fill(at) as number[]);
      const before = order.lines.map(() => 0);
      const shares: Share[] = [];
      for (const chance of chances) {
        if (left.length === 0) break;
        const [at = 0] = left.splice(chance % left.length, 1);
        const share = shareOf(
          order,
          before,
          order.lines.map((_, line) => (line === at ? 1 : 0)),
        );
        expect(share.goodsKobo).toBeGreaterThanOrEqual(0);
        expect(share.feeKobo).toBeGreaterThanOrEqual(0);
        shares.push(share);
        before[at] = (before[at] ?? 0) + 1;
      }
      const paid = order.lines.reduce((total, line) => total + line.kobo, order.feeKobo);
      expect(sum(shares)).toBe(paid);
    }),
  );
});

it('gives a line back in equal parts, and the remainder with its last unit', () => {
  const order = { lines: [{ kobo: 100, quantity: 3 }], feeKobo: 10 };
  const units = [0, 1, 2].map((before) => shareOf(order, [before], [1]));
  expect(units.map(({ goodsKobo }) => goodsKobo)).toEqual([33, 33, 34]);
  expect(units.map(({ feeKobo }) => feeKobo)).toEqual([3, 3, 4]);
});

it('divides a payment of less than the total without losing a kobo', () => {
  fc.assert(
    fc.property(bought, fc.double({ min: 0, max: 1, noNaN: true }), (order, part) => {
      const total = order.lines.reduce((all, line) => all + line.kobo, order.feeKobo);
      const paid = Math.floor(total * part);
      const { lines, feeKobo } = boughtWith(order, paid);
      expect(lines.reduce((all, line) => all + line.kobo, feeKobo)).toBe(paid);
      expect(Math.min(feeKobo, ...lines.map((line) => line.kobo))).toBeGreaterThanOrEqual(0);
    }),
  );
});

it('gives nothing of an overpayment back for goods', () => {
  const order = { lines: [{ kobo: 100, quantity: 1 }], feeKobo: 10 };
  expect(boughtWith(order, 500)).toEqual(order);
});
