import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LONGEST_METADATA } from '#domain/money/metadata-size.ts';
import { eachExtra } from '#domain/orders/order-extras.ts';
import { nameId } from '#domain/products/slug.ts';
import type { KeptPromotion } from '#domain/promotions/kept.ts';
import { sealKeys } from './keys.ts';
import type { Essentials, LineToSeal, OrderToSeal } from './layout.ts';
import { seal, unseal } from './seal.ts';

const SHOP = 'https://shop.example';
const [key, other] = sealKeys(['a'.repeat(32), 'b'.repeat(32)]);
if (!key || !other) throw new Error('No keys');

const LINE: LineToSeal = {
  productId: 'amber-noir',
  quantity: 2,
  priceKobo: 4_500_000,
  name: 'Amber Noir',
  facts: 'Eau de Parfum · 50 ml',
  parts: [],
};
const ADAS: OrderToSeal = {
  id: 'ord_abcdefghjkmnpqrstuvw',
  feeKobo: 300_000,
  discountKobo: 0,
  promotion: null,
  createdAt: new Date('2026-11-26T10:00:00Z'),
  shippingPlace: 'Lagos Mainland',
  fullName: 'Ada Obi',
  phone: '0803 123 4567',
  address: '12 Allen Avenue',
  city: 'Ikeja',
  state: 'Lagos',
  country: 'Nigeria',
  email: 'ada@shopper.example',
  shippingEmail: 'ada@shopper.example',
  accountId: null,
  purchaseId: 'ord_abcdefghjkmnpqrstuvw',
  delivery: null,
  ...eachExtra(() => null),
};

const PAYMENT = { reference: 'tr-abcdefghjkmnpqrstuvwxyz234', amountKobo: 9_300_000, shop: SHOP };
const sealed = (order: OrderToSeal, lines: readonly LineToSeal[]) =>
  seal(order, lines, { key, ...PAYMENT });

/** Letters of every script, marks, halves of characters, NUL, and what JSON and base64 have of their own. */
const hostile = (most: number) =>
  fc.oneof(
    fc.string({ unit: 'binary', maxLength: most }),
    fc.string({ unit: 'grapheme', maxLength: most }),
    fc.constantFrom('', '"', '\\', '\u0000', '\ud800', '{"id":1}', '=,+/', '₦ ẹ ọ ṣ'),
  );
const aLine: fc.Arbitrary<LineToSeal> = fc.record({
  productId: hostile(200),
  quantity: fc.integer({ min: 1, max: 1000 }),
  priceKobo: fc.integer({ min: 0, max: 1e11 }),
  name: hostile(300),
  facts: fc.option(hostile(60)),
  parts: fc.uniqueArray(
    fc.record({
      productId: fc.stringMatching(/^[a-z][a-z0-9-]{0,20}$/),
      quantity: fc.integer({ min: 1, max: 99 }),
    }),
    { maxLength: 5, selector: ({ productId }) => productId },
  ),
});
const aPromotion: fc.Arbitrary<KeptPromotion> = fc.record(
  {
    label: hostile(80),
    code: hostile(40),
    lines: fc.array(fc.nat(1e9), { maxLength: 60 }),
    feeKobo: fc.nat(1e9),
    uses: fc.array(
      fc.record(
        {
          ...{ id: hostile(20), label: hostile(40), code: hostile(40), kobo: fc.nat() },
          delivery: fc.constant<true>(true),
        },
        { requiredKeys: ['id', 'kobo'] },
      ),
      { maxLength: 2 },
    ),
  },
  { requiredKeys: ['label', 'lines', 'feeKobo', 'uses'] },
);
const anOrder: fc.Arbitrary<OrderToSeal> = fc.record({
  id: fc.string({ minLength: 1, maxLength: 24 }),
  feeKobo: fc.integer({ min: 0, max: 1e11 }),
  discountKobo: fc.integer({ min: 1, max: 1e11 }),
  promotion: fc.option(aPromotion),
  createdAt: fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) }),
  shippingPlace: fc.option(hostile(200)),
  fullName: hostile(200),
  phone: hostile(60),
  address: hostile(500),
  city: hostile(100),
  state: hostile(100),
  country: fc.constant('Nigeria'),
  email: hostile(254),
  shippingEmail: hostile(254),
  accountId: fc.option(fc.string({ maxLength: 24 })),
  purchaseId: fc.string({ maxLength: 24 }),
  delivery: fc.constant(null),
  ...eachExtra(() => fc.option(hostile(200))),
});

