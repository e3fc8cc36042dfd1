/**
 * The consent of a customer who asks to be told when a product is back. The form shows it, and the request stores it as
 * proof (NDPA 2023, section 26).
 */
export const ALERT_CONSENT =
  'We send you one email when it is back, and then delete your address. You can stop it at any time.';

/** Hours to confirm the address. Then an unconfirmed request is deleted. */
export const ALERT_CONFIRM_HOURS = 24;

/** Days that a confirmed request waits for the product. */
export const ALERT_WAIT_DAYS = 180;

/** Days for which a request is kept after its email. */
export const ALERT_TOLD_DAYS = 1;
