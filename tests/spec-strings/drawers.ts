import type { SpecString } from './row.ts';

/** Every quoted string of the specification that belongs to the cart and wishlist drawers. */
export const DRAWER_STRINGS: SpecString[] = [
  [
    'Shopping Cart (',
    '§2 Cart drawer',
    'e2e/cart/cart-drawer.spec.ts',
    'add to cart: toast, badge, drawer; React only when the drawer is reached for',
  ],
  [
    'Clear Cart',
    '§2 Cart drawer',
    'e2e/cart/cart-drawer.spec.ts',
    'Clear Cart empties it; Escape and the backdrop close it and give the focus back',
  ],
  [
    'Your cart is empty',
    '§2 Cart drawer',
    'e2e/cart/cart-drawer.spec.ts',
    'plus, minus, remove: quantity, total, toast and the place of the focus',
  ],
  [
    'Add some products to get started',
    '§2 Cart drawer',
    'e2e/cart/cart-drawer.spec.ts',
    'plus, minus, remove: quantity, total, toast and the place of the focus',
  ],
  [
    'Proceed to Checkout',
    '§2 Cart drawer',
    'e2e/cart/cart-drawer.spec.ts',
    'Proceed to Checkout goes there',
  ],
  [
    'Wishlist (',
    '§2 Wishlist drawer',
    'e2e/frame/frame.spec.ts',
    'the top bar: logo, search, All Fragrances, NG, wishlist and cart',
  ],
  [
    'Clear Wishlist',
    '§2 Wishlist drawer',
    'e2e/cart/wishlist.spec.ts',
    'Clear Wishlist can be undone, by keyboard, and the focus is not lost',
  ],
  [
    'Your wishlist is empty',
    '§2 Wishlist drawer',
    'e2e/cart/wishlist.spec.ts',
    'the drawer: to the cart, sold out, removed one by one with the focus kept',
  ],
  [
    'Add products you love to save them for later',
    '§2 Wishlist drawer',
    'e2e/cart/wishlist.spec.ts',
    'the drawer: to the cart, sold out, removed one by one with the focus kept',
  ],
];
