import { describe, expect, it } from 'vitest';
import type { LookupProduct } from '#contract/product.ts';
import { buyable, compareLink } from './linked-lines.ts';
import { leftOut, lineNote } from './texts.ts';

const product = (id: string, change: Partial<LookupProduct> = {}): LookupProduct => ({
  id,
  name: id.toUpperCase(),
  price: 10_000,
  qtyAvailable: 5,
  image: '/a.jpg',
  ...change,
});
const compare = (items: Record<string, number>, ...products: LookupProduct[]) =>
  compareLink(
    Object.entries(items).map(([id, quantity]) => ({ id, quantity })),
    products,
    Date.parse('2026-11-21T10:00:00Z'),
  );

describe('a link against what the shop knows', () => {
  it('has today’s price with a current discount', () => {
    const discount = { type: 'percentage', amount: 25 } as const;
    const linked = compare({ oud: 2 }, product('oud', { discount }));
    expect(buyable(linked)).toEqual([
      { id: 'oud', name: 'OUD', price: 7500, image: '/a.jpg', qtyAvailable: 5, quantity: 2 },
    ]);
    expect(linked.lines.map(lineNote)).toEqual(['']);
  });

  it.each([
    ['fewer than asked for', { qtyAvailable: 3 }, 3, 'Only 3 left instead of 4.'],
    ['sold out', { qtyAvailable: 0 }, 0, 'It is sold out, so it is left out.'],
    ['retired', { retired: true }, 0, 'We no longer sell it. It is left out.'],
    ['a set to choose', { choose: 3 }, 0, 'Choose what is in it on its page. It is left out.'],
  ])('says what differs: %s', (_, change, quantity, note) => {
    const linked = compare({ oud: 4 }, product('oud', change));
    expect(linked.lines.map(({ item }) => item.quantity)).toEqual([quantity]);
    expect(linked.lines.map(lineNote)).toEqual([note]);
    expect(buyable(linked)).toHaveLength(quantity > 0 ? 1 : 0);
  });

  it('merges a product with its line under a former id', () => {
    const linked = compare({ old: 3, new: 4 }, product('old', { movedTo: 'new' }), product('new'));
    expect(buyable(linked)).toMatchObject([{ id: 'new', quantity: 5 }]);
    expect(linked.lines.map(lineNote)).toEqual(['Only 5 left instead of 7.']);
  });

  it('counts products that the shop does not have, and lines that no order could hold', () => {
    const linked = compare(
      { oud: 1, nowhere: 1, ['__proto__']: 1, odd: 1 },
      product('odd', { price: -1 }),
    );
    expect(linked).toEqual({ lines: [], unknown: 4 });
    expect(leftOut({ unknown: 3, unread: 1 })).toEqual([
      '3 fragrances of the link are not sold here, and are left out.',
      'One entry of the link cannot be read, and is left out.',
    ]);
  });
});
