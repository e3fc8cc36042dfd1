import { longNamed, session } from '../data/people.ts';
import { longText, oudWood, productById, products, soldOut } from '../data/products.ts';
import type { Screen, State, Step } from '../state.ts';
import { cart, signedIn, smallCart, toasts, wishlist } from './kept.ts';
import { promoted } from './promoted.ts';

/** A short page: its subject opens over it. */
const route = '/contact';

const search = (
  name: string,
  typed: string,
  shows: State['shows'],
  rest: Partial<State> = {},
): State => ({
  name: `search-${name}`,
  route,
  steps: [{ type: typed, into: 'header input[type="search"]' }],
  shows,
  part: 'screen',
  ...rest,
});
const says = (text: string) => ['.suggestions > p', text] as const;

export const searching: Screen = {
  name: 'search',
  title: 'Search suggestions',
  states: [
    search('searching', 'oud', says('Searching...'), {
      api: { products: 'waits' },
      files: { '/pagefind/': 'waits' },
    }),
    search('results', 'oud', '.suggestions [role="option"] mark'),
    search('one', 'percent', says('1 product found')),
    search('long-text', 'majmua', '.suggestions [role="option"]'),
    search('none', 'petrichor', says('No products found')),
    search('without-prices', 'oud', says('Prices are shown on the product page.'), { cut: true }),
    search('failed', 'oud', says('Suggestions cannot be shown right now.'), {
      cut: true,
      files: { '/pagefind/': 'cut' },
    }),
    search('offline', 'oud', says('You are offline'), {
      cut: true,
      offline: true,
      files: { '/pagefind/': 'cut' },
    }),
  ],
};

export const header: Screen = {
  name: 'header',
  title: 'Header and menu',
  states: [
    {
      name: 'header-signed-in',
      route,
      local: () => ({ ...signedIn, ...smallCart, ...wishlist(oudWood, soldOut) }),
      shows: ['.header .count', '3'],
      part: '.header',
    },
    {
      name: 'header-long-name',
      route,
      local: () => ({ 'turare:session': { ...session, user: longNamed }, ...cart([oudWood, 999]) }),
      api: {
        profile: { body: { ...session, user: longNamed } },
        // So many are in stock that the live check leaves the cart as it is.
        live: { body: { products: [{ ...oudWood, qtyAvailable: 999 }] } },
      },
      shows: ['.header .count', '999'],
      part: '.header',
    },
    {
      name: 'menu',
      route,
      narrow: true,
      steps: [{ press: '.menu-button' }],
      shows: ['#menu', 'Login / Signup'],
      part: 'screen',
    },
    {
      name: 'menu-signed-in',
      route,
      narrow: true,
      local: () => signedIn,
      steps: [{ press: '.menu-button' }],
      shows: ['#menu', 'My Orders'],
      part: 'screen',
    },
  ],
};

const openCart: Step = { press: 'header [data-open="cart-panel"]' };
const openWishlist: Step = { press: 'header [data-open="wishlist-panel"]' };

const drawer = (
  name: string,
  open: Step,
  kept: Record<string, unknown>,
  shows: State['shows'],
  rest: Partial<State> = {},
): State => ({
  name,
  route,
  local: () => kept,
  part: 'screen',
  shows,
  ...rest,
  steps: [open, ...(rest.steps ?? [])],
});

const khamrah = productById('amouage-interlude-man');
const capped = { ...khamrah, qtyAvailable: 8 };

export const drawers: Screen = {
  name: 'drawers',
  title: 'Cart and wishlist',
  states: [
    drawer('cart-empty', openCart, {}, ['#cart-panel', 'Your cart is empty']),
    drawer('cart-one', openCart, cart([oudWood, 1]), ['#cart-panel', 'Shopping Cart (1)']),
    drawer(
      'cart-delivery',
      openCart,
      {
        ...cart([oudWood, 1]),
        'turare:destination': { state: 'Lagos', area: 'Ikeja', place: 'Lagos – Ikeja' },
      },
      ['#cart-panel', 'With you on Tuesday, November 24'],
    ),
    drawer(
      'cart-promotions',
      openCart,
      cart([oudWood, 1]),
      ['#cart-panel', 'Add ₦12,000 more for free delivery in Lagos.'],
      { api: { quotePromotions: promoted } },
    ),
    drawer(
      'cart-many',
      openCart,
      cart(...products.slice(0, 6).map((product) => [product, 1] as [typeof product, number])),
      ['#cart-panel', 'Proceed to Checkout'],
    ),
    drawer('cart-long-text', openCart, cart([longText, 34], [oudWood, 1]), [
      '#cart-panel',
      'Majmua',
    ]),
    drawer('cart-at-cap', openCart, cart([capped, 8]), [
      '#cart-panel',
      'That is all we have in stock.',
    ]),
    drawer('cart-removed', openCart, smallCart, ['.toast button', 'Undo'], {
      steps: [{ press: ['#cart-panel button', `Remove ${oudWood.name}`] }],
    }),
    drawer('cart-offline', openCart, smallCart, ['#cart-panel', 'Proceed to Checkout'], {
      cut: true,
      offline: true,
    }),
    drawer('wishlist-empty', openWishlist, {}, ['#wishlist-panel', 'Your wishlist is empty']),
    drawer('wishlist-one', openWishlist, wishlist(oudWood), ['#wishlist-panel', 'Wishlist (1)']),
    drawer(
      'wishlist-many',
      openWishlist,
      wishlist(oudWood, soldOut, longText, ...products.slice(0, 5)),
      ['#wishlist-panel', 'Out of Stock'],
    ),
  ],
};

const good = { title: 'Added to Cart', text: 'Tom Ford Oud Wood has been added to your cart.' };
const bad = {
  title: 'Payment Error',
  text: 'Failed to initialize payment. Please try again.',
  tone: 'bad',
} as const;
const undo = {
  title: 'Item Removed',
  text: 'Item has been removed from your cart.',
  undo: { cart: smallCart['turare:cart'], at: 0 },
};

const toast = (name: string, ...said: Parameters<typeof toasts>): State => ({
  name: `toast-${name}`,
  route,
  session: toasts(...said),
  // It has its place on the page.
  shows: ['#toasts[style] .toast', said.at(-1)?.title ?? ''],
  part: '#toasts',
});

export const toasted: Screen = {
  name: 'toasts',
  title: 'Toasts',
  states: [
    toast('good', good),
    toast('bad', bad),
    toast('undo', undo),
    toast('three', bad, { ...bad, title: 'Cart Empty' }, undo),
    toast('long-text', { ...good, text: `${longText.name} has been added to your cart.` }),
  ],
};
