import { slug } from '#domain/slug.ts';

/** The list, and one product: apart from `paths`, since the scripts of a list use nothing else of it. */
export const PRODUCTS = '/products';
export const productPath = (id: string) => `${PRODUCTS}/${encodeURIComponent(id)}`;

/** Every URL of the shop, in one place. */
export const paths = {
  home: '/',
  products: PRODUCTS,
  product: productPath,
  category: (name: string) => `/products?category=${encodeURIComponent(name)}`,
  brandQuery: (name = '') => `/products?brand=${encodeURIComponent(name)}`,
  search: (text: string) => `/products?search=${encodeURIComponent(text)}`,
  /** Pagefind's script, over the index of pages/pagefind. */
  searchIndex: '/pagefind/pagefind.js',
  searchIndexEntry: '/pagefind/pagefind-entry.json',
  brands: '/brands',
  brand: (name: string, page = 1) => `/brands/${slug(name)}${page > 1 ? `/${page}` : ''}`,
  about: '/about',
  contact: '/contact',
  privacy: '/privacy',
  returns: '/returns',
  terms: '/terms',
  checkout: '/checkout',
  paymentCallback: '/payment/callback',
  /** The landing page of who is logged in. */
  welcome: '/home',
  login: '/login',
  /** The login page, and the page of ours (with query and hash) to be at after it. */
  loginThen: (next: string) => `/login?next=${encodeURIComponent(next)}`,
  signUp: '/signup',
  verifySignUp: '/verify-signup',
  forgotPassword: '/forgot-password',
  resetCode: '/reset-otp',
  resetPassword: '/reset-password',
  account: '/account',
  orders: '/orders',
  order: (id: string) => `/orders/${encodeURIComponent(id)}`,
  /** One order without an account, for who has the secret of its confirmation mail. */
  sharedOrder: (id: string, key: string) => `/orders/${encodeURIComponent(id)}?key=${key}`,
} as const;

/** Pages that are not for who is logged out, or only lead to logging in, with all below them. */
export const NOT_FOR_GUESTS: readonly string[] = [
  paths.welcome,
  paths.orders,
  paths.account,
  paths.login,
  paths.signUp,
  paths.verifySignUp,
  paths.forgotPassword,
  paths.resetCode,
  paths.resetPassword,
];
