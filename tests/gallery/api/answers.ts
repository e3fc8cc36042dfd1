import type * as z from 'zod/mini';
import type { EndpointName, endpoints } from '#contract/endpoints.ts';
import { EXTENSIONS } from '#contract/extensions.ts';
import type { Product } from '#contract/product.ts';
import { rankRelated } from '#domain/products/related.ts';
import {
  cancelledOrder,
  manyOrders,
  payments,
  returnedOrder,
  sampledOrder,
  shippedOrder,
} from '../data/orders.ts';
import { manyReviews, ownData, session, unreviewed } from '../data/people.ts';
import { places } from '../data/places.ts';
import {
  categories,
  discoverySet,
  oudWood,
  products,
  retired,
  sample,
  tags,
} from '../data/products.ts';

/** A request. */
export interface Asked {
  params: Record<string, string>;
  query: URLSearchParams;
  /** Whether the build asks, and not a browser in a state. */
  building?: boolean;
}

/** Makes the server answer 404. */
export const MISSING = Symbol('missing');

type Fixed = {
  [Name in EndpointName]: (
    asked: Asked,
  ) => z.input<(typeof endpoints)[Name]['response']> | typeof MISSING;
};

/** Returns the figures of the products that a page requests. */
function live(query: URLSearchParams) {
  const ids = new Set(query.get('ids')?.split(','));
  return { products: [...products, sample, discoverySet].filter(({ id }) => ids.has(id)) };
}

/** The gallery's build uses only the calls of spec §7. Its shop is not on trial, and has one provider. */
const NOT_OFFERED = [
  'product.sizes',
  'catalogue.snapshot',
  'catalogue.version',
  'payment.test',
  'payment.flutterwave',
  'shop.facts',
];

/** The answer of each call, unless a state sets another. */
export const fixedAnswers: Fixed = {
  extensions: () => ({ extensions: EXTENSIONS.filter((name) => !NOT_OFFERED.includes(name)) }),
  products: ({ query, building }) =>
    list(query, building ? [...products, retired, sample, discoverySet] : products),
  product: ({ params }) => detail(params.id),
  live: ({ query }) => live(query),
  ownLive: ({ query }) => live(query),
  lookup: ({ query }) => ({
    products: (query.get('ids') ?? '').split(',').flatMap((id) => {
      const product = [...products, retired].find((each) => each.id === id);
      const { images: [image] = [] } = product ?? {};
      return product ? { ...product, image } : [];
    }),
  }),
  catalogueVersion: () => ({ version: '1', products: products.length }),
  catalogueSnapshot: () => MISSING,
  catalogueRedirects: () => ({ redirects: [] }),
  shop: () => ({ facts: {} }),
  categories: () => categories,
  tags: () => tags,
  shippingAddresses: () => [...places],
  reviews: ({ params }) => (params.id === unreviewed ? [] : manyReviews),
  writeReview: () => manyReviews[0] ?? MISSING,
  deleteReview: () => ({ message: 'Deleted' }),
  myOrders: () => manyOrders,
  order: ({ params }) => orderOf(params.id),
  sharedOrder: () => orderOf('order-k7m2q'),
  cancelOrder: () => cancelledOrder,
  askReturn: () => orderOf('order-k7m2q'),
  addReturnPicture: () => orderOf('order-k7m2q'),
  renewSharedOrder: () => ({ message: 'On its way' }),
  renewAccount: () => ({ payment: payments.transfer }),
  initializePayment: () => ({
    data: {
      authorization_url: 'https://checkout.paystack.com/gallery',
      reference: payments.paid.reference,
    },
  }),
  verifyPayment: () => ({ payment: payments.paid }),
  register: () => ({ email: session.user.email, attempt: 'gallery-attempt' }),
  verifyOtp: () => session,
  resendOtp: () => ({ message: 'Sent' }),
  login: () => session,
  forgotPassword: () => ({ email: session.user.email }),
  verifyPasswordOtp: () => ({ otp: 'gallery-otp' }),
  resetPassword: () => ({ message: 'Done' }),
  profile: () => session,
  logout: () => ({ message: 'Done' }),
  logoutEverywhere: () => ({ message: 'Done' }),
  exportAccount: () => ({
    account: { ...session.user, createdAt: '2026-01-05T10:00:00.000Z' },
    orders: manyOrders,
    reviews: [],
    sessions: [],
  }),
  customer: () => ownData,
  changeProfile: () => ownData,
  askNewEmail: () => ({ email: 'ngozi.new@example.com' }),
  changeEmail: () => ({ ...ownData, email: 'ngozi.new@example.com' }),
  changeAddress: () => ownData,
  deleteAddress: () => ownData,
  deleteAccount: () => ({ message: 'Deleted' }),
  askStockAlert: () => ({ state: 'asked' }),
  stockAlert: () => ({ ...stockAlert, state: 'unconfirmed' }),
  confirmStockAlert: () => ({ ...stockAlert, state: 'waiting' }),
  stopStockAlert: () => ({ message: 'Stopped' }),
  refundAccount: () => refundAccount,
  accountHolder: () => ({ name: 'AMINA BELLO' }),
  sendRefund: () => ({ ...refundAccount, state: 'sent', banks: [], account: givenAccount }),
  quotePromotions: () => ({
    discount: 0,
    applied: [],
    lines: [],
    shippingDiscount: 0,
    hints: [],
  }),
};

/** A refund that waits for a bank account. */
export const refundAccount = {
  state: 'open' as const,
  order: 'K7M2Q',
  amount: 41_800,
  banks: [
    { id: '3', name: 'Guaranty Trust Bank' },
    { id: '5', name: 'OPay' },
  ],
  account: null,
};
export const givenAccount = { bank: 'Guaranty Trust Bank', lastDigits: '6789' };

const stockAlert = { productId: oudWood.id, name: oudWood.name };

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

function list(query: URLSearchParams, products: readonly Product[]) {
  const get = (key: string) => query.get(key) ?? '';
  const fits = ({ name, brand = '', categories = [], tags }: Product) =>
    name.toLowerCase().includes(get('search').toLowerCase()) &&
    (!get('tag') || tags.some((tag) => same(tag, get('tag')))) &&
    (!get('category') || [brand, ...categories].some((each) => same(each, get('category'))));
  const by = {
    price: (a: Product, b: Product) => a.price - b.price,
    name: (a: Product, b: Product) => a.name.localeCompare(b.name, 'en'),
    soldCount: (a: Product, b: Product) => a.soldCount - b.soldCount,
    createdAt: (a: Product, b: Product) => Date.parse(a.createdAt) - Date.parse(b.createdAt),
  }[get('sortBy') || 'createdAt'];
  const found = products.filter(fits);
  if (by) found.sort((a, b) => (query.get('sortOrder') === 'asc' ? by(a, b) : by(b, a)));
  const limit = Number(query.get('limit') ?? 50);
  const start = (Number(query.get('page') ?? 1) - 1) * limit;
  return {
    products: found.slice(start, start + limit),
    total: found.length,
    totalPages: Math.ceil(found.length / limit),
  };
}

function detail(id: string | undefined) {
  const product = products.find((each) => each.id === id);
  return product ? { product, relatedProducts: rankRelated(product, products) } : MISSING;
}

const orderOf = (id: string | undefined) =>
  [...manyOrders, shippedOrder, returnedOrder, sampledOrder].find(({ _id }) => _id === id) ??
  MISSING;