const opened = (value: unknown): Essentials => {
  const result = unseal(value, [key], PAYMENT);
  if (!result.ok) throw new Error(result.refusal.message);
  return result.value;
};
const code = (result: ReturnType<typeof unseal>) => (result.ok ? 'opened' : result.refusal.code);

describe('an order that is sealed', () => {
  it('comes back, or says what did not fit', () => {
    fc.assert(
      fc.property(anOrder, fc.array(aLine, { minLength: 1, maxLength: 60 }), (order, lines) => {
        const value = sealed(order, lines);
        expect([512, 1024, 2048, 4096]).toContain(value.length);
        const back = opened(value);
        expect(back).toMatchObject({
          id: order.id,
          createdAt: order.createdAt,
          feeKobo: order.feeKobo,
          discountKobo: order.discountKobo,
        });
        // The lines are the first of the order, each whole.
        for (const [place, line] of back.lines.entries()) {
          expect(lines[place]).toMatchObject({
            productId: line.productId,
            quantity: line.quantity,
            priceKobo: line.priceKobo,
          });
        }
        const left = lines.length - back.lines.length;
        expect(back.missing.filter((words) => / of \d+ products$/.test(words))).toEqual(
          left > 0 ? [`${left} of ${lines.length} products`] : [],
        );
        const whole = (words: string) => !back.missing.includes(words);
        if (whole('the name')) expect(back.fullName).toBe(order.fullName);
        if (whole('the address')) expect(back.address).toBe(order.address);
        if (whole('the email address')) expect(back.email).toBe(order.email);
        if (whole('which promotion counted')) expect(back.promotion).toEqual(order.promotion);
        if (whole('the account')) expect(back.accountId).toBe(order.accountId);
        if (whole('the sizes of the products')) {
          expect(back.missing).toEqual([]);
          expect(back.lines).toEqual(lines);
        }
      }),
    );
  });

  it('has room for ninety products with names of everyday length, and all that the order needs', () => {
    const brands = 'Ambre Baie Cassis Dune Ebene Figue Galbanum Heliotrope Iris Jasmin'.split(' ');
    const names = 'Blanc Noir Absolu Intense Royal Sauvage Velours Imperial Nuit'.split(' ');
    const lines = brands.flatMap((brand) =>
      names.map((name, place) => ({
        productId: nameId(`Maison ${brand} ${name} Eau de Parfum ${50 + place} ml`),
        name: `Maison ${brand} ${name}`,
        quantity: 1 + (place % 3),
        priceKobo: 1_000_000 + 12_345 * place,
        facts: `Eau de Parfum · ${50 + place} ml`,
        parts: [],
      })),
    );
    expect(lines).toHaveLength(90);
    const back = opened(sealed(ADAS, lines));
    expect(back.lines).toEqual(lines);
    expect(back.missing).toEqual([]);
  });

  it('has room for fifty products with ids of 40 random characters, and for the address', () => {
    const lines = Array.from({ length: 50 }, () => ({
      ...LINE,
      productId: randomBytes(30).toString('base64url'),
    }));
    const back = opened(sealed(ADAS, lines));
    expect(back.lines.map(({ productId }) => productId)).toEqual(
      lines.map(({ productId }) => productId),
    );
    expect(back).toMatchObject({ fullName: ADAS.fullName, address: ADAS.address });
  });

  it('does not tell one product from three by its length, and leaves room for the rest of the metadata', () => {
    const one = sealed(ADAS, [LINE]);
    expect(sealed({ ...ADAS, address: 'A', fullName: 'B' }, [LINE])).toHaveLength(one.length);
    expect(sealed(ADAS, [LINE, { ...LINE, productId: 'oud' }, LINE])).toHaveLength(one.length);
    expect(4096).toBeLessThan(LONGEST_METADATA);
  });

  it('is never the same twice, and shows nothing of the order', () => {
    const value = sealed(ADAS, [LINE]);
    expect(sealed(ADAS, [LINE])).not.toBe(value);
    const bytes = Buffer.from(value, 'base64url').toString('latin1');
    for (const text of [ADAS.id, 'Ada', 'Allen', LINE.productId]) expect(bytes).not.toContain(text);
  });
});

