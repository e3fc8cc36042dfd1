import * as z from 'zod/mini';
import { shippingInfo } from './checkout.ts';
import { text } from './values.ts';

const { fullName, phone, address, city, state } = shippingInfo.shape;

/** The fields of an address as an order had them. */
export const addressFields = z.object({
  fullName,
  phone,
  address,
  city,
  state,
  /** The name of the shipping place, which may no longer exist. Empty if the order named none. */
  shippingLocation: text(200),
});
export type AddressFields = z.infer<typeof addressFields>;

/** Extension account.addresses: a saved address. */
export const savedAddress = z.extend(addressFields, { id: z.string(), isDefault: z.boolean() });
export type SavedAddress = z.infer<typeof savedAddress>;
