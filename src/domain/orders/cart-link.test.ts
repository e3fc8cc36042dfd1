import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CartItem } from './cart.ts';
import {
  isSameCart,
  joinCarts,
  LONGEST_LINK,
  MOST_LINKED,
  readCartLink,
  writeCartLink,
} from './cart-link.ts';

const read = (items: string) => readCartLink(`?items=${items}`);
/** An id as any backend may have it: no control characters, and no half characters. */
const id = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
  .filter((text) => text.length <= 200 && !/^\.\.?$|\p{Cc}/u.test(text) && text.isWellFormed());
const item = fc.record({ id, quantity: fc.integer({ min: 1, max: 1000 }) });
const list = fc.uniqueArray(item, { minLength: 1, maxLength: 40, selector: (each) => each.id });

describe('the list of a cart’s link (UCP, permalink)', () => {
  it('reads ids and quantities in their order', () => {
    expect(read('tom-ford-oud-wood:2,a_b.c:1')).toEqual({
      items: [
        { id: 'tom-ford-oud-wood', quantity: 2 },
        { id: 'a_b.c', quantity: 1 },
      ],
      unread: 0,
    });
  });

  it('reads the example of the protocol', () => {
    const gid = 'gid://shopify/ProductVariant/70881412';
    const token = '~Z2lkOi8vc2hvcGlmeS9Qcm9kdWN0VmFyaWFudC83MDg4MTQxMg';
    expect(read(`${token}:1`).items).toEqual([{ id: gid, quantity: 1 }]);
    expect(writeCartLink([{ id: gid, quantity: 1 }])).toBe(`${token}:1`);
  });

  it('reads what it writes, whatever the ids are', () => {
    fc.assert(
      fc.property(list, (items) => {
        const text = writeCartLink(items);
        expect(text).toMatch(/^[\w.~:,-]+$/);
        const expected = text.length > LONGEST_LINK - 7 ? 'too-long' : undefined;
        const link = read(text);
        expect(link.fault).toBe(expected);
        if (!expected) expect(link).toEqual({ items, unread: 0 });
      }),
    );
  });

  it('reads what a messenger has percent-encoded', () => {
    fc.assert(
      fc.property(list, (items) => {
        const link = read(encodeURIComponent(writeCartLink(items)));
        if (!link.fault) expect(link).toEqual({ items, unread: 0 });
      }),
    );
  });

  it('never throws, and gives only what an order can hold', () => {
    const sign = fc.constantFrom(
      'a',
      '1',
      '0',
      ':',
      ',',
      '~',
      '%',
      '&',
      '=',
      '-',
      '.',
      ' ',
      '+',
      'é',
    );
    const query = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc.string({ maxLength: 400 }).map((text) => `?items=${text}`),
      fc.string({ unit: sign, maxLength: 80 }).map((text) => `?items=${text}`),
      fc.string({ unit: 'binary' }).map((text) => `?items=~${text}:1`),
    );
    fc.assert(
      fc.property(query, (text) => {
        const { items, fault } = readCartLink(text);
        if (fault) expect(items).toEqual([]);
        expect(items.length).toBeLessThanOrEqual(MOST_LINKED);
        expect(new Set(items.map((each) => each.id)).size).toBe(items.length);
        for (const each of items) {
          expect(each.id).toMatch(/^[^\p{Cc}]{1,200}$/u);
          expect(each.quantity).toBeGreaterThanOrEqual(1);
          expect(each.quantity).toBeLessThanOrEqual(1000);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('adds up what is there twice, in either form of the id', () => {
    expect(read('oud:2,rose:1,~b3Vk:3')).toEqual({
      items: [
        { id: 'oud', quantity: 5 },
        { id: 'rose', quantity: 1 },
      ],
      unread: 0,
    });
    expect(read('oud:900,oud:900').items).toEqual([{ id: 'oud', quantity: 1000 }]);
  });

  it('leaves out what it cannot read, and counts it', () => {
    const broken = [
      'oud',
      'oud:',
      ':1',
      'oud:0',
      'oud:01',
      'oud:-1',
      'oud:1.5',
      'oud:1e3',
      'oud:١',
    ];
    const ids = [
      '../x:1',
      '..:1',
      '~Li4:1',
      '~:1',
      '~b3Vk=:1',
      '~b3Vl:1x',
      '~YR:1',
      '~_w:1',
      '~AA:1',
      'a%2Fb:1',
    ];
    expect(read([...broken, ...ids, 'rose:1'].join(','))).toEqual({
      items: [{ id: 'rose', quantity: 1 }],
      unread: broken.length + ids.length,
    });
  });

  it('names what is wrong with a whole link', () => {
    const many = Array.from({ length: MOST_LINKED + 1 }, (_, at) => `p${at}:1`).join(',');
    expect(readCartLink('').fault).toBe('empty');
    expect(read(',,').fault).toBe('empty');
    expect(readCartLink('?items=a:1&items=b:1').fault).toBe('two-lists');
    expect(read('a'.repeat(LONGEST_LINK)).fault).toBe('too-long');
    expect(read(many).fault).toBe('too-many');
  });

  it('writes no id that it would not read', () => {
    const ids = ['', '..', '\ud800', 'a\nb', 'x'.repeat(201)];
    expect(writeCartLink(ids.map((each) => ({ id: each, quantity: 1 })))).toBe('');
  });
});

describe('a cart that meets another', () => {
  const line = (name: string, quantity: number, qtyAvailable = 5, price = 1000): CartItem => ({
    id: name,
    name,
    price,
    image: '',
    qtyAvailable,
    quantity,
  });

  it('has the units of both, up to the stock, at today’s figures', () => {
    const joined = joinCarts(
      [line('oud', 2), line('rose', 4, 9, 500)],
      [line('rose', 3, 6, 700), line('musk', 1)],
    );
    expect(joined).toEqual([line('oud', 2), line('rose', 6, 6, 700), line('musk', 1)]);
  });

  it('is the same in any order, and at any price', () => {
    const cart = [line('oud', 2), line('rose', 1)];
    expect(isSameCart(cart, [line('rose', 1, 9, 1), line('oud', 2)])).toBe(true);
    expect(isSameCart(cart, [line('rose', 2), line('oud', 2)])).toBe(false);
    expect(isSameCart(cart, [line('oud', 2)])).toBe(false);
  });
});
