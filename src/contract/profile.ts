import * as z from 'zod/mini';
import { registerBody } from './account.ts';
import { addressFields, savedAddress } from './address.ts';
import { line, text } from './values.ts';

/** Extension account.profile: the name and phone of a customer. An empty phone deletes it. */
export const profileBody = z.object({ fullName: registerBody.shape.fullName, phone: line(60) });

export const addressParams = z.object({ id: text(100) });
/** The fields of an address to change. `isDefault` takes the place of the default before. */
export const addressBody = z.extend(z.partial(addressFields), {
  isDefault: z.optional(z.literal(true)),
});

/** Everything that a customer can change herself. */
export const customer = z.object({
  fullName: z.string(),
  email: z.string(),
  /** Empty if she has given none. */
  phone: z.string(),
  /** Extension account.addresses: the default first, then the newest first. */
  addresses: z.optional(z.array(savedAddress)),
});
export type Customer = z.infer<typeof customer>;
