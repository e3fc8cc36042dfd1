import { slug } from '#domain/slug.ts';

/** Every URL of the shop, in one place. */
export const paths = {
  home: '/',
  products: '/products',
  product: (id: string) => `/products/${encodeURIComponent(id)}`,
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
  checkout: '/checkout',
  paymentCallback: '/payment/callback',
  /** One order without an account, for who has the secret of its confirmation mail. */
  sharedOrder: (id: string, key: string) => `/orders/${encodeURIComponent(id)}?key=${key}`,
} as const;
