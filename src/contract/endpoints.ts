import * as z from 'zod/mini';
import * as account from './account.ts';
import * as appData from './app-data.ts';
import * as checkout from './checkout.ts';
import { extensionsAnswer, type Extension } from './extensions.ts';
import * as order from './order.ts';
import * as product from './product.ts';
import * as review from './review.ts';

type Schema = z.ZodMiniType;

/** One call: what it takes and what it answers. Routes, the site's client and OpenAPI are made from it. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'DELETE';
  /** With parameters in braces, as OpenAPI writes them. */
  path: string;
  summary: string;
  /** Whether a bearer token is needed, read if there, or not looked at. */
  auth: 'none' | 'optional' | 'required';
  params?: Schema;
  query?: Schema;
  body?: Schema;
  response: Schema;
  /** The extension that the call belongs to; absent for the calls of spec §7. */
  extension?: Extension;
}

const get = (
  path: string,
  summary: string,
  rest: Omit<Endpoint, 'method' | 'path' | 'summary' | 'auth'>,
) => ({ method: 'GET', path, summary, auth: 'none', ...rest }) as const;
const post = (
  path: string,
  summary: string,
  rest: Omit<Endpoint, 'method' | 'path' | 'summary' | 'auth'>,
) => ({ method: 'POST', path, summary, auth: 'none', ...rest }) as const;

/** All calls of spec §7 and our extensions. */
export const endpoints = {
  register: post('/api/auth/register', 'Begin an account; a code is mailed', {
    body: account.registerBody,
    response: account.emailAnswer,
  }),
  verifyOtp: post('/api/auth/verify-otp', 'Prove the e-mail address with the code', {
    body: account.verifyOtpBody,
    response: account.sessionAnswer,
  }),
  resendOtp: post('/api/auth/resend-otp', 'Mail a new code', {
    body: account.resendOtpBody,
    response: account.messageAnswer,
  }),
  login: post('/api/auth/login', 'Log in', {
    body: account.loginBody,
    response: account.sessionAnswer,
  }),
  forgotPassword: post('/api/auth/forgot-password', 'Mail a code for a new password', {
    body: account.forgotPasswordBody,
    response: account.emailAnswer,
  }),
  verifyPasswordOtp: post('/api/auth/verify-password-otp', 'Prove the mailed code', {
    body: account.verifyOtpBody,
    response: account.resetOtpAnswer,
  }),
  resetPassword: post('/api/auth/reset-password', 'Set the new password', {
    body: account.resetPasswordBody,
    response: account.messageAnswer,
  }),
  profile: {
    ...get('/api/auth/profile', 'The session and its user', { response: account.sessionAnswer }),
    auth: 'required',
  },
  products: get('/api/product', 'The catalogue, filtered, sorted and paged', {
    query: product.productQuery,
    response: product.productList,
  }),
  product: get('/api/product/{id}', 'One product and up to five related ones', {
    params: product.productParams,
    response: product.productDetail,
  }),
  initializePayment: {
    ...post('/api/payment/initialize', 'Create the order and get the page to pay on', {
      body: checkout.initializeBody,
      response: checkout.initializeAnswer,
    }),
    auth: 'optional',
  },
  verifyPayment: {
    ...get('/api/payment/verify/{reference}', 'What is known of a payment', {
      params: checkout.referenceParams,
      response: checkout.verifyAnswer,
    }),
    auth: 'optional',
  },
  myOrders: {
    ...get('/api/order/my-orders', 'The orders of the session', { response: order.orderList }),
    auth: 'required',
  },
  order: {
    ...get('/api/order/{id}', 'One order of the session', {
      params: order.orderParams,
      response: order.order,
    }),
    auth: 'required',
  },
  reviews: get('/api/review/{id}', 'The reviews of a product', {
    params: review.reviewParams,
    response: review.reviewList,
  }),
  writeReview: {
    ...post('/api/review/{id}', 'Write a review of a product', {
      params: review.reviewParams,
      body: review.reviewBody,
      response: review.review,
    }),
    auth: 'required',
  },
  deleteReview: {
    method: 'DELETE',
    path: '/api/review/{id}',
    summary: 'Delete a review of one’s own',
    auth: 'required',
    params: review.reviewParams,
    response: account.messageAnswer,
  },
  categories: get('/api/app-data/categories', 'Scent families and audiences', {
    response: appData.names,
  }),
  tags: get('/api/app-data/tags', 'All tags', { response: appData.names }),
  shippingAddresses: get(
    '/api/app-data/shipping-addresses',
    'Where we deliver, and the fee in naira',
    {
      response: appData.shippingPlaces,
    },
  ),
  extensions: get('/api/extensions', 'What this backend offers beyond the calls above', {
    response: extensionsAnswer,
  }),
  live: get('/api/live', 'Today’s price and stock of some products', {
    query: product.liveQuery,
    response: product.liveAnswer,
    extension: 'live',
  }),
  catalogueVersion: get('/api/catalogue/version', 'A mark that changes with the catalogue', {
    response: product.catalogueVersion,
    extension: 'catalogue.version',
  }),
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;
