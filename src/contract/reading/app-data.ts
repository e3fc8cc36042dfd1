import type { ShippingPlace } from '#contract/app-data.ts';
import { note, type Reader } from './reader.ts';
import { isRecord } from './record.ts';
import { inEnvelope, isTrue, naira, nullish, optional, rows, shape, text } from './values.ts';

const name: Reader<string> = (value, at) =>
  text(200)(isRecord(value) ? note(value, at, 'text', value.name) : value, at);

export const readNames: Reader<string[]> = inEnvelope(
  ['', 'categories', 'tags', 'data.categories', 'data.tags', 'data'],
  Array.isArray,
  rows(name),
);

/** Reads the places of delivery. */
export const readPlaces: Reader<ShippingPlace[]> = inEnvelope(
  ['', 'shippingAddresses', 'addresses', 'data.shippingAddresses', 'data.addresses', 'data'],
  Array.isArray,
  rows(
    shape({
      place: text(200),
      amount: naira,
      state: nullish(text(60)),
      areas: nullish(rows(text(60))),
      onDelivery: optional(naira),
      deposit: isTrue,
    }),
  ),
);
