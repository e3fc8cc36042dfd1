import type { SpecString } from './row.ts';

/** Every quoted string of the specification that belongs to the page after a payment. */
export const PAYMENT_STRINGS: SpecString[] = [
  [
    'Invalid Payment Reference',
    '§2 Payment callback',
    'e2e/checkout/payment-callback.spec.ts',
    'no reference',
  ],
  [
    'No payment reference found. Please try again.',
    '§2 Payment callback',
    'e2e/checkout/payment-callback.spec.ts',
    'no reference',
  ],
  [
    'Verifying Payment...',
    '§2 Payment callback',
    'e2e/checkout/payment-callback.spec.ts',
    'no connection: tried twice, then said; Check again finds the payment',
  ],
  [
    'Please wait while we confirm your payment.',
    '§2 Payment callback',
    'e2e/checkout/payment-callback.spec.ts',
    'no connection: tried twice, then said; Check again finds the payment',
  ],
  [
    'Payment Failed',
    '§2 Payment callback',
    'e2e/checkout/payment-callback.spec.ts',
    'a reference that nobody knows',
  ],
  [
    "We couldn't verify your payment. Please try again or contact support.",
    '§2 Payment callback',
    'e2e/checkout/payment-callback.spec.ts',
    'a reference that nobody knows',
  ],
  [
    'Payment Successful!',
    '§2 Payment callback',
    'e2e/checkout/keyboard.spec.ts',
    'the whole purchase by keyboard alone',
  ],
  [
    'Thank you for your purchase. Your order has been confirmed.',
    '§2 Payment callback',
    'e2e/checkout/purchase.spec.ts',
    'from the landing page to a paid order',
  ],
  [
    'Payment Details',
    '§2 Payment callback',
    'e2e/checkout/payment-callback.spec.ts',
    'paid: details, the cart cleared once, the draft dropped',
  ],
  [
    'Customer Information',
    '§2 Payment callback',
    'e2e/checkout/payment-callback.spec.ts',
    'paid: details, the cart cleared once, the draft dropped',
  ],
];
