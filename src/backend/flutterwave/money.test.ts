import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJson, withAmount } from './json.ts';
import { koboOf, nairaOf } from './money.ts';

/** The largest amount with fifteen digits of kobo, far below where a number loses digits. */
const MOST = 999_999_999_999_999;
const kobo = fc.integer({ min: 0, max: MOST });

test('every amount survives the way to Flutterwave and back, also through a JSON number', () => {
  fc.assert(
    fc.property(kobo, (amount) => {
      expect(koboOf(nairaOf(amount))).toBe(amount);
      const sent = withAmount(nairaOf(amount), { comments: 'x' });
      expect(koboOf((parseJson(sent) as { amount: string }).amount)).toBe(amount);
    }),
    { numRuns: 2000 },
  );
});

test('zeros at the end change nothing, and one more digit than kobo is refused', () => {
  fc.assert(
    fc.property(
      kobo,
      fc.integer({ min: 0, max: 9 }),
      fc.integer({ min: 1, max: 9 }),
      (amount, zeros, digit) => {
        const [whole = '', part = ''] = nairaOf(amount).split('.');
        const full = `${whole}.${part.padEnd(2, '0')}`;
        expect(koboOf(full + '0'.repeat(zeros))).toBe(amount);
        expect(koboOf(`${full}${'0'.repeat(zeros)}${digit}`)).toBeNull();
      },
    ),
  );
});

test.each([
  ['0', 0],
  ['0.1', 10],
  ['1.15', 115],
  ['4.35', 435],
  ['41800.50', 4_180_050],
  ['1.005', null],
  ['-1', null],
  ['1e3', null],
  ['1,000', null],
  ['', null],
  ['.5', null],
  ['5.', null],
  ['٥', null],
  ['99999999999999', null],
])('%s naira are %s kobo', (naira, amount) => {
  expect(koboOf(naira)).toBe(amount);
});

test('text that is no amount never becomes one', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const amount = koboOf(text);
      expect(amount === null || /^\d+(\.\d+)?$/.test(text)).toBe(true);
    }),
  );
});

test.each([-1, 0.5, Number.NaN, 2 ** 53])('%s is no amount of kobo', (amount) => {
  expect(() => nairaOf(amount)).toThrow(RangeError);
});

test('a number of JSON keeps the digits with which it was sent', () => {
  expect(parseJson('{"amount":100.10,"id":123456789012345678901,"text":"1.0","yes":true}')).toEqual(
    {
      amount: '100.10',
      id: '123456789012345678901',
      text: '1.0',
      yes: true,
    },
  );
});
