import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addItem, type CartItem, keyOf, totalQuantity, unitsOf } from './cart.ts';
import { mergeLines, orderTotal, removeItem, setQuantity, subtotal } from './cart-lines.ts';

const entry = { id: 'a', name: 'A', price: 1000.1, image: '', qtyAvailable: 2 };

describe('the cart (spec §4)', () => {
  it('adds a new line with 1, then raises it up to the stock', () => {
    const one = addItem([], entry);
    expect(one).toEqual([{ ...entry, quantity: 1 }]);
    const two = addItem(one, entry);
    expect(two[0]?.quantity).toBe(2);
    expect(addItem(two, entry)[0]?.quantity).toBe(2);
  });

  it('takes today’s price and stock when a line is added again', () => {
    const again = addItem(addItem([], entry), { ...entry, price: 900, qtyAvailable: 9 });
    expect(again).toEqual([{ ...entry, price: 900, qtyAvailable: 9, quantity: 2 }]);
  });

  it('does not add what is out of stock', () => {
    expect(addItem([], { ...entry, qtyAvailable: 0 })).toEqual([]);
  });

  it('makes one line of each product, with the units of all, up to the stock', () => {
    const [line] = addItem([], entry);
    if (!line) throw new Error('no line');
    const other = { ...line, id: 'other' };
    const lines = [{ ...line, quantity: 2 }, other, { ...line, quantity: 4 }];
    const most = line.qtyAvailable;
    expect(mergeLines(lines)).toEqual([{ ...line, quantity: Math.min(6, most) }, other]);
    const gone = lines.map((each) => ({ ...each, qtyAvailable: 0 }));
    expect(mergeLines(gone).map(({ quantity }) => quantity)).toEqual([1, 1]);
  });

  it('caps a quantity at the stock and drops the line at 0', () => {
    const items = addItem([], entry);
    expect(setQuantity(items, 'a', 7)[0]?.quantity).toBe(2);
    expect(setQuantity(items, 'a', 0)).toEqual([]);
    expect(setQuantity(items, 'b', 1)).toEqual(items);
    expect(removeItem(items, 'a')).toEqual([]);
  });
});

describe('two choices of one set', () => {
  const one = { ...entry, id: 'set', key: 'set a b', qtyAvailable: 3 };
  const other = { ...one, key: 'set b c' };

  it('are two lines, which share the stock of the set', () => {
    const lines = [one, other, other, one].reduce<CartItem[]>(addItem, []);
    expect(lines.map(({ key, quantity }) => [key, quantity])).toEqual([
      ['set a b', 1],
      ['set b c', 2],
    ]);
    expect(setQuantity(lines, 'set a b', 9)).toEqual(lines);
    expect(setQuantity(lines, 'set b c', 9)).toEqual(lines);
    expect(removeItem(lines, 'set a b')).toEqual([lines[1]]);
  });

  it('each keep a unit when there are fewer of the set', () => {
    const lines = [one, other].map((each) => ({ ...each, quantity: 3 }));
    const shared = (qtyAvailable: number) =>
      mergeLines(lines.map((line) => ({ ...line, qtyAvailable }))).map(({ quantity }) => quantity);
    expect([5, 3, 1, 0].map(shared)).toEqual([
      [3, 2],
      [3, 1],
      [1, 1],
      [1, 1],
    ]);
  });

  it('never hold more than there is, whatever is done with them, and touch no other line', () => {
    const entries = [one, other, { ...entry, qtyAvailable: 4 }, { ...one, key: undefined }];
    const change = fc.record({
      at: fc.nat(entries.length - 1),
      does: fc.constantFrom('add', 'set', 'remove'),
      quantity: fc.nat(6),
    });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 20 }), (changes) => {
        let items: CartItem[] = [];
        for (const { at, does, quantity } of changes) {
          const chosen = entries[at] ?? one;
          const before = items;
          if (does === 'add') items = addItem(items, chosen);
          if (does === 'set') items = setQuantity(items, keyOf(chosen), quantity);
          if (does === 'remove') items = removeItem(items, keyOf(chosen));
          for (const { id, qtyAvailable } of entries)
            expect(unitsOf(items, id)).toBeLessThanOrEqual(qtyAvailable);
          const others = (lines: readonly CartItem[]) =>
            lines.filter((line) => keyOf(line) !== keyOf(chosen));
          expect(others(items)).toEqual(others(before));
          expect(new Set(items.map(keyOf)).size).toBe(items.length);
        }
      }),
    );
  });
});

describe('sums', () => {
  const item: fc.Arbitrary<CartItem> = fc.record({
    id: fc.string(),
    name: fc.string(),
    price: fc.integer({ min: 0, max: 1_000_000_000 }).map((kobo) => kobo / 100),
    image: fc.constant(''),
    qtyAvailable: fc.integer({ min: 1, max: 100 }),
    quantity: fc.integer({ min: 1, max: 100 }),
  });

  it('are exact to the kobo (spec §9)', () => {
    fc.assert(
      fc.property(fc.array(item), fc.integer({ min: 0, max: 10_000_00 }), (items, feeKobo) => {
        const kobo = items.reduce(
          (sum, { price, quantity }) => sum + BigInt(Math.round(price * 100)) * BigInt(quantity),
          0n,
        );
        expect(BigInt(Math.round(subtotal(items) * 100))).toBe(kobo);
        expect(BigInt(Math.round(orderTotal(items, feeKobo / 100) * 100))).toBe(
          kobo + BigInt(feeKobo),
        );
        expect(totalQuantity(items)).toBe(items.reduce((sum, line) => sum + line.quantity, 0));
      }),
    );
  });

  it('have no float dust', () => {
    expect(subtotal([{ price: 0.1, quantity: 3 }])).toBe(0.3);
  });
});
