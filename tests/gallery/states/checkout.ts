import { payments } from '../data/orders.ts';
import { longNamed } from '../data/people.ts';
import { longText, oudWood, productById } from '../data/products.ts';
import type { Screen, State, Step } from '../state.ts';
import { cart, draft, signedIn, smallCart } from './kept.ts';
import { promoted } from './promoted.ts';

const route = '/checkout';
const pay: Step = { press: 'main form button[type="submit"]' };
/** On phones the summary is folded. */
const openSummary: Step = { press: '#summary-title button', when: '(max-width: 63.99rem)' };
const placesAreThere: Step = { see: '#shippingLocation:has(option:nth-child(3))' };
const filled = () => ({ ...smallCart, ...draft() });

/** Fills in the form and submits it. */
const pressed = (name: string, shows: State['shows'], rest: Partial<State> = {}): State => ({
  name: `checkout-${name}`,
  route,
  local: filled,
  steps: [placesAreThere, pay],
  shows,
  ...rest,
});

const khamrah = productById('amouage-interlude-man');
const today = (change: object) => ({
  productId: oudWood.id,
  name: oudWood.name,
  price: oudWood.price,
  qtyAvailable: 46,
  ...change,
});

export const checkout: Screen = {
  name: 'checkout',
  title: 'Checkout',
  states: [
    {
      name: 'checkout',
      route,
      local: () => smallCart,
      steps: [placesAreThere],
      shows: '#shippingLocation',
      main: true,
    },
    {
      name: 'checkout-saved-addresses',
      route,
      local: () => ({ ...smallCart, ...signedIn }),
      steps: [placesAreThere],
      shows: ['main form select', 'Saved addresses'],
      part: 'main form',
    },
    {
      name: 'checkout-code',
      route,
      local: () => ({ ...smallCart, ...draft({ code: 'HARMATTAN' }) }),
      steps: [placesAreThere, openSummary],
      api: { quotePromotions: promoted },
      shows: ['#summary', 'Harmattan sale'],
    },
    {
      name: 'checkout-ways',
      route,
      local: () => ({ ...smallCart, ...draft({ shippingLocation: 'Lagos – Ikeja' }) }),
      steps: [placesAreThere],
      shows: ['main form', 'How would you like to pay?'],
      part: 'main form fieldset',
    },
    {
      name: 'checkout-gift',
      route,
      local: filled,
      steps: [placesAreThere, { press: '#gift' }],
      shows: '#giftMessage',
    },
    { name: 'checkout-empty', route, shows: ['main h2', 'Your cart is empty'] },
    {
      name: 'checkout-places-loading',
      route,
      local: () => smallCart,
      api: { shippingAddresses: 'waits' },
      shows: ['main form', 'Loading shipping locations...'],
    },
    {
      name: 'checkout-places-failed',
      route,
      local: () => smallCart,
      api: { shippingAddresses: 'cut' },
      shows: ['main form', 'Failed to load shipping locations'],
    },
    {
      name: 'checkout-no-delivery',
      route,
      local: filled,
      api: { shippingAddresses: { body: [] } },
      shows: ['main form', 'We cannot deliver yet'],
    },
    {
      name: 'checkout-place-chosen',
      route,
      local: filled,
      steps: [placesAreThere, openSummary],
      shows: ['#summary', 'Shipping to: 12 Awolowo Road'],
    },
    {
      name: 'checkout-place-elsewhere',
      route,
      local: () => ({ ...smallCart, ...draft({ shippingLocation: 'Kano – Kano' }) }),
      shows: ['main form', 'This place is in Kano'],
      part: 'main form',
    },
    pressed('errors', ['.field-error', 'Phone number is required'], { local: () => smallCart }),
    pressed('no-place', ['.toast', 'Payment Error'], {
      api: {
        initializePayment: {
          code: 'shipping_place_unknown',
          message: 'We do not deliver there any more.',
        },
      },
    }),
    pressed('processing', ['main form button', 'Processing...'], {
      api: { initializePayment: 'waits' },
    }),
    pressed('cart-changed', ['main [role="alert"]', 'Nothing was charged.'], {
      part: 'main [role="alert"]',
      api: {
        initializePayment: {
          code: 'cart_changed',
          message: 'Prices or stock have changed.',
          current: {
            items: [
              today({ price: 361_000, qtyAvailable: 1 }),
              today({ productId: khamrah.id, name: null, price: null, qtyAvailable: 0 }),
            ],
            shippingFee: 2750,
          },
        },
      },
    }),
    pressed('payment-error', ['main [role="alert"]', '.'], {
      api: {
        initializePayment: { code: 'payment_unavailable', message: 'Paystack does not answer.' },
      },
    }),
    pressed('other-provider', ['main [role="alert"]', 'Choose ‘Card, USSD'], {
      part: 'main [role="alert"]',
      api: {
        initializePayment: {
          code: 'payment_unavailable',
          message: 'Payment initialization failed',
          fields: {
            way: 'Paystack does not answer at the moment. Nothing was charged. Choose ‘Card, USSD or bank transfer, with Flutterwave’ and press again, or try again in a few minutes.',
          },
        },
      },
    }),
    pressed('unreachable', ['main [role="alert"]', '.'], { api: { initializePayment: 'cut' } }),
    pressed('offline', ['main [role="alert"]', 'You are offline.'], { offline: true }),
    {
      name: 'checkout-delivery',
      route,
      local: () => smallCart,
      steps: [placesAreThere, openSummary, { press: '#summary [data-open="delivery-panel"]' }],
      shows: ['#delivery-panel', 'Shipping & Delivery'],
      part: 'screen',
    },
    {
      name: 'checkout-long-text',
      route,
      local: () => ({
        ...cart([longText, 34], [oudWood, 46]),
        ...draft({
          fullName: longNamed.fullName,
          email: longNamed.email,
          state: 'Federal Capital Territory',
          city: 'Municipal Area Council',
          address:
            'Flat 12, Block C, Heritage Court Extension, 148 Obafemi Awolowo Way, behind the Total filling station, opposite the second gate',
          shippingLocation: 'Abuja – Federal Capital Territory, with Gwagwalada and Kwali',
        }),
      }),
      steps: [placesAreThere, openSummary],
      shows: ['#summary', 'Shipping to: Flat 12'],
    },
  ],
};

