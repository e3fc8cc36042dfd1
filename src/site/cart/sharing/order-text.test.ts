import { describe, expect, it } from 'vitest';
import type { CartItem } from '#domain/orders/cart.ts';
import { orderText, shareText, whatsAppLink, whatsAppNumber } from './order-text.ts';

const line = (name: string, price: number, quantity: number): CartItem => ({
  id: name,
  name,
  price,
  image: '',
  qtyAvailable: 9,
  quantity,
});
const items = [line('Tom Ford Oud Wood', 185_000, 2), line('Lattafa Khamrah', 42_500.5, 1)];
const LINK = 'https://shop.example/cart?items=oud:2,khamrah:1';

describe('the order on WhatsApp', () => {
  it('names each line, the total and the link, with naira as the shop writes them', () => {
    expect(orderText(items, 'Turare', LINK)).toBe(
      [
        'Hello Turare, I would like to order:',
        '2 × Tom Ford Oud Wood: ₦370,000',
        '1 × Lattafa Khamrah: ₦42,500.50',
        'Total: 3 items, ₦412,500.50, without delivery',
        LINK,
      ].join('\n'),
    );
  });

  it('names the chosen parts of a set', () => {
    const chosen = ['Oud', 'Amber'].map((name) => ({ id: name, name }));
    const set = { ...line('Box of Two', 9000, 1), chosen };
    expect(orderText([set], 'Turare', LINK)).toContain('1 × Box of Two (Oud, Amber): ₦9,000\n');
    // The stored value may be anything.
    for (const odd of [{}, 'Oud', [null]]) {
      const kept = { ...set, chosen: odd as unknown as typeof chosen };
      expect(orderText([kept], 'Turare', LINK)).toContain('1 × Box of Two: ₦9,000\n');
    }
  });

  it('is short enough to open everywhere, even for the largest cart', () => {
    const many = Array.from({ length: 90 }, (_, at) =>
      line(`${at} ${'Long name '.repeat(20)}`, 1e9, 1000),
    );
    const text = orderText(many, 'Turare', LINK);
    expect(text).toContain('and 80 more');
    expect(whatsAppLink('2347008872730', text).length).toBeLessThan(2000);
  });

  it('goes to the number of the shop’s chat link, if that is WhatsApp', () => {
    expect(whatsAppNumber('https://wa.me/2347008872730')).toBe('2347008872730');
    expect(whatsAppNumber('https://wa.me/2347008872730?text=Hi')).toBe('2347008872730');
    expect(whatsAppNumber('https://api.whatsapp.com/send?phone=%2B234')).toBeUndefined();
    expect(whatsAppNumber('https://api.whatsapp.com/send?phone=2347008872730&text=')).toBe(
      '2347008872730',
    );
    for (const other of [
      'https://wa.me/message/ABC123',
      'https://t.me/turare',
      'tel:+2347008872730',
      '/contact',
    ])
      expect(whatsAppNumber(other), other).toBeUndefined();
    expect(whatsAppLink('2347008872730', 'a & b\nc')).toBe(
      'https://wa.me/2347008872730?text=a%20%26%20b%0Ac',
    );
  });
});

it('describes the shared cart in one line', () => {
  expect(shareText(items, 'Turare')).toBe('My cart at Turare: 3 items, ₦412,500.50');
});
