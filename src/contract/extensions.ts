import * as z from 'zod/mini';

/**
 * What a backend may offer beyond the calls of spec §7. The site uses one only if the backend lists it,
 * and works in full without any.
 */
export const EXTENSIONS = [
  'product.facts',
  'product.media',
  'live',
  'catalogue.version',
  'catalogue.snapshot',
  'payment.shippingLocation',
  'payment.idempotencyKey',
  'payment.refundNeeded',
  'account.attempt',
  'account.logout',
  'account.export',
  'account.delete',
  'order.shared',
  'review.boughtHere',
] as const;
export type Extension = (typeof EXTENSIONS)[number];

/** Unknown names are another backend's; a client passes them over. */
export const extensionsAnswer = z.object({ extensions: z.array(z.string()) });

/** Header of an attempt to pay (extension payment.idempotencyKey): 16 to 100 letters, digits, - and _. */
export const IDEMPOTENCY_HEADER = 'idempotency-key';
