import { expect, it } from 'vitest';
import { deliveryCheck } from './delivery.ts';

const order = {
  feeUnconfirmed: false,
  placeMissing: false,
  shippingPlace: 'Lagos – Ikeja',
  delivery: null,
};

it.each([
  [
    'an address in Kano at the fee of Lagos',
    { state: 'Kano' },
    'the delivery: the place is in Lagos, the address in Kano',
  ],
  [
    'a place whose state is kept with the order',
    {
      state: 'Lagos',
      shippingPlace: 'Mainland',
      delivery: { from: '2026-11-26', to: '2026-11-27', state: 'Ogun' },
    },
    'the delivery: the place is in Ogun, the address in Lagos',
  ],
  [
    'a fee without a place',
    { state: 'Kano', shippingPlace: null, feeUnconfirmed: true },
    'the fee: no place was named',
  ],
  ['a place in the state of the address', { state: 'lagos state' }, null],
  ['a parcel that is collected', { state: 'Kano', shippingPlace: 'Pick-up, Lagos' }, null],
  ['a place without a state', { state: 'Kano', shippingPlace: 'Nationwide' }, null],
])('%s', (_, change, check) => {
  expect(deliveryCheck({ ...order, ...change })).toBe(check);
});
