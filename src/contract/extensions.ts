import * as z from 'zod/mini';

/**
 * What a backend may offer beyond the calls of spec §7. The site uses an extension only if the backend lists it,
 * and works fully without any. `account.facts` adds no call: a backend that lists it keeps and deletes what /privacy
 * states of our API (argon2id, sessions of 30 days …).
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
  'account.facts',
  'order.shared',
  'review.boughtHere',
] as const;
export type Extension = (typeof EXTENSIONS)[number];

/** The extensions that a backend offers. A client ignores names that it does not know. */
export const extensionsAnswer = z.object({ extensions: z.array(z.string()) });

/** Header with the key of an attempt to pay (extension payment.idempotencyKey): 16 to 100 letters, digits, - and _. */
export const IDEMPOTENCY_HEADER = 'idempotency-key';
