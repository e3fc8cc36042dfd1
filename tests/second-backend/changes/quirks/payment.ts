import type { Call } from '../calls.ts';
import { asText, body, type Fields, having, part, rows, under, without } from '../edits.ts';
import type { Quirk } from './quirk.ts';

const VERIFY: Call = 'GET /api/payment/verify/{reference}';

/** What a guest purchase reads. */
export const PAYMENT_QUIRKS: readonly Quirk[] = [
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
    apply: part('payment', asText('amount')),
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
    call: ['POST /api/payment/initialize', 'GET /api/order/my-orders'],
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
    apply: rows(asText('amount')),
  },
];
