import type { Call } from './calls.ts';
import type { Change } from './changes.ts';
import {
  body,
  bodyOf,
  type Fields,
  firstRow,
  having,
  part,
  products,
  refusal,
  rows,
  status,
  webPage,
  whole,
  without,
} from './edits.ts';

/** Which visit of a shopper reads what a quirk changes (visits.ts). */
export type Visit =
  | 'guest purchase'
  | 'orders'
  | 'reviews'
  | 'sign-up'
  | 'log-in'
  | 'product'
  | 'list';

/** A way to answer that spec §7 leaves open, or that is near it. The build and the browser cope. */
export interface Quirk extends Change {
  visit: Visit;
  /** Whether the build reads it, too. */
  build?: true;
  /** false where no browser visit of its own shows it: it has a test of its own, or only the build reads it. */
  browser?: false;
}

const LIST: Call = 'GET /api/product';
const DETAIL: Call = 'GET /api/product/{id}';
const VERIFY: Call = 'GET /api/payment/verify/{reference}';
const ORDER: Call = 'GET /api/order/{id}';
const ORDERS: Call = 'GET /api/order/my-orders';
const REVIEWS: Call = 'GET /api/review/{productId}';
const SESSIONS: readonly Call[] = [
  'POST /api/auth/verify-otp',
  'POST /api/auth/login',
  'GET /api/auth/profile',
];

const under = (name: string) => body((answer) => ({ [name]: answer }));
const renamed = (from: string, to: string) => (fields: Fields) => {
  fields[to] = fields[from];
  delete fields[from];
};
/** Makes an order's `productId` the product, as a document database does that populates references. */
const populated = (order: Fields) => {
  for (const item of order.items as Fields[]) {
    item.productId = { _id: item.productId, name: item.name, price: item.price };
  }
};
const text = (name: string) => (fields: Fields) => {
  fields[name] = String(fields[name]);
};

