/**
 * The smallest payment that Paystack takes, in kobo (setting SMALLEST_PAYMENT_KOBO). No official description names one;
 * ₦50 is what integrations report. Shop and payment sandbox both start from it.
 */
export const SMALLEST_PAYMENT_KOBO = 5_000;
