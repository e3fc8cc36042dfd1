import fc from 'fast-check';
import { expect, it } from 'vitest';
import { keepable, textFault } from './text.ts';

it.each([
  ['a\0b', 'contains a NUL character: remove it'],
  ['\ud800', 'contains half a character: type it again'],
  ['🧴', undefined],
  ['', undefined],
])('%j: %s', (text, fault) => {
  expect(textFault(text)).toBe(fault);
});

it('cleaned text has no fault, and a faultless text stays unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(textFault(keepable(text))).toBeUndefined();
      if (textFault(text) === undefined) expect(keepable(text)).toBe(text);
    }),
  );
});