const PAYMENT: Quirk[] = [
  {
    name: 'verify insists on a token',
    call: VERIFY,
    visit: 'guest purchase',
    rules: { tokens: { [VERIFY]: 'required' } },
    browser: false,
  },
  {
    name: 'a payment without a channel',
    call: VERIFY,
    visit: 'guest purchase',
    apply: part('payment', without('channel')),
  },
  {
    name: 'an amount that is a string',
    call: VERIFY,
    visit: 'guest purchase',
    apply: part('payment', text('amount')),
  },
  {
    name: 'a paid payment has the status success',
    call: VERIFY,
    visit: 'guest purchase',
    apply: part('payment', having('status', 'success')),
  },
  {
    name: 'the payment is the answer',
    call: VERIFY,
    visit: 'guest purchase',
    apply: body((answer) => (answer as Fields).payment),
  },
  { name: 'the payment is in data', call: VERIFY, visit: 'guest purchase', apply: under('data') },
  {
    name: 'a payment without a customer',
    call: VERIFY,
    visit: 'guest purchase',
    apply: part('payment', without('customer')),
  },
  {
    name: 'a reference with an underscore',
    call: ['POST /api/payment/initialize', ORDERS],
    visit: 'guest purchase',
    rules: { referenceSign: '_' },
  },
  {
    name: 'initialize answers the reference',
    call: 'POST /api/payment/initialize',
    visit: 'guest purchase',
    apply: part('data', (data) => {
      data.reference = String(data.authorization_url).replace(/.*\//, '');
    }),
  },
  {
    name: 'fees that are strings',
    call: 'GET /api/app-data/shipping-addresses',
    visit: 'guest purchase',
    build: true,
    apply: rows(text('amount')),
  },
];

const ORDERING: Quirk[] = [
  { name: 'an order in order', call: ORDER, visit: 'orders', apply: under('order') },
  { name: 'an order in data', call: ORDER, visit: 'orders', apply: under('data') },
  { name: 'orders in orders', call: ORDERS, visit: 'orders', apply: under('orders') },
  { name: 'orders in data', call: ORDERS, visit: 'orders', apply: under('data') },
  { name: 'populated products in an order', call: ORDER, visit: 'orders', apply: whole(populated) },
  { name: 'populated products in orders', call: ORDERS, visit: 'orders', apply: rows(populated) },
  {
    name: 'an order without a shipping fee',
    call: ORDER,
    visit: 'orders',
    apply: whole(without('shippingFee')),
  },
  {
    name: 'orders without a shipping fee',
    call: ORDERS,
    visit: 'orders',
    apply: rows(without('shippingFee')),
  },
  {
    name: 'a total that is a string',
    call: ORDER,
    visit: 'orders',
    apply: whole(text('totalAmount')),
  },
  {
    name: 'a status that the spec does not know',
    call: ORDER,
    visit: 'orders',
    apply: whole(having('status', 'dispatched')),
  },
];

const REVIEWING: Quirk[] = [
  {
    name: 'reviews insist on a token',
    call: REVIEWS,
    visit: 'reviews',
    rules: { tokens: { [REVIEWS]: 'required' } },
  },
  { name: 'reviews in reviews', call: REVIEWS, visit: 'reviews', apply: under('reviews') },
  { name: 'reviews in data', call: REVIEWS, visit: 'reviews', apply: under('data') },
  {
    name: 'one rating of 4.5',
    call: REVIEWS,
    visit: 'reviews',
    apply: firstRow(having('rating', 4.5)),
  },
  {
    name: 'one review whose user is null',
    call: REVIEWS,
    visit: 'reviews',
    apply: firstRow(having('user', null)),
  },
  {
    name: 'one review without a name',
    call: REVIEWS,
    visit: 'reviews',
    apply: firstRow(without('userName')),
  },
];

const ACCOUNTS: Quirk[] = [
  {
    name: 'verify-otp answers in data',
    call: 'POST /api/auth/verify-otp',
    visit: 'sign-up',
    apply: under('data'),
  },
  {
    name: 'log-in answers in data',
    call: 'POST /api/auth/login',
    visit: 'log-in',
    apply: under('data'),
  },
  {
    name: 'a user with _id alone',
    call: SESSIONS,
    visit: 'log-in',
    apply: part('user', renamed('id', '_id')),
  },
  {
    name: 'profile answers the user alone',
    call: 'GET /api/auth/profile',
    visit: 'log-in',
    apply: body((answer) => (answer as Fields).user),
  },
  {
    name: 'profile answers no token',
    call: 'GET /api/auth/profile',
    visit: 'log-in',
    apply: whole(without('token')),
  },
  {
    name: 'register answers no email',
    call: 'POST /api/auth/register',
    visit: 'sign-up',
    apply: whole(without('email')),
  },
  {
    name: 'register answers the email in data',
    call: 'POST /api/auth/register',
    visit: 'sign-up',
    apply: under('data'),
  },
];

const CATALOGUE: Quirk[] = [
  { name: '_id alone in a detail', call: DETAIL, visit: 'product', apply: products(without('id')) },
  {
    name: '_id alone everywhere',
    call: [LIST, DETAIL],
    visit: 'product',
    build: true,
    apply: products(without('id')),
  },
  {
    name: 'id alone in lists',
    call: LIST,
    visit: 'list',
    build: true,
    apply: products(without('_id')),
  },
  {
    name: 'prices that are strings',
    call: [LIST, DETAIL],
    visit: 'list',
    build: true,
    apply: products(text('price')),
  },
  {
    name: 'no stock',
    call: [LIST, DETAIL],
    visit: 'list',
    build: true,
    apply: products(without('qtyAvailable')),
  },
  {
    name: 'no ratings, no numbers of reviews and sales',
    call: [LIST, DETAIL],
    visit: 'list',
    build: true,
    apply: products(without('ratings', 'numReviews', 'soldCount')),
  },
  {
    name: 'no tags and no description',
    call: [LIST, DETAIL],
    visit: 'list',
    build: true,
    apply: products(without('tags', 'description')),
  },
  {
    name: 'no picture: an empty list and an empty word',
    call: [LIST, DETAIL],
    visit: 'product',
    build: true,
    apply: products((product) => {
      product.images = [];
      product.image = '';
    }),
  },
  {
    name: 'a single picture without a list',
    call: [LIST, DETAIL],
    visit: 'product',
    build: true,
    apply: products(without('images')),
  },
  {
    name: 'times in milliseconds',
    call: [LIST, DETAIL],
    visit: 'list',
    build: true,
    apply: products((product) => {
      product.createdAt = Date.parse(String(product.createdAt));
    }),
  },
  {
    name: 'an empty discount',
    call: [LIST, DETAIL],
    visit: 'product',
    build: true,
    apply: products((product) => {
      product.discount ??= {};
    }),
  },
  {
    name: 'a discount of 0',
    call: [LIST, DETAIL],
    visit: 'product',
    build: true,
    apply: products((product) => {
      product.discount ??= { type: 'percentage', amount: 0 };
    }),
  },
  { name: 'the list in data', call: LIST, visit: 'list', build: true, apply: under('data') },
  { name: 'the product in data', call: DETAIL, visit: 'product', apply: under('data') },
  {
    name: 'the product is the answer',
    call: DETAIL,
    visit: 'product',
    apply: body((answer) => (answer as Fields).product),
  },
  {
    name: 'no related products',
    call: DETAIL,
    visit: 'product',
    apply: whole(without('relatedProducts')),
  },
  {
    name: 'no total and no number of pages',
    call: LIST,
    visit: 'list',
    build: true,
    apply: whole(without('total', 'totalPages')),
  },
  {
    name: 'no number of pages',
    call: LIST,
    visit: 'list',
    build: true,
    apply: whole(without('totalPages')),
  },
  {
    name: 'equal times in another order each time',
    call: [LIST, DETAIL],
    visit: 'list',
    build: true,
    rules: { imported: true, unstable: true },
  },
  {
    name: 'an unknown category filters nothing',
    call: LIST,
    visit: 'list',
    build: true,
    rules: { category: 'ignored' },
  },
  {
    name: 'houses are no categories',
    call: LIST,
    visit: 'list',
    build: true,
    rules: { category: 'families' },
  },
  {
    name: 'categories by their exact words',
    call: LIST,
    visit: 'list',
    build: true,
    rules: { category: 'exact' },
  },
  {
    name: 'an empty list is a 404',
    call: LIST,
    visit: 'list',
    build: true,
    rules: { category: 'families' },
    apply: (answer) => {
      if ((bodyOf(answer).products as unknown[]).length === 0)
        Object.assign(answer, refusal(404, 'No products found'));
    },
  },
  {
    name: 'categories in categories',
    call: 'GET /api/app-data/categories',
    visit: 'list',
    browser: false,
    build: true,
    apply: under('categories'),
  },
  {
    name: 'tags in data',
    call: 'GET /api/app-data/tags',
    visit: 'list',
    build: true,
    apply: under('data'),
  },
  {
    name: 'extensions answer 401',
    call: 'GET /api/extensions',
    visit: 'list',
    browser: false,
    build: true,
    errors: true,
    apply: status(401, 'Unauthorized'),
  },
  {
    name: 'extensions answer 500',
    call: 'GET /api/extensions',
    visit: 'list',
    browser: false,
    build: true,
    errors: true,
    apply: status(500),
  },
  {
    name: 'extensions answer a web page',
    call: 'GET /api/extensions',
    visit: 'list',
    browser: false,
    build: true,
    errors: true,
    apply: webPage,
  },
];

/** Every quirk. Their names are unique. */
export const QUIRKS: readonly Quirk[] = [
  ...PAYMENT,
  ...ORDERING,
  ...REVIEWING,
  ...ACCOUNTS,
  ...CATALOGUE,
];
