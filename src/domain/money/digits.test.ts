import fc from 'fast-check';
import { expect, it } from 'vitest';
import { groupDigits } from './digits.ts';

it('writes whole numbers as Intl does', () => {
  const intl = new Intl.NumberFormat('en-NG');
  fc.assert(
    fc.property(fc.maxSafeInteger(), (whole) => {
      expect(groupDigits(whole)).toBe(intl.format(whole));
    }),
  );
});
