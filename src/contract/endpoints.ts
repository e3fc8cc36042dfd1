import { accountCalls } from './account-calls.ts';
import { appDataCalls } from './app-data-calls.ts';
import { checkoutCalls } from './checkout-calls.ts';
import { type Endpoint, get } from './endpoint.ts';
import { extensionsAnswer } from './extensions.ts';
import { orderCalls } from './order-calls.ts';
import * as product from './product.ts';
import { profileCalls } from './profile-calls.ts';
import { promotionCalls } from './promotion-calls.ts';
import { readDetail, readList, readLookup } from './reading/product.ts';
import { refundAccountCalls } from './refund-account-calls.ts';
import { returnCalls } from './return-calls.ts';
import { reviewCalls } from './review-calls.ts';
import { shopChanges } from './shop.ts';
import { snapshotLine } from './snapshot.ts';
import { stockAlertCalls } from './stock-alert-calls.ts';

export type { Endpoint };

/** Every call: those of spec §7 and the extensions. */
export const endpoints = {
  ...accountCalls,
  ...profileCalls,
  products: get('/api/product', 'The catalogue, filtered, sorted and paged', {
    query: product.productQuery,
    response: product.productList,
    read: readList,
  }),
  product: get('/api/product/{id}', 'One product and up to five related ones', {
    params: product.productParams,
    response: product.productDetail,
    read: readDetail,
  }),
  ...checkoutCalls,
  ...orderCalls,
  ...returnCalls,
  ...reviewCalls,
  ...appDataCalls,
  ...stockAlertCalls,
  ...refundAccountCalls,
  ...promotionCalls,
  extensions: get('/api/extensions', 'What this backend offers beyond the calls above', {
    response: extensionsAnswer,
  }),
  live: get('/api/live', 'The current price and stock of some products', {
    query: product.liveQuery,
    response: product.liveAnswer,
    extension: 'live',
  }),
  ownLive: get('/api/live/own', 'The same for a browser that has begun orders', {
    query: product.liveQuery,
    response: product.liveAnswer,
    extension: 'live.own',
  }),
  lookup: get('/api/lookup', 'What a cart says of some products', {
    query: product.liveQuery,
    response: product.lookupAnswer,
    read: readLookup,
    extension: 'product.lookup',
  }),
  catalogueVersion: get('/api/catalogue/version', 'A version that changes with the catalogue', {
    response: product.catalogueVersion,
    extension: 'catalogue.version',
  }),
  catalogueSnapshot: get('/api/catalogue/snapshot', 'The whole catalogue at one moment', {
    response: snapshotLine,
    stream: true,
    extension: 'catalogue.snapshot',
  }),
  catalogueRedirects: get('/api/catalogue/redirects', 'Paths of the site that have moved', {
    query: product.redirectsQuery,
    response: product.redirectsAnswer,
    extension: 'catalogue.redirects',
  }),
  shop: get('/api/shop', 'What staff have changed of the facts of the shop', {
    response: shopChanges,
    extension: 'shop.facts',
  }),
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;
