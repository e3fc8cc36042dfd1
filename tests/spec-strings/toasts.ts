import type { SpecString } from './row.ts';

/** Every quoted string of the specification that belongs to the toasts of the public screens. */
export const TOAST_STRINGS: SpecString[] = [
  [
    'Cart Empty',
    '§5, §8',
    'e2e/checkout/checkout.spec.ts',
    'a cart that is emptied in the moment of the press: Cart Empty',
  ],
  [
    'Please add items to your cart before proceeding.',
    '§5, §8',
    'e2e/checkout/checkout.spec.ts',
    'a cart that is emptied in the moment of the press: Cart Empty',
  ],
  [
    'Shipping Required',
    '§5, §8',
    'e2e/checkout/checkout.spec.ts',
    'loading, failed, tried again; without them no order is sent',
  ],
  [
    'Please select a shipping location.',
    '§5, §8',
    'e2e/checkout/checkout.spec.ts',
    'loading, failed, tried again; without them no order is sent',
  ],
  ['Payment Error', '§8', 'e2e/checkout/checkout.spec.ts', 'Payment Error, and nothing is lost'],
  [
    'Failed to initialize payment. Please try again.',
    '§8',
    'e2e/checkout/checkout.spec.ts',
    'Payment Error, and nothing is lost',
  ],
  [
    'Added to Cart',
    '§8',
    'e2e/cart/cart-drawer.spec.ts',
    'add to cart: toast, badge, drawer; React only when the drawer is reached for',
  ],
  [
    'Added to Wishlist',
    '§8',
    'e2e/product/quick-view.spec.ts',
    'by keyboard: to the cart, to the wishlist, closed, the focus back at the card',
  ],
  [
    'Removed from Wishlist',
    '§8',
    'e2e/cart/wishlist.spec.ts',
    'a card’s heart adds and takes off: toast with the name, badge, label, another page',
  ],
  [
    'Item Removed',
    '§8',
    'e2e/checkout/checkout.spec.ts',
    'the summary: sums, minus at 1, shipping, the delivery policy',
  ],
  [
    'Item has been removed from your cart.',
    '§8',
    'e2e/cart/cart-drawer.spec.ts',
    'plus, minus, remove: quantity, total, toast and the place of the focus',
  ],
  [
    'Link Copied!',
    '§8',
    'e2e/product/sharing.spec.ts',
    'Copy Link: Link Copied! / Product link copied to clipboard.',
  ],
  [
    'Product link copied to clipboard.',
    '§8',
    'e2e/product/sharing.spec.ts',
    'Copy Link: Link Copied! / Product link copied to clipboard.',
  ],
  [
    'You can now share it on Instagram.',
    '§8',
    'e2e/product/sharing.spec.ts',
    'Instagram adds: You can now share it on Instagram.',
  ],
];
