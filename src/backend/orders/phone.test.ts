import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPhone } from './phone.ts';

/** A Nigerian mobile number without its 0: the prefixes of the four networks. */
const national = fc
  .tuple(fc.constantFrom('803', '806', '810', '813', '703', '705', '903', '915'), fc.nat(9_999_999))
  .map(([prefix, rest]) => `${prefix}${String(rest).padStart(7, '0')}`);

/** How people write the same digits. */
const spelling = fc.record({
  start: fc.constantFrom(
    '0',
    '',
    '234',
    '+234',
    '00234',
    '+234 (0)',
    '+2340',
    '(+234) ',
    '00 234 ',
  ),
  between: fc.constantFrom('', ' ', '-', '.', ' - '),
  bracketed: fc.boolean(),
  edge: fc.constantFrom('', ' ', '\t'),
});

describe('readPhone', () => {
  it('reads every Nigerian spelling as one number', () => {
    fc.assert(
      fc.property(national, spelling, (digits, { start, between, bracketed, edge }) => {
        const groups = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)];
        // Brackets enclose the network's prefix: '(0803) 123-4567'.
        const head = start === '0' && bracketed ? `(0${groups[0]})` : `${start}${groups[0]}`;
        const typed = `${edge}${[head, ...groups.slice(1)].join(between)}${edge}`;
        expect(readPhone(typed)).toBe(`+234${digits}`);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['+44 20 7946 0958', '+442079460958'],
    ['0044 20 7946 0958', '+442079460958'],
    ['+1 (212) 555-0123', '+12125550123'],
    ['0803 123 4567 (WhatsApp)', '+2348031234567'],
    ['0803–123–4567', '+2348031234567'],
  ])('reads %s as %s', (typed, number) => {
    expect(readPhone(typed)).toBe(number);
  });

  it.each([
    '',
    '-',
    'call me',
    '12345',
    '0803 123 456',
    '0803 123 4567, 0805 111 2222',
    '999999999999',
    // A digit too many.
    '080312345678',
    '0803123456789',
    '+234 803 123 45678',
    '+44 20 7946 09588',
  ])('returns null for %j', (typed) => {
    expect(readPhone(typed)).toBeNull();
  });

  it('never throws, and returns E.164 or null', () => {
    const anything = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.string({ unit: fc.constantFrom(...'0123456789+() -./x;ext=٣'), maxLength: 40 }),
    );
    fc.assert(
      fc.property(anything, (typed) => {
        expect(readPhone(typed) ?? '+2340').toMatch(/^\+[1-9]\d{3,14}$/);
      }),
      { numRuns: 1000 },
    );
  });
});
