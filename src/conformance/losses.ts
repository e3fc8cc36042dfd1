/** The loss for a shopper if a backend does not have a call, by call. */
export const LOSSES: Readonly<Record<string, string>> = {
  'POST /api/auth/register': 'Nobody can sign up. Guests still buy.',
  'POST /api/auth/verify-otp': 'Nobody can finish a sign-up.',
  'POST /api/auth/resend-otp': "'Resend' fails: a lost code cannot be sent again.",
  'POST /api/auth/login': 'Nobody can log in. Guests still buy.',
  'POST /api/auth/forgot-password': 'A forgotten password cannot be reset.',
  'POST /api/auth/verify-password-otp': 'A forgotten password cannot be reset.',
  'POST /api/auth/reset-password': 'A forgotten password cannot be reset.',
  'GET /api/auth/profile': 'The stored name is never refreshed.',
  'GET /api/product': 'Everything: no page can be built.',
  'GET /api/product/{id}': 'Quick view, current prices and products made after the last build.',
  'POST /api/payment/initialize': 'Nobody can pay.',
  'GET /api/payment/verify/{reference}': 'Nobody sees whether a payment arrived.',
  'GET /api/order/my-orders': 'My Orders stays empty.',
  'GET /api/order/{id}': 'No order can be opened.',
  'GET /api/review/{productId}': 'Reviews are not shown.',
  'POST /api/review/{productId}': 'Nobody can write a review.',
  'DELETE /api/review/{id}': 'Nobody can delete a review.',
  'GET /api/app-data/categories': 'The category strip and the category filter.',
  'GET /api/app-data/tags': 'The tag filter.',
  'GET /api/app-data/shipping-addresses':
    'Nobody can choose a shipping location, so nobody can pay.',
};
