import fc from 'fast-check';
import { expect, it } from 'vitest';
import { email, lines, requiredLine } from './values.ts';

const name = requiredLine(100, 'Full name is required');

it.each([
  ['Ada\nTotal paid: ₦9,999,999', 'Ada Total paid: ₦9,999,999'],
  ['  Ada \r\n\u2028 Obi\t', 'Ada Obi'],
  ['Ada\u202eibO\u0007', 'AdaibO'],
  ['Ṣadé Adébáyọ̀', 'Ṣadé Adébáyọ̀'],
])('%j is read as %j', (typed, line) => {
  expect(name.parse(typed)).toBe(line);
});

it('keeps the lines of a text that has several, with one empty line between two at most', () => {
  const message = lines(300);
  expect(message.parse(' Happy birthday,\r\nMummy! \n \n\n\u2028\tAda\u202e\u0007\n')).toBe(
    'Happy birthday,\nMummy!\n\nAda',
  );
  expect(message.safeParse('x'.repeat(301)).success).toBe(false);
  expect(message.safeParse('a\u0000').success).toBe(false);
});

it('reads an address of several lines as one', () => {
  const address = requiredLine(100, 'Address is required', ', ');
  expect(address.parse('Flat 2\n12 Awolowo Road')).toBe('Flat 2, 12 Awolowo Road');
});

it('never gives two lines, whatever is typed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (typed) => {
      const read = name.safeParse(typed);
      if (read.success) expect(read.data).not.toMatch(/[\p{Cc}\u2028\u2029\u202e]/u);
    }),
  );
});

it('refuses a NUL, and text that is empty once it is one line', () => {
  expect(name.safeParse('\n\n').error?.issues[0]?.message).toBe('Full name is required');
  expect(name.safeParse('a\u0000').success).toBe(false);
});

it.each([
  'ada@example.com\u200b',
  '\ufeffada@example.com',
  '\u202aAda@example.com\u202c',
  'ada\u00ad@example.com',
])('an address that was copied with a mark that nobody sees is the address: %j', (typed) => {
  expect(email('required', 'invalid').parse(typed)).toBe('ada@example.com');
});
