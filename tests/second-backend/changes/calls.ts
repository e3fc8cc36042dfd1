/** The calls of spec §7, and the one extension call that the site's build tries. */
export const CALLS = [
  'POST /api/auth/register',
  'POST /api/auth/verify-otp',
  'POST /api/auth/resend-otp',
  'POST /api/auth/login',
  'POST /api/auth/forgot-password',
  'POST /api/auth/verify-password-otp',
  'POST /api/auth/reset-password',
  'GET /api/auth/profile',
  'GET /api/product',
  'GET /api/product/{id}',
  'POST /api/payment/initialize',
  'GET /api/payment/verify/{reference}',
  'GET /api/order/my-orders',
  'GET /api/order/{id}',
  'GET /api/review/{productId}',
  'POST /api/review/{productId}',
  'DELETE /api/review/{id}',
  'GET /api/app-data/categories',
  'GET /api/app-data/tags',
  'GET /api/app-data/shipping-addresses',
  'GET /api/extensions',
] as const;

/** A call by its method and its path with parameters in braces. */
export type Call = (typeof CALLS)[number];

const patterns = CALLS.map((call) => {
  const [method = '', path = ''] = call.split(' ');
  return { call, method, path: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`) };
});

/** Returns the call that a request makes. The first of the list wins: 'my-orders' is not an order's id. */
export const callOf = (method: string, path: string): Call | undefined =>
  patterns.find((each) => each.method === method && each.path.test(path))?.call;
