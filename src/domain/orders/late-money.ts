/**
 * Hours after the attempt in which money may still come. Until then no answer but 'paid' is final, and site and server ask
 * again. Paystack repeats a webhook for so long (Paystack documentation, Webhooks: 'hourly for the next 72 hours').
 */
const MONEY_COMES_HOURS = 72;
/** The same in milliseconds. */
export const MONEY_COMES_MS = MONEY_COMES_HOURS * 3_600_000;
