import type { Call } from '../calls.ts';
import { asText, body, type Fields, products, under, whole, without } from '../edits.ts';
import type { Quirk } from './quirk.ts';

const LIST: Call = 'GET /api/product';
const DETAIL: Call = 'GET /api/product/{id}';

/** What products hold. */
export const PRODUCT_QUIRKS: readonly Quirk[] = [
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
    apply: products(asText('price')),
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
];
