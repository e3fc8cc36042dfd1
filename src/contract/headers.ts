// The headers of extensions (extensions.ts). The site's scripts load these without the list.

/**
 * The header of the calls of /api/auth/* that names the browser (extension account.device). It has 16 to 100 random
 * letters, digits, - and _, which the browser makes and keeps. A browser that has logged in before is not refused because
 * of strangers.
 */
export const DEVICE_HEADER = 'device-id';

/**
 * The header with the secret of a call, URL-encoded (extension secret.header). The address has NO_SECRET in its place, so
 * that no log of addresses contains the secret.
 */
export const SECRET_HEADER = 'link-secret';
export const NO_SECRET = '-';

/**
 * The header with the key of an attempt to pay (extension payment.idempotencyKey). It has 16 to 100 letters, digits, - and
 * _, and is random, because it shows the paid order to its holder (extension order.attempt).
 */
export const IDEMPOTENCY_HEADER = 'idempotency-key';

/**
 * The header with the keys of this browser's earlier attempts, separated by commas (extension payment.previousAttempts):
 * at most PREVIOUS_ATTEMPTS. The new order replaces the unpaid ones among them. The extension live.own takes the present
 * key, too.
 */
export const PREVIOUS_ATTEMPTS_HEADER = 'previous-attempts';
export const PREVIOUS_ATTEMPTS = 5;