const REFERENCE = payments.paid.reference;
const callback = `/payment/callback?reference=${REFERENCE}`;

const returned = (
  name: keyof typeof payments,
  shows: string,
  rest: Partial<State> = {},
): State => ({
  name: `payment-${name}`,
  route: callback,
  api: { verifyPayment: { body: { payment: payments[name] } } },
  shows: ['main', shows],
  ...rest,
});

/** Returns what this device stores about the payment that the page asks about. */
const begunHere =
  (change: object = {}) =>
  (now: number) => ({
    'turare:payments': {
      begun: [
        {
          reference: REFERENCE,
          page: 'https://checkout.paystack.com/gallery',
          cart: 'cart-1',
          quantities: { [oudWood.id]: 2 },
          begunAt: now,
          settled: false,
          ...change,
        },
      ],
      cleared: [],
    },
  });
const OWN = { local: begunHere({ attempt: 'a'.repeat(32) }) };

export const payment: Screen = {
  name: 'payment',
  title: 'Payment result',
  states: [
    {
      name: 'payment-no-reference',
      route: '/payment/callback',
      shows: ['main', 'Invalid Payment Reference'],
    },
    {
      name: 'payment-verifying',
      route: callback,
      api: { verifyPayment: 'waits' },
      shows: ['main', 'Verifying Payment...'],
    },
    {
      name: 'payment-unknown',
      route: callback,
      api: { verifyPayment: { code: 'reference_not_found' } },
      shows: ['main', 'We know of no payment'],
    },
    {
      name: 'payment-unreachable',
      route: callback,
      cut: true,
      shows: ['main', 'The shop could not be reached.'],
    },
    returned('paid', 'Payment Successful!', { main: true }),
    returned('long', 'Payment Successful!'),
    returned('paid', 'View Order #', { name: 'payment-own-order', ...OWN }),
    {
      ...returned('paid', 'it cannot be shown here now', {
        name: 'payment-own-unreadable',
        ...OWN,
      }),
      api: { verifyPayment: { body: { payment: payments.paid } }, sharedOrder: 'cut' },
    },
    returned('pending', 'Waiting for your payment'),
    returned('transfer', 'Send your transfer to'),
    returned('transfer-wrong', 'was expected'),
    returned('bank', 'Narration'),
    returned('bank-short', 'that is missing'),
    returned('bank-refund', 'Money came to our bank account'),
    returned('placed', 'Please have it ready'),
    returned('placed-free', 'There is nothing to pay.'),
    returned('placed-ended', 'This order was cancelled'),
    returned('transfer-ended', 'Get a new account number'),
    returned('pending', 'Continue this payment', {
      name: 'payment-to-continue',
      local: begunHere(),
    }),
    returned('failed', 'declined'),
    returned('cancelled', 'This payment was cancelled'),
    returned('refund', 'Money came in'),
  ],
};
