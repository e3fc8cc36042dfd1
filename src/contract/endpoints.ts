import * as account from './account.ts';
import { appDataCalls } from './app-data-calls.ts';
import { checkoutCalls } from './checkout-calls.ts';
import { type Endpoint, get, post } from './endpoint.ts';
import { extensionsAnswer } from './extensions.ts';
import * as order from './order.ts';
import * as product from './product.ts';
import * as review from './review.ts';

export type { Endpoint };

/** All calls of spec §7 and our extensions. */
export const endpoints = {
  register: post('/api/auth/register', 'Begin an account; a code is mailed', {
    body: account.registerBody,
    response: account.registerAnswer,
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
    body: account.verifyPasswordOtpBody,
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
  ...checkoutCalls,
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
  ...appDataCalls,
  logout: {
    ...post('/api/auth/logout', 'End this session', {
      response: account.messageAnswer,
      extension: 'account.logout',
    }),
    auth: 'required',
  },
  logoutEverywhere: {
    ...post('/api/auth/logout-everywhere', 'End all sessions of the account', {
      response: account.messageAnswer,
      extension: 'account.logout',
    }),
    auth: 'required',
  },
  exportAccount: {
    ...get('/api/account/export', 'All that is kept of the session’s person', {
      response: account.accountExport,
      extension: 'account.export',
    }),
    auth: 'required',
  },
  deleteAccount: {
    ...post('/api/account/delete', 'Delete the account; its orders stay, without the person', {
      body: account.deleteAccountBody,
      response: account.messageAnswer,
      extension: 'account.delete',
    }),
    auth: 'required',
  },
  sharedOrder: get('/api/order/shared/{token}', 'The order of a confirmation mail’s link', {
    params: order.sharedOrderParams,
    response: order.order,
    extension: 'order.shared',
  }),
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
