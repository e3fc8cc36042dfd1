/**
 * What a customer consents to who asks to be told when a product is back. The form shows it, and the request keeps it
 * as the proof of the consent (NDPA 2023, section 26).
 */
export const ALERT_CONSENT =
  'We send you one email when it is back, and then delete your address. You can stop it at any time.';

/** Hours in which the address must be confirmed. Then an unconfirmed request is deleted. */
export const ALERT_CONFIRM_HOURS = 24;

/** Days that a confirmed request waits for the product. */
export const ALERT_WAIT_DAYS = 180;

/** Days after the email that told her, for which the request is kept. */
export const ALERT_TOLD_DAYS = 1;
