import type { SpecString } from './row.ts';

/** Every quoted string of the specification that belongs to the checkout and its form. */
export const CHECKOUT_STRINGS: SpecString[] = [
  [
    'Add some products to your cart to proceed with checkout.',
    '§2 Checkout',
    'e2e/checkout/checkout.spec.ts',
    'an empty cart',
  ],
  ['Continue Shopping', '§2 Checkout', 'e2e/checkout/checkout.spec.ts', 'an empty cart'],
  [
    'Shipping Information',
    '§2 Checkout',
    'e2e/checkout/checkout.spec.ts',
    'a cart that is emptied in the moment of the press: Cart Empty',
  ],
  [
    'Order Summary',
    '§2 Checkout',
    'e2e/cart/cart-drawer.spec.ts',
    'BUY NOW takes the place of the cart and goes to the checkout; there it can be undone',
  ],
  [
    'Loading shipping locations...',
    '§2 Checkout',
    'e2e/checkout/checkout.spec.ts',
    'loading, failed, tried again; without them no order is sent',
  ],
  [
    'Failed to load shipping locations',
    '§2 Checkout',
    'e2e/checkout/checkout.spec.ts',
    'loading, failed, tried again; without them no order is sent',
  ],
  [
    'Proceed to Payment',
    '§2 Checkout',
    'e2e/checkout/keyboard.spec.ts',
    'the whole purchase by keyboard alone',
  ],
  [
    'Processing...',
    '§2 Checkout',
    'e2e/checkout/checkout.spec.ts',
    'Processing... while it is pending, and no answer says so',
  ],
  [
    'Select location',
    '§2 Checkout',
    'e2e/checkout/checkout.spec.ts',
    'the summary: sums, minus at 1, shipping, the delivery policy',
  ],
  [
    'Shipping to: ',
    '§2 Checkout',
    'e2e/checkout/checkout.spec.ts',
    'the summary: sums, minus at 1, shipping, the delivery policy',
  ],
  [
    'Shipping & Delivery',
    '§2 Checkout',
    'e2e/checkout/checkout.spec.ts',
    'the summary: sums, minus at 1, shipping, the delivery policy',
  ],
  [
    'Full name is required',
    '§5 Checkout form',
    'e2e/checkout/checkout.spec.ts',
    'what is missing is said beside its field, and the first is focused',
  ],
  [
    'Address is required',
    '§5 Checkout form',
    'e2e/checkout/checkout.spec.ts',
    'what is missing is said beside its field, and the first is focused',
  ],
  [
    'City is required',
    '§5 Checkout form',
    'e2e/checkout/checkout.spec.ts',
    'what is missing is said beside its field, and the first is focused',
  ],
  [
    'State is required',
    '§5 Checkout form',
    'e2e/checkout/checkout.spec.ts',
    'what is missing is said beside its field, and the first is focused',
  ],
  [
    'Phone number is required',
    '§5 Checkout form',
    'e2e/checkout/checkout.spec.ts',
    'what is missing is said beside its field, and the first is focused',
  ],
  [
    'Please enter a valid email',
    '§5 Checkout form',
    'e2e/checkout/checkout.spec.ts',
    'what is missing is said beside its field, and the first is focused',
  ],
  [
    'Please select a shipping location',
    '§5 Checkout form',
    'e2e/checkout/checkout.spec.ts',
    'what is missing is said beside its field, and the first is focused',
  ],
];
