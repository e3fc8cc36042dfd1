import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAmount, readNaira } from './amounts.ts';

const NGN = (amount: number) => ({ amount, currency: 'NGN' });

describe('an amount', () => {
  it.each([
    ['38500', NGN(38_500)],
    ['₦38,500', NGN(38_500)],
    ['N40,000', NGN(40_000)],
    ['n 40,000', NGN(40_000)],
    ['48,500/=', NGN(48_500)],
    ['48,500/-', NGN(48_500)],
    ['345k', NGN(345_000)],
    ['1.2m', NGN(1_200_000)],
    ['NGN 7,500.00', NGN(7500)],
    ['7500 naira only', NGN(7500)],
    ['64000.000000', NGN(64_000)],
    ['38 500', NGN(38_500)],
    ['1.250.000,50', NGN(1_250_000.5)],
    ['12,50 EUR', { amount: 12.5, currency: 'EUR' }],
    ['$12.50', { amount: 12.5, currency: 'USD' }],
    ['12.50 GBP', { amount: 12.5, currency: 'GBP' }],
    ['€ 12', { amount: 12, currency: 'EUR' }],
    ['#55,000', NGN(55_000)],
    ['N55.000', NGN(55_000)],
    ['25 000 FCFA', { amount: 25_000, currency: 'XOF' }],
    ['Rs. 500', { amount: 500, currency: 'INR' }],
    ['AED 120', { amount: 120, currency: 'AED' }],
    ['GH₵ 90', { amount: 90, currency: 'GHS' }],
  ])('reads %s', (text, amount) => expect(readAmount(text)).toEqual(amount));

  it.each([
    '',
    'Call',
    'variable',
    '38.500',
    '12,50',
    '12-15',
    '12,34,567',
    '₦',
    '-5',
    '1e5',
    '12 or 13',
  ])('does not guess %j', (text) => expect(readAmount(text)).toBeUndefined());

  it('says that nothing names its currency', () => {
    expect(readAmount('95', '')).toEqual({ amount: 95, currency: '' });
  });

  it('reads any number of naira as it is usually written', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (amount) => {
        for (const text of [String(amount), amount.toLocaleString('en'), `₦${amount}.00`]) {
          expect(readAmount(text)).toEqual(NGN(amount));
        }
      }),
    );
  });
});

it.each([
  ['12500', 1_250_000],
  ['₦12,500.50', 1_250_050],
  ['12 500', 1_250_000],
  ['N40,000', 4_000_000],
  ['0', 0],
  ['', undefined],
  ['-5', undefined],
  ['12.505', undefined],
  ['12500.505', undefined],
  ['12,50', undefined],
  ['$12', undefined],
])('reads %j as %s kobo', (text, kobo) => {
  expect(readNaira(text)).toBe(kobo);
});
