import type { SpecString } from './row.ts';

/** Every quoted string of the specification that belongs to the frame of every page, and the page that is not there. */
export const FRAME_STRINGS: SpecString[] = [
  [
    'Oops! Page not found',
    '§2 Routes',
    'e2e/changing/freshness.spec.ts',
    'Oops! Page not found at',
  ],
  ['Return to Home', '§2 Routes', 'e2e/changing/freshness.spec.ts', 'Oops! Page not found at'],
  [
    'Search..',
    '§2 Top bar',
    'e2e/frame/frame.spec.ts',
    'the top bar: logo, search, All Fragrances, NG, wishlist and cart',
  ],
  [
    'All Fragrances',
    '§2 Top bar',
    'e2e/frame/frame.spec.ts',
    'the top bar: logo, search, All Fragrances, NG, wishlist and cart',
  ],
  [
    'Searching...',
    '§2 Top bar',
    'e2e/search/suggestions.spec.ts',
    "'Searching...' while it loads, 'No products found' when there is none",
  ],
  [
    'No products found',
    '§2 Top bar',
    'e2e/listing/filters.spec.ts',
    'No products found, and Clear Filters',
  ],
  [
    'Failed to load categories',
    '§2 Category strip',
    'e2e/frame/frame.spec.ts',
    'says when they cannot be had',
  ],
  [
    'Store Links',
    '§2 Footer',
    'e2e/frame/frame.spec.ts',
    'the footer: store links, useful links, our stores; its Wishlist opens the panel',
  ],
  [
    'Useful Links',
    '§2 Footer',
    'e2e/frame/frame.spec.ts',
    'the footer: store links, useful links, our stores; its Wishlist opens the panel',
  ],
  [
    'Our Stores',
    '§2 Footer',
    'e2e/frame/frame.spec.ts',
    'the footer: store links, useful links, our stores; its Wishlist opens the panel',
  ],
  [
    'About Us',
    '§2 Footer',
    'e2e/frame/frame.spec.ts',
    'the footer: store links, useful links, our stores; its Wishlist opens the panel',
  ],
  [
    'Contact Us',
    '§2 Footer',
    'e2e/frame/frame.spec.ts',
    'the footer: store links, useful links, our stores; its Wishlist opens the panel',
  ],
  ['My Orders', '§2 Top bar', 'e2e/auth/session.spec.ts', 'the top bar of who is logged in'],
  // 'Hi {first name},'
  ['Hi Amina,', '§2 Top bar', 'e2e/auth/session.spec.ts', 'the top bar of who is logged in'],
  ['Logout', '§2 Top bar', 'e2e/auth/session.spec.ts', 'the top bar of who is logged in'],
  ['Login / Signup', '§2 Top bar', 'e2e/auth/session.spec.ts', 'the top bar of who is logged out'],
];