describe('a seal that does not open', () => {
  it('has one bit that is not as it was', () => {
    const value = sealed(ADAS, [LINE]);
    const bits = Buffer.from(value, 'base64url').length * 8;
    fc.assert(
      fc.property(fc.integer({ min: 0, max: bits - 1 }), (bit) => {
        const bytes = Buffer.from(value, 'base64url');
        bytes.writeUInt8(bytes.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
        const result = unseal(bytes.toString('base64url'), [key, other], PAYMENT);
        expect(result.ok).toBe(false);
        // Beyond the marks at its beginning there is only one reason.
        if (bit >= 9 * 8) expect(code(result)).toBe('seal_altered');
      }),
      { numRuns: 2000 },
    );
  });

  it('is cut, longer, spelled otherwise, or no seal at all', () => {
    const value = sealed(ADAS, [LINE]);
    const tried = [
      value.slice(0, -4),
      `${value}AAAA`,
      `${value}=`,
      ` ${value}`,
      `${value.slice(0, 9)}+${value.slice(10)}`,
      'tr-1',
    ];
    for (const text of tried) {
      expect(unseal(text, [key], PAYMENT).ok, text.slice(0, 20)).toBe(false);
    }
    for (const nothing of [undefined, null, 0, '', {}, []]) {
      expect(code(unseal(nothing, [key], PAYMENT))).toBe('seal_missing');
    }
  });

  it('was made with another key, which opens it beside the new one', () => {
    const value = sealed(ADAS, [LINE]);
    expect(code(unseal(value, [other], PAYMENT))).toBe('seal_other_key');
    expect(code(unseal(value, [], PAYMENT))).toBe('seal_other_key');
    expect(code(unseal(value, [other, key], PAYMENT))).toBe('opened');
  });

  it('belongs to another reference, amount or shop', () => {
    const value = sealed(ADAS, [LINE]);
    fc.assert(
      fc.property(fc.string(), fc.integer(), fc.webUrl(), (reference, amountKobo, shop) => {
        for (const payment of [
          { ...PAYMENT, reference },
          { ...PAYMENT, amountKobo: PAYMENT.amountKobo + (amountKobo || 1) },
          { ...PAYMENT, shop },
        ]) {
          expect(code(unseal(value, [key], payment))).toBe('seal_other_payment');
        }
      }),
    );
  });

  it('has a version that this program does not know', () => {
    const bytes = Buffer.from(sealed(ADAS, [LINE]), 'base64url');
    bytes[0] = 2;
    expect(code(unseal(bytes.toString('base64url'), [key], PAYMENT))).toBe('seal_other_version');
  });
});

it('what version 1 has sealed stays readable', () => {
  // Sealed once by this program. A change that cannot open it loses payments that are under way.
  const value =
    'AVfpiMUU3csih-cejhciJNMzjHohkzDqYAhFkWM-7AQJ33Abo4IOWt2yZmJy9aWLNtIn_Q7Fd-vVd_1rIB2fdM1-QEmF9QIYjO1G3YngmRi3HHf62iKaS9el0yE8LgTtWWzj1EXJENdwX676eDxntyCeRu5JYf3XirCn6QYk3_NmVlBBklh2UhP9YjdaL_7e9Tsy8prjpCZ3TERK0zcbUWlsMPn7aKmfHo59nTJBVy8ulP4yIj77YTDG8lhwGFZjLoAUD--wP1hWJMSfQDGK0gZq5ORnBkQ0vvhf0she0wRawGdCS6XLe13pYYPBLIMeE0sUfFZPFg1h9C9USbhzLuJwOsq0ia5ni_9NGFcGKuUDCnS4L_IZMKFcarlJ8bhWCV3JPsADfI-SakEApNYEPLvaJhBgy1e0OEeNHYPjcHnFprP_Pao8mkZKkAWcmfx1g_1ljghNdi0PBVumoBKb7g84_V9oh3anxBJBtRkU-ImCoy3BrVfGPD76dkAfmMQ9';
  expect(opened(value)).toMatchObject({ id: ADAS.id, address: ADAS.address, missing: [] });
});
