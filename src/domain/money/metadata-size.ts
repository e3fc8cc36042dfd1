/**
 * The most bytes of a payment's metadata, as JSON in UTF-8. Paystack names no limit in its documentation or OpenAPI
 * file (looked up on 2026-11-26; backend/payments/sealed/README.md). The shop keeps to this one, and the payment
 * sandbox refuses more.
 */
export const LONGEST_METADATA = 5_000;
