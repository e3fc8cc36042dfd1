import * as z from 'zod/mini';

/**
 * What a backend may offer beyond the calls of spec §7. The site uses an extension only if the backend lists it,
 * and works fully without any. `account.facts` adds no call: a backend that lists it keeps and deletes what /privacy
 * states of our API (argon2id, sessions of 30 days …). Nor does `payment.test`: no payment of such a backend is real, and
 * every page says so.
 */
export const EXTENSIONS = [
  'product.facts',
  'product.group',
  'product.media',
  'product.provenance',
  'product.retired',
  'product.stockAlert',
  'product.lookup',
  'live',
  'live.own',
  'catalogue.version',
  'catalogue.snapshot',
  'catalogue.redirects',
  'shop.facts',
  'shipping.areas',
  'payment.shippingLocation',
  'payment.idempotencyKey',
  'payment.previousAttempts',
  'payment.campaign',
  'payment.refundNeeded',
  'payment.test',
  'account.attempt',
  'account.device',
  'account.logout',
  'account.export',
  'account.delete',
  'account.facts',
  'order.shared',
  'order.attempt',
  'order.fulfilment',
  'order.delivery',
  'order.receipt',
  'review.boughtHere',
  'secret.header',
  'ucp',
] as const;
export type Extension = (typeof EXTENSIONS)[number];

/** The extensions that a backend offers. A client ignores names that it does not know. */
export const extensionsAnswer = z.object({ extensions: z.array(z.string()) });

/**
 * Header of the calls of /api/auth/* that names the browser (extension account.device): 16 to 100 letters, digits, - and _,
 * random, made by the browser and kept there. A browser that has logged in before is not refused because of strangers.
 */
export const DEVICE_HEADER = 'device-id';

/**
 * Header with the secret of a call, URL-encoded (extension secret.header). The address has NO_SECRET in its place, so that the
 * secret stands in no log of addresses.
 */
export const SECRET_HEADER = 'link-secret';
export const NO_SECRET = '-';

/**
 * Header with the key of an attempt to pay (extension payment.idempotencyKey): 16 to 100 letters, digits, - and _, random, since
 * it shows the paid order to whoever has it (extension order.attempt).
 */
export const IDEMPOTENCY_HEADER = 'idempotency-key';

/**
 * Header with the keys of this browser's earlier attempts, separated by commas (extension payment.previousAttempts): at most
 * PREVIOUS_ATTEMPTS. The new order replaces those of them that are not paid. The extension live.own takes the present key, too.
 */
export const PREVIOUS_ATTEMPTS_HEADER = 'previous-attempts';
export const PREVIOUS_ATTEMPTS = 5;
