import * as z from 'zod/mini';
import { naira } from './values.ts';

/** Categories or tags. */
export const names = z.array(z.string());

/**
 * A place that the shop delivers to and its fee in naira (spec §3). Extension shipping.areas: the state that it is in, null
 * if none is known, and the local government areas of it that it serves, null for all of them.
 */
export const shippingPlace = z.object({
  place: z.string(),
  amount: naira,
  state: z.nullish(z.string()),
  areas: z.nullish(z.array(z.string())),
});
export type ShippingPlace = z.infer<typeof shippingPlace>;
/** All places, in the order in which the shop lists them. */
export const shippingPlaces = z.array(shippingPlace);
