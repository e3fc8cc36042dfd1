import type { SpecString } from './row.ts';

/** Every quoted string of the specification that belongs to the landing page. */
export const LANDING_STRINGS: SpecString[] = [
  [
    'New Arrivals',
    '§2 Home page',
    'e2e/frame/landing.spec.ts',
    'New Arrivals: the six newest products, and the way to all',
  ],
  [
    'SHOP OUR COLLECTION',
    '§2 Home page',
    'e2e/changing/freshness.spec.ts',
    'the static pages browse and fill a cart, and say what cannot be done',
  ],
  [
    'Luxury Designer Fragrances, Save Up to 40%!!!',
    '§2 Home page',
    'e2e/frame/landing.spec.ts',
    'promo, brands and reassurance, word for word',
  ],
  [
    'SHOP NOW',
    '§2 Home page',
    'e2e/frame/landing.spec.ts',
    'promo, brands and reassurance, word for word',
  ],
  [
    'Browse by brands',
    '§2 Home page',
    'e2e/frame/landing.spec.ts',
    'promo, brands and reassurance, word for word',
  ],
  [
    'View all',
    '§2 Home page',
    'e2e/frame/landing.spec.ts',
    'promo, brands and reassurance, word for word',
  ],
  [
    'Happiness Guaranteed',
    '§2 Home page',
    'e2e/frame/landing.spec.ts',
    'promo, brands and reassurance, word for word',
  ],
  [
    'Friendly Fast Assistance',
    '§2 Home page',
    'e2e/frame/landing.spec.ts',
    'promo, brands and reassurance, word for word',
  ],
  [
    'Worry-Free Checkout',
    '§2 Home page',
    'e2e/frame/landing.spec.ts',
    'promo, brands and reassurance, word for word',
  ],
];
