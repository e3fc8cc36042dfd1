import type { Call } from './calls.ts';
import type { Change } from './changes.ts';
import { body, having, part, products, rows, status, webPage, whole, without } from './edits.ts';

/** One thing that breaks spec §7. A conformance check names its call and its field. */
export interface Fault extends Change {
  call: Call;
  /**
   * The field of the answer, or of the request, at fault; 'status', 'answer', 'authorization' or 'time' if no field is
   * at fault.
   */
  field: string;
}

type Rest = Omit<Fault, 'name' | 'call' | 'field' | 'apply'>;
type Row = readonly [field: string, name: string, apply?: Change['apply'], rest?: Rest];
const of = (call: Call, list: readonly Row[]): Fault[] =>
  list.map(([field, name, apply, rest]) => ({
    name: `${call}: ${name}`,
    call,
    field,
    ...(apply && { apply }),
    ...rest,
  }));

/** Edits refusals. */
const refusals = { errors: true } as const;
/** Leaves out the check of the token. */
const unchecked = (call: Call): Rest => ({ rules: { tokens: { [call]: 'ignored' } } });

const LIST = of('GET /api/product', [
  ['price', 'no price', products(without('price'))],
  ['price', 'a price of null', products(having('price', null))],
  ['price', 'a price in words', products(having('price', 'on request'))],
  ['price', 'a negative price', products(having('price', -100))],
  ['name', 'no name', products(without('name'))],
  ['_id', 'no id at all', products(without('_id', 'id'))],
  ['images', 'pictures that are numbers', products(having('images', [1, 2]))],
  ['tags', 'tags that are a number', products(having('tags', 7))],
  ['qtyAvailable', 'a stock in words', products(having('qtyAvailable', 'many'))],
  ['createdAt', 'a time in words', products(having('createdAt', 'yesterday'))],
  [
    'discount',
    'a discount of no known type',
    products(having('discount', { type: 'gift', amount: 5 })),
  ],
  ['ratings', 'a rating of 47', products(having('ratings', 47))],
  [
    'products',
    'the list under another name',
    whole((list) => {
      list.items = list.products;
      delete list.products;
    }),
  ],
  ['status', 'status 500', status(500)],
  ['answer', 'a web page', webPage],
  [
    'answer',
    'half an answer',
    (answer) => {
      answer.text = JSON.stringify(answer.body).slice(0, 500);
    },
  ],
  [
    'answer',
    'the connection breaks',
    (answer) => {
      answer.broken = true;
    },
  ],
  [
    'time',
    'an answer after 40 s',
    (answer) => {
      answer.delayMs = 40_000;
    },
  ],
  [
    'access-control-allow-origin',
    'no page may read it',
    (answer) => {
      answer.unreadable = true;
    },
  ],
  [
    'total',
    'a total of 7',
    whole((list) => {
      list.total = 7;
      list.totalPages = 1;
    }),
  ],
  ['page', 'every page is the first', undefined, { rules: { ignored: ['page'] } }],
  ['page', 'pages that overlap', undefined, { rules: { overlap: 10 } }],
  ['search', 'the search is ignored', undefined, { rules: { ignored: ['search'] } }],
  ['tag', 'the tag is ignored', undefined, { rules: { ignored: ['tag'] } }],
  [
    'category',
    'a category that is listed finds nothing',
    undefined,
    { rules: { category: 'none' } },
  ],
  ['sortBy', 'the order is ignored', undefined, { rules: { ignored: ['sortBy', 'sortOrder'] } }],
  ['limit', 'the limit is ignored', undefined, { rules: { ignored: ['limit'] } }],
]);

const DETAIL = of('GET /api/product/{id}', [
  ['product', 'no product', whole(having('product', null))],
  ['price', 'no price', products(without('price'))],
  ['name', 'no name', products(without('name'))],
  [
    '_id',
    'another product',
    part('product', (product) => {
      product._id = product.id = 'another-product';
    }),
  ],
  ['relatedProducts', 'related products that are a word', whole(having('relatedProducts', 'none'))],
  [
    'status',
    'an unknown product with status 200',
    (answer) => {
      answer.status = 200;
      answer.body = { product: null, relatedProducts: [] };
    },
    refusals,
  ],
  ['answer', 'a web page', webPage],
]);

const NAMES = [
  ...of('GET /api/app-data/categories', [
    ['answer', 'objects without a name', body(() => [{ rank: 1 }])],
    ['status', 'status 401', status(401, 'Unauthorized')],
  ]),
  ...of('GET /api/app-data/tags', [['answer', 'null', body(() => null)]]),
  ...of('GET /api/app-data/shipping-addresses', [
    ['amount', 'no amount', rows(without('amount'))],
    ['place', 'no place', rows(without('place'))],
    ['answer', 'no place to deliver to', body(() => [])],
  ]),
];

