import * as z from 'zod/mini';
import { naira } from './values.ts';

/** Categories or tags. */
export const names = z.array(z.string());

/**
 * A place of delivery and its fee in naira (spec §3). Extension shipping.areas: its state, null if unknown, and the local
 * government areas of the state that it serves, null for all of them. Extension payment.delivery: the largest order, in
 * naira, that can be paid on delivery there, absent where none can; and whether the fee is paid before.
 */
export const shippingPlace = z.object({
  place: z.string(),
  amount: naira,
  state: z.nullish(z.string()),
  areas: z.nullish(z.array(z.string())),
  onDelivery: z.optional(naira),
  deposit: z.optional(z.boolean()),
});
export type ShippingPlace = z.infer<typeof shippingPlace>;
/** All places, in the shop's order. */
export const shippingPlaces = z.array(shippingPlace);
