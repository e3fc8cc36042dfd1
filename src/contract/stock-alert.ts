import * as z from 'zod/mini';
import { askedId, email } from './values.ts';

/** Extension product.stockAlert: a request for an email when a sold-out product can be bought again. */
export const stockAlertBody = z.object({
  productId: askedId,
  email: email('Email is required', 'Invalid email address'),
});

/**
 * `asked`: an email for confirming her address is on its way. It is the same for every address. `available`: the product
 * can be bought now, and nothing was recorded.
 */
export const stockAlertAnswer = z.object({ state: z.enum(['asked', 'available']) });

/** The secret of a link in one of the emails. */
export const stockAlertParams = z.object({
  key: z.string().check(z.regex(/^[\w-]{16,100}$/)),
});

/** A request, as the page of its link shows it. */
export const stockAlert = z.object({
  productId: z.string(),
  /** The name of the product. */
  name: z.string(),
  /** `unconfirmed`: the address is not confirmed yet. `told`: the email was sent, and the request ends with it. */
  state: z.enum(['unconfirmed', 'waiting', 'told']),
});
export type StockAlert = z.infer<typeof stockAlert>;
