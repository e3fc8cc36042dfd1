// The headers of extensions (extensions.ts). They stand apart: scripts of the site load these, and not the list.

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
