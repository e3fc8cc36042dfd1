import type { Call } from './calls.ts';
import type { Change } from './changes.ts';
import {
  asText,
  body,
  bodyOf,
  type Fields,
  firstRow,
  having,
  part,
  products,
  refusal,
  renamed,
  rows,
  status,
  under,
  webPage,
  whole,
  without,
} from './edits.ts';

/** The visit of a shopper that reads what a quirk changes (visits.ts). */
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
  /** Whether the build also reads it. */
  build?: true;
  /** false if the browser tests skip it: it has its own test, or only the build reads it. */
  browser?: false;
}

type Rest = Omit<Partial<Quirk>, 'name' | 'call' | 'visit' | 'apply'>;
type Row = readonly [name: string, apply?: Change['apply'], rest?: Rest];
const of = (call: Quirk['call'], visit: Visit, list: readonly Row[], all: Rest = {}): Quirk[] =>
  list.map(([name, apply, rest]) => ({
    name,
    call,
    visit,
    ...(apply && { apply }),
    ...all,
    ...rest,
  }));

const build = { build: true } as const;

const VERIFY: Call = 'GET /api/payment/verify/{reference}';
const PAYMENT = [
  ...of(VERIFY, 'guest purchase', [
    [
      'verify insists on a token',
      undefined,
      { rules: { tokens: { [VERIFY]: 'required' } }, browser: false },
    ],
    ['a payment without a channel', part('payment', without('channel'))],
    ['an amount that is a string', part('payment', asText('amount'))],
    ['a paid payment has the status success', part('payment', having('status', 'success'))],
    ['the payment is the answer', body((answer) => (answer as Fields).payment)],
    ['the payment is in data', under('data')],
    ['a payment without a customer', part('payment', without('customer'))],
  ]),
  ...of(['POST /api/payment/initialize', 'GET /api/order/my-orders'], 'guest purchase', [
    ['a reference with an underscore', undefined, { rules: { referenceSign: '_' } }],
  ]),
  ...of('POST /api/payment/initialize', 'guest purchase', [
    [
      'initialize answers the reference',
      part('data', (data) => {
        data.reference = String(data.authorization_url).replace(/.*\//, '');
      }),
    ],
  ]),
  ...of('GET /api/app-data/shipping-addresses', 'guest purchase', [
    ['fees that are strings', rows(asText('amount')), build],
  ]),
];

/** Replaces an order's `productId` with the product, like a document database that populates references. */
const populated = (order: Fields) => {
  for (const item of order.items as Fields[]) {
    item.productId = { _id: item.productId, name: item.name, price: item.price };
  }
};
const ORDERS = [
  ...of('GET /api/order/{id}', 'orders', [
    ['an order in order', under('order')],
    ['an order in data', under('data')],
    ['populated products in an order', whole(populated)],
    ['an order without a shipping fee', whole(without('shippingFee'))],
    ['a total that is a string', whole(asText('totalAmount'))],
    ['a status that the spec does not know', whole(having('status', 'dispatched'))],
  ]),
  ...of('GET /api/order/my-orders', 'orders', [
    ['orders in orders', under('orders')],
    ['orders in data', under('data')],
    ['populated products in orders', rows(populated)],
    ['orders without a shipping fee', rows(without('shippingFee'))],
  ]),
];

const READ_REVIEWS: Call = 'GET /api/review/{productId}';
const REVIEWS = of(READ_REVIEWS, 'reviews', [
  ['reviews insist on a token', undefined, { rules: { tokens: { [READ_REVIEWS]: 'required' } } }],
  ['reviews in reviews', under('reviews')],
  ['reviews in data', under('data')],
  ['one rating of 4.5', firstRow(having('rating', 4.5))],
  ['one review whose user is null', firstRow(having('user', null))],
  ['one review without a name', firstRow(without('userName'))],
]);

const ACCOUNTS = [
  ...of('POST /api/auth/verify-otp', 'sign-up', [['verify-otp answers in data', under('data')]]),
  ...of('POST /api/auth/register', 'sign-up', [
    ['register answers no email', whole(without('email'))],
    ['register answers the email in data', under('data')],
  ]),
  ...of('POST /api/auth/login', 'log-in', [['log-in answers in data', under('data')]]),
  ...of(['POST /api/auth/verify-otp', 'POST /api/auth/login', 'GET /api/auth/profile'], 'log-in', [
    ['a user with _id alone', part('user', renamed('id', '_id'))],
  ]),
  ...of('GET /api/auth/profile', 'log-in', [
    ['profile answers the user alone', body((answer) => (answer as Fields).user)],
    ['profile answers no token', whole(without('token'))],
  ]),
];

const LIST: Call = 'GET /api/product';
const DETAIL: Call = 'GET /api/product/{id}';
const PRODUCTS = [
  ...of(DETAIL, 'product', [
    ['_id alone in a detail', products(without('id'))],
    ['the product in data', under('data')],
    ['the product is the answer', body((answer) => (answer as Fields).product)],
    ['no related products', whole(without('relatedProducts'))],
  ]),
  ...of(LIST, 'list', [['id alone in lists', products(without('_id')), build]]),
  ...of(
    [LIST, DETAIL],
    'list',
    [
      ['prices that are strings', products(asText('price'))],
      ['no stock', products(without('qtyAvailable'))],
      [
        'no ratings, no numbers of reviews and sales',
        products(without('ratings', 'numReviews', 'soldCount')),
      ],
      ['no tags and no description', products(without('tags', 'description'))],
      [
        'times in milliseconds',
        products((product) => {
          product.createdAt = Date.parse(String(product.createdAt));
        }),
      ],
    ],
    build,
  ),
  ...of(
    [LIST, DETAIL],
    'product',
    [
      ['_id alone everywhere', products(without('id'))],
      [
        'no picture: an empty list and an empty word',
        products((product) => {
          product.images = [];
          product.image = '';
        }),
      ],
      ['a single picture without a list', products(without('images'))],
      [
        'an empty discount',
        products((product) => {
          product.discount ??= {};
        }),
      ],
      [
        'a discount of 0',
        products((product) => {
          product.discount ??= { type: 'percentage', amount: 0 };
        }),
      ],
    ],
    build,
  ),
];

const LISTS = [
  ...of(
    LIST,
    'list',
    [
      ['the list in data', under('data')],
      ['no total and no number of pages', whole(without('total', 'totalPages'))],
      ['no number of pages', whole(without('totalPages'))],
      ['an unknown category filters nothing', undefined, { rules: { category: 'ignored' } }],
      ['houses are no categories', undefined, { rules: { category: 'families' } }],
      ['categories by their exact words', undefined, { rules: { category: 'exact' } }],
      [
        'an empty list is a 404',
        (answer) => {
          if ((bodyOf(answer).products as unknown[]).length === 0)
            Object.assign(answer, refusal(404, 'No products found'));
        },
        { rules: { category: 'families' } },
      ],
    ],
    build,
  ),
  ...of([LIST, DETAIL], 'list', [
    [
      'equal times in another order each time',
      undefined,
      { rules: { imported: true, unstable: true }, build: true },
    ],
  ]),
  ...of('GET /api/app-data/categories', 'list', [
    ['categories in categories', under('categories'), { browser: false, build: true }],
  ]),
  ...of('GET /api/app-data/tags', 'list', [['tags in data', under('data'), build]]),
  ...of(
    'GET /api/extensions',
    'list',
    [
      ['extensions answer 401', status(401, 'Unauthorized')],
      ['extensions answer 500', status(500)],
      ['extensions answer a web page', webPage],
    ],
    { browser: false, build: true, errors: true },
  ),
];

/** Every quirk. Their names are unique. */
export const QUIRKS: readonly Quirk[] = [
  ...PAYMENT,
  ...ORDERS,
  ...REVIEWS,
  ...ACCOUNTS,
  ...PRODUCTS,
  ...LISTS,
];