const ACCOUNTS = [
  ...of('POST /api/auth/register', [['email', 'no email', whole(without('email'))]]),
  ...of('POST /api/auth/verify-otp', [
    ['token', 'no token', whole(without('token'))],
    ['id', 'a user without an id', part('user', without('id', '_id'))],
  ]),
  ...of('POST /api/auth/login', [
    ['token', 'no token', whole(without('token'))],
    ['user', 'no user', whole(without('user'))],
    [
      'status',
      'a wrong password with status 200',
      (answer) => {
        answer.status = 200;
      },
      refusals,
    ],
    ['message', 'a refusal without a message', body(() => ({})), refusals],
    ['answer', 'a web page', webPage],
  ]),
  ...of('POST /api/auth/forgot-password', [['email', 'no email', whole(without('email'))]]),
  ...of('POST /api/auth/verify-password-otp', [['otp', 'no otp', whole(without('otp'))]]),
  ...of('GET /api/auth/profile', [
    ['user', 'no user', whole(without('user'))],
    ['authorization', 'no check of the token', undefined, unchecked('GET /api/auth/profile')],
  ]),
];

const PAYMENTS = [
  ...of('POST /api/payment/initialize', [
    [
      'authorization_url',
      'no address of a payment page',
      part('data', without('authorization_url')),
    ],
    [
      'authorization_url',
      'a script in place of an address',
      part('data', having('authorization_url', 'javascript:alert(1)')),
    ],
    ['data', 'no data', whole(without('data'))],
    ['status', 'status 500', status(500)],
  ]),
  ...of('GET /api/payment/verify/{reference}', [
    ['payment', 'no payment', body(() => ({}))],
    ['status', 'no status', part('payment', without('status'))],
    ['status', 'a status that nobody knows', part('payment', having('status', 'SETTLED?'))],
    ['status', 'status 500', status(500)],
    [
      'status',
      'an unknown reference that is paid',
      (answer) => {
        answer.status = 200;
        answer.body = {
          payment: { status: 'paid', reference: 'x', email: 'x@example.com', amount: 1 },
        };
      },
      refusals,
    ],
    ['amount', 'an amount in words', part('payment', having('amount', 'a lot'))],
    ['reference', 'another reference', part('payment', having('reference', 'another-payment'))],
    ['answer', 'a web page', webPage],
    [
      'time',
      'an answer after 40 s',
      (answer) => {
        answer.delayMs = 40_000;
      },
    ],
  ]),
];

const ORDERS = [
  ...of('GET /api/order/my-orders', [
    ['authorization', 'no check of the token', undefined, unchecked('GET /api/order/my-orders')],
    ['_id', 'no id', rows(without('_id'))],
    ['totalAmount', 'no total', rows(without('totalAmount'))],
    ['items', 'items that are a number', rows(having('items', 2))],
    ['answer', 'a web page', webPage],
  ]),
  ...of('GET /api/order/{id}', [
    ['authorization', 'no check of the token', undefined, unchecked('GET /api/order/{id}')],
    ['items', 'no items', whole(without('items'))],
    ['status', 'no status', whole(without('status'))],
    ['createdAt', 'a time in words', whole(having('createdAt', 'soon'))],
    ['status', 'status 500', status(500)],
  ]),
];

const REVIEWS = [
  ...of('GET /api/review/{productId}', [
    ['answer', 'null', body(() => null)],
    ['rating', 'no rating', rows(without('rating'))],
    ['rating', 'ratings of 9', rows(having('rating', 9))],
    ['createdAt', 'a time in words', rows(having('createdAt', 'recently'))],
    ['answer', 'a web page', webPage],
  ]),
  ...of('POST /api/review/{productId}', [
    [
      'authorization',
      'no check of the token',
      undefined,
      unchecked('POST /api/review/{productId}'),
    ],
    ['status', 'status 500', status(500)],
  ]),
  ...of('DELETE /api/review/{id}', [
    ['authorization', 'no check of the token', undefined, unchecked('DELETE /api/review/{id}')],
  ]),
];

const EXTENSIONS = of('GET /api/extensions', [
  [
    'extensions',
    'a word in place of a list',
    (answer) => {
      answer.status = 200;
      answer.body = { extensions: 'live' };
    },
    refusals,
  ],
  [
    'live',
    'an extension that is not there',
    (answer) => {
      answer.status = 200;
      answer.body = { extensions: ['live'] };
    },
    refusals,
  ],
]);

/** Every single fault. Their names are unique. */
export const FAULTS: readonly Fault[] = [
  ...LIST,
  ...DETAIL,
  ...NAMES,
  ...ACCOUNTS,
  ...PAYMENTS,
  ...ORDERS,
  ...REVIEWS,
  ...EXTENSIONS,
];
