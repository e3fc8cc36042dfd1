import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { shippingInfo } from './checkout.ts';
import { readOrder } from './reading/order.ts';
import { start } from './reading/reader.ts';

const address = {
  fullName: 'Ngozi',
  email: 'n@example.com',
  phone: '0803',
  address: '12 Awolowo Road',
  city: 'Eti-Osa',
  state: 'Lagos',
};

it('takes an order for a gift only if a client says yes or true, and refuses none for it', () => {
  const read = (gift: unknown) => z.parse(shippingInfo, { ...address, gift }).gift;
  for (const gift of ['yes', 'YES', ' Yes ', 'true', 'True', true]) expect(read(gift)).toBe('yes');
  for (const gift of ['no', 'No', 'false', '0', '1', 'y', '', 'maybe later', false, 0, null])
    expect(read(gift)).toBe('');
  expect(z.parse(shippingInfo, address)).not.toHaveProperty('gift');
});

it('shows an order of another backend as a gift by the same rule', () => {
  const order = { _id: '1', totalAmount: 1, shippingFee: 0, items: [], shippingInfo: address };
  const read = (gift: unknown) =>
    readOrder({ ...order, shippingInfo: { ...address, gift } }, start()).shippingInfo.gift;
  expect(['true', 'yes'].map(read)).toEqual(['yes', 'yes']);
  expect(['no', 'false', undefined].map(read)).toEqual([undefined, undefined, undefined]);
});
