/**
 * The smallest payment that Paystack takes, in kobo (setting SMALLEST_PAYMENT_KOBO). No official description names one;
 * integrations report ₦50. It is the default of shop and payment sandbox.
 */
export const SMALLEST_PAYMENT_KOBO = 5_000;
