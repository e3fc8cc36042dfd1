import fc from 'fast-check';
import { expect, it } from 'vitest';
import { paths } from '#config/paths.ts';
import { readOrderAddress } from './order-address.ts';

const read = (path: string) => readOrderAddress(new URL(path, 'https://shop.example'));

it('reads the addresses that paths writes, whatever the id', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (id) => {
      fc.pre(id.isWellFormed() && id !== '.' && id !== '..');
      expect(read(paths.order(id))).toEqual({ id, key: '' });
      expect(read(paths.sharedOrder(id, 'a_B-1'))).toEqual({ id, key: 'a_B-1' });
    }),
  );
});

it('takes an invalid encoding literally', () => {
  expect(read('/orders/%E0%A4%A')).toEqual({ id: '%E0%A4%A', key: '' });
});
