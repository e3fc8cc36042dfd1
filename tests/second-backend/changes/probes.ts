import { type Account, newId, type Order, type Review } from '../api/state.ts';
import type { SecondBackend } from '../start.ts';
import type { Call } from './calls.ts';

/** A request, and the call that it makes. */
export interface Probe {
  call: Call;
  path: string;
  body?: object;
  /** Whether it carries the token of a customer. */
  signedIn?: true;
}

const TOKEN = 'a'.repeat(48);
const EMAIL = 'ngozi@example.com';
const NEW_EMAIL = 'chidi@example.com';
const PASSWORD = 'Oud-wood-1';

/** Puts a customer with a session, codes, an order and a review into a new backend, without its calls. */
function prepare({ state }: SecondBackend) {
  const account: Account = {
    id: newId(),
    fullName: 'Ngozi Okonkwo',
    email: EMAIL,
    password: PASSWORD,
    verified: true,
  };
  const unverified = { ...account, id: newId(), email: NEW_EMAIL, verified: false };
  state.accounts.push(account, unverified);
  state.sessions.set(TOKEN, account.id);
  state.codes.set(EMAIL, { purpose: 'reset_password', code: '123456' });
  state.codes.set(NEW_EMAIL, { purpose: 'verify_email', code: '123456' });
  const [product] = state.products.filter(({ discount }) => !discount);
  if (!product) throw new Error('The backend has no product');
  const items = [
    { productId: product.id, name: product.name, price: product.price, image: '', quantity: 1 },
  ];
  const shippingInfo = {
    fullName: 'Ngozi Okonkwo',
    email: EMAIL,
    phone: '0803 123 4567',
    address: '12 Awolowo Road',
    city: 'Eti-Osa',
    state: 'Lagos',
    country: 'Nigeria',
  };
  const shippingFee = state.places[0]?.amount ?? 0;
  const totalAmount = product.price + shippingFee;
  const order: Order = {
    _id: newId(),
    createdAt: '2026-11-20T22:30:00.000Z',
    status: 'paid',
    paidAt: '2026-11-20T22:41:00.000Z',
    totalAmount,
    shippingFee,
    email: EMAIL,
    paymentReference: `${newId()}-1`,
    items,
    shippingInfo,
    account: account.id,
    returnTo: '',
  };
  const review: Review = {
    _id: newId(),
    productId: product.id,
    userName: account.fullName,
    rating: 4,
    comment: 'Warm and long.',
    createdAt: '2026-11-20T22:30:00.000Z',
    user: { _id: account.id },
  };
  state.orders.push(order);
  state.reviews.push(review);
  return { product, order, review, items, shippingInfo, shippingFee, totalAmount };
}

/** A right request of every call, and the wrong ones whose refusals matter. */
export function probesOf(backend: SecondBackend): Probe[] {
  const { product, order, review, ...purchase } = prepare(backend);
  const [tag = ''] = product.tags;
  const list = (query: string): Probe => ({
    call: 'GET /api/product',
    path: `/api/product?${query}`,
  });
  const both = (probe: Probe): Probe[] => [{ ...probe, signedIn: true }, probe];
  return [
    list(''),
    list('page=2'),
    list('search=tom+ford'),
    list(`tag=${encodeURIComponent(tag)}`),
    list('category=Niche'),
    list('category=Tom+Ford'),
    list('category=no+such+house'),
    list('category=niche'),
    list('sortBy=price&sortOrder=asc'),
    list('limit=3'),
    { call: 'GET /api/product/{id}', path: `/api/product/${product.id}` },
    { call: 'GET /api/product/{id}', path: `/api/product/${'0'.repeat(24)}` },
    { call: 'GET /api/app-data/categories', path: '/api/app-data/categories' },
    { call: 'GET /api/app-data/tags', path: '/api/app-data/tags' },
    { call: 'GET /api/app-data/shipping-addresses', path: '/api/app-data/shipping-addresses' },
    { call: 'GET /api/extensions', path: '/api/extensions' },
    {
      call: 'POST /api/auth/register',
      path: '/api/auth/register',
      body: { fullName: 'Ada Obi', email: 'ada@example.com', password: PASSWORD },
    },
    {
      call: 'POST /api/auth/verify-otp',
      path: '/api/auth/verify-otp',
      body: { email: NEW_EMAIL, otp: '123456' },
    },
    {
      call: 'POST /api/auth/resend-otp',
      path: '/api/auth/resend-otp',
      body: { email: 'ada@example.com', purpose: 'verify_email' },
    },
    ...['wrong', PASSWORD].map(
      (password): Probe => ({
        call: 'POST /api/auth/login',
        path: '/api/auth/login',
        body: { email: EMAIL, password },
      }),
    ),
    {
      call: 'POST /api/auth/verify-password-otp',
      path: '/api/auth/verify-password-otp',
      body: { email: EMAIL, otp: '123456' },
    },
    {
      call: 'POST /api/auth/reset-password',
      path: '/api/auth/reset-password',
      body: { email: EMAIL, otp: '123456', newPassword: PASSWORD },
    },
    {
      call: 'POST /api/auth/forgot-password',
      path: '/api/auth/forgot-password',
      body: { email: EMAIL },
    },
    ...both({ call: 'GET /api/auth/profile', path: '/api/auth/profile' }),
    {
      call: 'POST /api/payment/initialize',
      path: '/api/payment/initialize',
      body: { ...purchase, email: EMAIL },
    },
    ...both({
      call: 'GET /api/payment/verify/{reference}',
      path: `/api/payment/verify/${order.paymentReference}`,
    }),
    { call: 'GET /api/payment/verify/{reference}', path: '/api/payment/verify/nobody-knows-it' },
    ...both({ call: 'GET /api/order/my-orders', path: '/api/order/my-orders' }),
    ...both({ call: 'GET /api/order/{id}', path: `/api/order/${order._id}` }),
    ...both({ call: 'GET /api/review/{productId}', path: `/api/review/${product.id}` }),
    ...both({
      call: 'POST /api/review/{productId}',
      path: `/api/review/${product.id}`,
      body: { rating: 5, comment: 'Good.' },
    }).toReversed(),
    ...both({ call: 'DELETE /api/review/{id}', path: `/api/review/${review._id}` }).toReversed(),
  ];
}

/** What comes of a request: what differs each time is left out. */
export async function outcomeOf({ url }: SecondBackend, probe: Probe) {
  const [method = ''] = probe.call.split(' ');
  const asked = await fetch(`${url}${probe.path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(probe.signedIn && { authorization: `Bearer ${TOKEN}` }),
    },
    ...(probe.body && { body: JSON.stringify(probe.body) }),
  }).catch((error: unknown) => {
    // fetch rejects with a TypeError when the connection breaks, as some faults have it.
    if (error instanceof TypeError) return undefined;
    throw error;
  });
  if (!asked) return `${probe.path}: no answer`;
  const readable = asked.headers.get('access-control-allow-origin');
  const text = (await asked.text())
    .replace(/127\.0\.0\.1:\d+/g, 'HOST')
    .replace(/[0-9a-f]{16,}/g, (hex) => (hex.length === 24 ? 'ID' : 'SECRET'))
    .replace(/"createdAt":"20\d\d-\d\d-\d\dT[\d:.]+Z"/g, '"createdAt":"TIME"');
  return `${asked.status} ${readable} ${asked.headers.get('content-type')} ${text}`;
}
