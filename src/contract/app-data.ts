import * as z from 'zod/mini';
import { naira } from './values.ts';

export const names = z.array(z.string());

/** A place that we deliver to and its fee in naira; spec §3. */
export const shippingPlace = z.object({ place: z.string(), amount: naira });
export type ShippingPlace = z.infer<typeof shippingPlace>;
export const shippingPlaces = z.array(shippingPlace);
