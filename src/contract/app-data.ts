import * as z from 'zod/mini';
import { naira } from './values.ts';

/** Categories or tags. */
export const names = z.array(z.string());

/** A place that the shop delivers to and its fee in naira (spec §3). */
export const shippingPlace = z.object({ place: z.string(), amount: naira });
export type ShippingPlace = z.infer<typeof shippingPlace>;
/** All places, in the order in which the shop lists them. */
export const shippingPlaces = z.array(shippingPlace);
