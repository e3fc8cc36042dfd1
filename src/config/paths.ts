import { collectionSlug } from '#domain/products/slug.ts';

/** Separate from `paths`, because the scripts of a list use nothing else of it. */
export const PRODUCTS = '/products';
export const productPath = (id: string) => `${PRODUCTS}/${encodeURIComponent(id)}`;

/** The folders of the pages that collect products. */
export const COLLECTIONS = { brand: '/brands', category: '/categories' } as const;
export type CollectionKind = keyof typeof COLLECTIONS;
/** Returns the path of a page with collected products. Separate, because only builds use it: pages do not load its rule. */
export const collectionPath = (kind: CollectionKind, name: string, page = 1) =>
  `${COLLECTIONS[kind]}/${collectionSlug(name)}${page > 1 ? `/${page}` : ''}`;
export const brandPath = (name: string, page?: number) => collectionPath('brand', name, page);
export const categoryPath = (name: string, page?: number) => collectionPath('category', name, page);

/** Returns the page of a product with a promotion code, which counts for the visit. */
export const productWithCode = ({ productId, code }: { productId: string; code: string }) =>
  `${productPath(productId)}?code=${encodeURIComponent(code)}`;

/** The page of a cart's link. Separate, because only the drawer links to it. */
export const CART = '/cart';
/** Returns the link of a cart. `list`: as domain/orders/cart-link.ts writes it. */
export const cartPath = (list: string) => `${CART}?items=${list}`;

/** The page that the service worker shows in place of a missing one. Separate, because no page links to it. */
export const OFFLINE = '/offline';
/** The service worker. Its folder is its scope: the whole site. */
export const WORKER = '/sw.js';

/** Every other URL of the shop. */
export const paths = {
  home: '/',
  products: PRODUCTS,
  product: productPath,
  category: (name: string) => `/products?category=${encodeURIComponent(name)}`,
  brandQuery: (name = '') => `/products?brand=${encodeURIComponent(name)}`,
  search: (text: string) => `/products?search=${encodeURIComponent(text)}`,
  /** Pagefind's script. pages/pagefind makes its index. */
  searchIndex: '/pagefind/pagefind.js',
  searchIndexEntry: '/pagefind/pagefind-entry.json',
  feed: (file: string) => `/feeds/${file}`,
  brands: '/brands',
  about: '/about',
  contact: '/contact',
  privacy: '/privacy',
  returns: '/returns',
  terms: '/terms',
  checkout: '/checkout',
  paymentCallback: '/payment/callback',
  /** The landing page of a signed-in customer. */
  welcome: '/home',
  login: '/login',
  /** The login page. `next` is the path to open afterwards, with query and hash. */
  loginThen: (next: string) => `/login?next=${encodeURIComponent(next)}`,
  signUp: '/signup',
  verifySignUp: '/verify-signup',
  forgotPassword: '/forgot-password',
  resetCode: '/reset-otp',
  resetPassword: '/reset-password',
  account: '/account',
  orders: '/orders',
  order: (id: string) => `/orders/${encodeURIComponent(id)}`,
  /**
   * The page of a link in an email about a product that is back (extension product.stockAlert). `key` is its secret. It is
   * behind '#', so that no server or log sees it.
   */
  stockAlert: (what: 'confirm' | 'stop', key: string) => `/stock-alert#${what}=${key}`,
  stockAlertPage: '/stock-alert',
  /** The page of a link in an email about a refund that needs a bank account (extension refund.account). */
  refundAccount: (key: string) => `/refund-account#key=${key}`,
  /** One order without an account. `key` is the secret from the confirmation email. */
  sharedOrder: (id: string, key: string) => `/orders/${encodeURIComponent(id)}#key=${key}`,
} as const;

/** Pages for signed-in customers, and pages that only lead to signing in. Includes all paths below them. */
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
